"""Taps over a slow network: they show at once, and are taken back if the engine refuses them."""

import asyncio

from checks import expect, expect_that
from lab import Check, Lab
from phone import TAB, TAB_Y, Phone, difference

# Notes when something of a tab grows or shrinks, and when a message that names a target, as
# a directive does and an acknowledgement does not, reaches the page.
NOTES = r"""
  addEventListener("DOMContentLoaded", () => {
    window.notes = [];
    const note = (what) => notes.push(what);
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const tab = target.closest?.("[data-tab]");
        if (tab && target.style.transform.includes("scale")) note(`tab ${tab.dataset.tab}`);
      }
    }).observe(document.querySelector("#screen"),
               { subtree: true, attributes: true, attributeFilter: ["style"] });
    window.note = note;
  });
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        const text = new TextDecoder().decode(data);
        if (/tab\/|floor/.test(text)) window.note?.("directive");
      });
    }
  };
"""


async def delayed(phone: Phone, time: int) -> None:
    """Makes the network slow, each way, ms."""
    await phone.page.fill("#delay", str(time))


async def shows_at_once(lab: Lab) -> str:
    async with lab.phone(script=NOTES) as phone:
        await delayed(phone, 500)
        await phone.page.evaluate("notes.length = 0")
        await phone.tap_tab(2)
        await phone.moment("directives", "tab 2 selected")
        notes: list[str] = await phone.page.evaluate("notes")
        expect_that("directive" in notes, "no directive of the engine has been seen")
        before = notes[: notes.index("directive")].count("tab 2")
        expect_that(before > 0, "the tab does not pop before the engine's answer is there")
        return f"{before} frames of it before the engine's answer is there"


async def taken_back(lab: Lab) -> str:
    async with lab.phone(script=NOTES) as phone:
        tab = (2 * TAB, 724, TAB, 54)
        before = await phone.still(*tab)
        await phone.moment("others", "picture for floor")
        await delayed(phone, 500)
        # The engine opens the floor first, and refuses the tap then.
        await phone.page.click("#open-floor")
        await phone.measure()
        await phone.page.evaluate("notes.length = 0")
        await phone.tap_tab(2)
        await phone.moment("directives", "refuse tab 2")
        notes: list[str] = await phone.page.evaluate("notes")
        expect_that("tab 2" in notes[: notes.index("directive")], "the tab does not pop at once")
        await phone.moment("directives", "floor open(,| )")
        await phone.finger.tap(340, 72)
        await phone.moment("directives", "floor closed")
        expect("the tab's change", difference(before, await phone.still(*tab)), 0)
        selected = await phone.page.get_attribute("[role=tab][aria-selected=true]", "data-tab")
        expect("the tab that is selected", selected, "0")
        return (await phone.moments("directives"))[-1]


async def redrawn(lab: Lab) -> None:
    async with lab.phone() as phone:
        await phone.finger.down(2.5 * TAB, TAB_Y)
        await phone.page.wait_for_function("() => document.querySelector('[data-tab=\"2\"] svg')")
        # As the renderer does where a tab has something else to show.
        await phone.page.evaluate("document.querySelectorAll('[data-tab=\"2\"] *').forEach("
                                  "(each) => each.remove())")  # fmt: skip
        await phone.finger.up()
        await phone.moment("directives", "tab 2 selected")


async def strays(lab: Lab) -> None:
    """Within a tab, then off another one."""
    async with lab.phone() as phone:
        for tab, (dx, dy) in [(1, (14, 0)), (2, (0, -250))]:
            x = (tab + 0.5) * TAB
            await phone.finger.down(x, TAB_Y)
            await phone.finger.move(x + dx, TAB_Y + dy, 0.2)
            # Without a fling, which would move the page under the next tap.
            await asyncio.sleep(0.3)
            await phone.finger.up()
        # The page may have scrolled.
        await phone.measure()
        await phone.tap_tab(3)
        await phone.moment("touches", "tap on tab 3")
        expect("the taps", await phone.moments("touches"), ["tap on tab 1", "tap on tab 3"])


CHECKS = [
    Check("a finger that strays within a tab taps it, one that leaves does not", strays),
    Check("a tap pops at once with 500 ms of delay", shows_at_once),
    Check("a tap counts though its tab is drawn anew under the finger", redrawn),
    Check("a tap that is refused is taken back", taken_back),
]

"""Frames and layouts, as Chromium's own trace has them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from checks import expect, expect_that
from gestures import HIGH, LOW
from lab import Check, Lab
from phone import Phone

CATEGORIES = ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline.frame",
              "disabled-by-default-devtools.timeline.stack"]  # fmt: skip
SLOW = 20_000
# Asks for every frame that the display has, and changes a pixel in each.
EVERY_FRAME = """() => {
  const dot = document.body.appendChild(document.createElement("div"));
  dot.style.cssText = "position: fixed; top: 0; left: 0; width: 1px; height: 1px;"
    + "background: gray; will-change: opacity";
  const turn = (count) => {
    dot.style.opacity = 0.5 + 0.4 * (count % 2);
    window.turning = requestAnimationFrame(() => turn(count + 1));
  };
  turn(0);
}"""
Event = dict[str, Any]


class Trace:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def named(self, name: str) -> list[Event]:
        return [each for each in self.events if each["name"] == name]

    @property
    def intervals(self) -> list[float]:
        """Between frames that are shown, µs."""
        times = sorted(each["ts"] for each in self.named("DrawFrame"))
        return [later - earlier for earlier, later in zip(times, times[1:], strict=False)]

    @property
    def slow(self) -> str:
        found = self.intervals
        share = sum(each > SLOW for each in found) / max(len(found), 1)
        return f"{share:.1%} of {len(found)} frames take more than 20 ms"

    def forced(self, within: str) -> list[str]:
        """Where in the script layouts were asked for, during work of this name."""
        return [place(layout) for layout in self.named("Layout") for each in self.named(within)
                if (each["pid"], each["tid"]) == (layout["pid"], layout["tid"])
                and each["ts"] <= layout["ts"] < each["ts"] + each.get("dur", 0)]  # fmt: skip


def place(layout: Event) -> str:
    calls = layout["args"]["beginData"].get("stackTrace", [])
    return " < ".join(f"{each['functionName']}:{each['lineNumber']}:{each['columnNumber']}"
                      for each in calls[:4])  # fmt: skip


@asynccontextmanager
async def traced(lab: Lab, phone: Phone) -> AsyncIterator[Trace]:
    trace = Trace()
    await lab.browser.start_tracing(page=phone.page, categories=CATEGORIES)
    try:
        yield trace
    finally:
        data = await lab.browser.stop_tracing()
    trace.events = [each for each in json.loads(data)["traceEvents"] if "ts" in each]


async def move_everything(phone: Phone) -> None:
    """Lists, the logo, tabs, and the floor with all that follows the list to it."""
    for _ in range(2):
        await phone.finger.fling(HIGH, (190, 400), 0.2)
        await asyncio.sleep(0.4)
        await phone.tap_tab(1)
        await asyncio.sleep(0.2)
        await phone.tap_tab(0)
        await phone.finger.fling(LOW, (190, 600), 0.2)
        await asyncio.sleep(0.4)
        await phone.page.evaluate("document.querySelector('.port').scrollTop = 0")
        await asyncio.sleep(0.3)
        await phone.finger.down(190, 150)
        await phone.finger.move(190, 640, 0.6)
        await phone.finger.up()
        await phone.moment("directives", "floor open(,| )")
        await phone.finger.tap(340, 72)
        await phone.moment("directives", "floor closed")
        # Without scrolling there.
        await phone.page.evaluate("document.querySelector('#clear').click()")


async def moving(lab: Lab) -> str:
    async with lab.phone(device_scale_factor=1) as phone:
        await phone.moment("directives", "floor layout")
        await phone.page.evaluate(EVERY_FRAME)
        async with traced(lab, phone) as still:
            await asyncio.sleep(3)
        async with traced(lab, phone) as moved:
            await move_everything(phone)
        expect_that(len(moved.intervals) > 60, f"the trace has {len(moved.intervals)} frames")
        callbacks = len(moved.named("FireAnimationFrame"))
        expect_that(callbacks > 60, f"the trace has {callbacks} animation frames")
        expect("the layouts that frames force", moved.forced("FireAnimationFrame"), [])
        inputs = len(moved.forced("EventDispatch"))
        return (f"{moved.slow} while everything moves, {still.slow} at rest;"
                f" {len(moved.named('Layout'))} layouts, none forced in {callbacks} callbacks of"
                f" frames, {inputs} in listeners")  # fmt: skip


async def rest(lab: Lab) -> str:
    async with lab.phone() as phone:
        await phone.finger.drag(HIGH, LOW)
        await phone.moment("directives", "rocket = rocket")
        await phone.logo()
        await asyncio.sleep(1)
        async with traced(lab, phone) as trace:
            await asyncio.sleep(1)
        asked = len(trace.named("FireAnimationFrame"))
        expect("the animation frames that are asked for", asked, 0)
        return f"{len(trace.named('DrawFrame'))} frames in a second"


CHECKS = [
    Check("frames while everything moves, and no layout in them", moving),
    Check("at rest no frame is asked for", rest),
]

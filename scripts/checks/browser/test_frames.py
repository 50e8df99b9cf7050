"""Frames and layouts, as Chromium's own trace has them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser

from pages import Pages
from phone import HIGH, LOW, Phone

CATEGORIES = ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline.frame",
              "disabled-by-default-devtools.timeline.stack"]  # fmt: skip
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


def named(events: list[Event], name: str) -> list[Event]:
    return [each for each in events if each["name"] == name]


def forced(events: list[Event], within: str) -> list[str]:
    """Where in the script layouts were asked for, during work of this name."""
    return [place(layout) for layout in named(events, "Layout") for each in named(events, within)
            if (each["pid"], each["tid"]) == (layout["pid"], layout["tid"])
            and each["ts"] <= layout["ts"] < each["ts"] + each.get("dur", 0)]  # fmt: skip


def place(layout: Event) -> str:
    calls = layout["args"]["beginData"].get("stackTrace", [])
    return " < ".join(f"{each['functionName']}:{each['lineNumber']}:{each['columnNumber']}"
                      for each in calls[:4])  # fmt: skip


@asynccontextmanager
async def traced(browser: Browser, phone: Phone) -> AsyncIterator[list[Event]]:
    events: list[Event] = []
    await browser.start_tracing(page=phone.page, categories=CATEGORIES)
    try:
        yield events
    finally:
        data = await browser.stop_tracing()
    events += [each for each in json.loads(data)["traceEvents"] if "ts" in each]


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


async def test_no_frame_forces_a_layout_while_everything_moves(
    pages: Pages, browser: Browser
) -> None:
    phone = await pages.phone(device_scale_factor=1)
    await phone.moment("directives", "floor layout")
    await phone.page.evaluate(EVERY_FRAME)
    async with traced(browser, phone) as events:
        await move_everything(phone)
    assert named(events, "DrawFrame")
    assert named(events, "FireAnimationFrame")
    assert forced(events, "FireAnimationFrame") == []


async def test_at_rest_no_frame_is_asked_for(phone: Phone, browser: Browser) -> None:
    await phone.finger.drag(HIGH, LOW)
    await phone.moment("directives", "rocket = rocket")
    await phone.logo()
    await asyncio.sleep(1)
    async with traced(browser, phone) as events:
        await asyncio.sleep(1)
    assert named(events, "FireAnimationFrame") == []

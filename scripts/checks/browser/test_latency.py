"""How soon the page's pixels follow a finger, by the frames of a screencast: told, not judged."""

import asyncio
import base64
from io import BytesIO
from statistics import median
from typing import Any

import pytest
from PIL import Image

from pages import Pages
from phone import HIGH, LOW, TAB, Phone, difference

# When the newest touch happened, by the clock of the screencast.
TOUCHES = """
  for (const kind of ["touchmove", "touchend"]) {
    addEventListener(kind, ({ timeStamp }) => {
      window.touched = performance.timeOrigin + timeStamp;
    }, { capture: true, passive: true });
  }
  addEventListener("scroll", ({ target, timeStamp }) => {
    if (target.scrollTop >= 456) window.crossed ??= performance.timeOrigin + timeStamp;
  }, { capture: true, passive: true });
"""


class Screencast:
    """Every frame that Chromium shows, with its time, ms."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._frames: list[tuple[float, bytes]] = []
        phone.devtools.on("Page.screencastFrame", self._take)

    def _take(self, frame: dict[str, Any]) -> None:
        time = frame["metadata"]["timestamp"] * 1000
        self._frames.append((time, base64.b64decode(frame["data"])))
        acknowledged = {"sessionId": frame["sessionId"]}
        asyncio.ensure_future(self._phone.devtools.send("Page.screencastFrameAck", acknowledged))

    async def __aenter__(self) -> "Screencast":
        await self._phone.devtools.send(
            "Page.startScreencast", {"format": "jpeg", "quality": 80, "everyNthFrame": 1})
        await self._phone.page.wait_for_timeout(200)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._phone.devtools.send("Page.stopScreencast")

    def change(self, after: float, x: float, y: float, width: float, height: float) -> float:
        """When a part of the phone's screen first looked otherwise than before."""
        (left, top), (right, bottom) = (self._phone.on_page(x, y),
                                        self._phone.on_page(x + width, y + height))  # fmt: skip
        former = None
        for time, data in self._frames:
            image = Image.open(BytesIO(data)).convert("RGB")
            scale = image.width / 390
            picture = image.crop([round(each * scale) for each in (left, top, right, bottom)])
            if former and time > after and difference(former, picture) > 0.002:
                return time - after
            former = picture
        raise AssertionError("nothing changes in the frames")


async def rocket(phone: Phone) -> float:
    async with Screencast(phone) as cast:
        await phone.page.evaluate("delete window.crossed")
        await phone.finger.drag(HIGH, LOW)
        await phone.moment("directives", "rocket = rocket")
        await phone.logo()
        crossed = await phone.page.evaluate("crossed")
    return cast.change(crossed, 16, 728, 43, 43)


async def tap(phone: Phone, tab: int) -> float:
    async with Screencast(phone) as cast:
        await phone.tap_tab(tab)
        await phone.moment("directives", f"tab {tab} selected")
        touched = await phone.page.evaluate("touched")
    return cast.change(touched, tab * TAB, 724, TAB, 50)


@pytest.mark.parametrize("delay", [0, 100])
async def test_pixels_follow_a_touch(delay: int, pages: Pages) -> None:
    """With a network so slow, each way, ms."""
    phone = await pages.phone(script=TOUCHES, device_scale_factor=1)
    await phone.moment("directives", "floor layout")
    await phone.page.fill("#delay", str(delay))
    turned = await rocket(phone)
    times = [await tap(phone, tab) for tab in [1, 2, 3, 4, 0]]
    print(f"a tap shows after {median(times):.0f} ms ({min(times):.0f} to {max(times):.0f}),"
          f" the rocket {turned:.0f} ms after its offset")  # fmt: skip

"""How soon the page's pixels follow a finger, by the frames of a screencast: printed, not judged."""

import asyncio
import base64
from io import BytesIO
from statistics import median
from typing import Any

from PIL import Image

from gestures import HIGH
from lab import Check, Lab
from phone import TAB, Phone, difference

DELAYS = [0, 100]
TAPS = [1, 2, 3, 4, 0]
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


async def taps(phone: Phone) -> list[float]:
    times = []
    for tab in TAPS:
        async with Screencast(phone) as cast:
            await phone.tap_tab(tab)
            await phone.moment("directives", f"tab {tab} selected")
            touched = await phone.page.evaluate("touched")
        times.append(cast.change(touched, tab * TAB, 724, TAB, 50))
    return times


async def rocket(phone: Phone) -> float:
    async with Screencast(phone) as cast:
        await phone.page.evaluate("delete window.crossed")
        await phone.finger.drag(HIGH, (190, 160))
        await phone.moment("directives", "rocket = rocket")
        await phone.logo()
        crossed = await phone.page.evaluate("crossed")
    return cast.change(crossed, 16, 728, 43, 43)


async def figures(lab: Lab) -> str:
    told = []
    for delay in DELAYS:
        async with lab.phone(script=TOUCHES, device_scale_factor=1) as phone:
            await phone.moment("directives", "floor layout")
            await phone.page.fill("#delay", str(delay))
            turned = await rocket(phone)
            times = await taps(phone)
            told.append(
                f"with {delay} ms of delay each way a tap shows after {median(times):.0f} ms"
                f" ({min(times):.0f} to {max(times):.0f}), the rocket {turned:.0f} ms after its"
                " offset")
    return "; ".join(told)


CHECKS = [Check("from a touch to the first pixel that changes", figures)]

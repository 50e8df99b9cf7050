"""A finger on a touch screen, with Chromium's events."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession

FRAME = 1 / 60
Point = tuple[float, float]


class Finger:
    """Positions are points of a screen; `on_page` converts them to the browser's page."""

    def __init__(
        self, devtools: CDPSession, on_page: Callable[[float, float], Point] = lambda x, y: (x, y)
    ) -> None:
        self._devtools, self._on_page = devtools, on_page
        self.position = (0.0, 0.0)
        self._touches: list[asyncio.Task[Any]] = []

    async def down(self, x: float, y: float) -> None:
        self.position = (x, y)
        self._send("touchStart", self.position)

    async def move(self, x: float, y: float, seconds: float = 0.3) -> None:
        """Follows the clock, so a late frame is a longer step."""
        (left, top), began, share = self.position, time.monotonic(), 0.0
        while share < 1:
            elapsed = time.monotonic() - began
            await asyncio.sleep(FRAME - elapsed % FRAME)
            share = min((time.monotonic() - began) / seconds, 1)
            self.position = (left + (x - left) * share, top + (y - top) * share)
            self._send("touchMove", self.position)

    async def rest(self) -> None:
        """Rests so long that the lift causes no fling, and the page has received every event."""
        await asyncio.sleep(0.15)
        self._send("touchMove", self.position)
        await self._sent()

    async def up(self) -> None:
        self._send("touchEnd")
        await self._sent()

    async def tap(self, x: float, y: float) -> None:
        await self.down(x, y)
        await self.up()

    async def drag(self, start: Point, end: Point, seconds: float = 0.3) -> None:
        await self.down(*start)
        await self.move(*end, seconds)
        await self.rest()
        await self.up()

    async def fling(self, start: Point, end: Point, seconds: float = 0.1) -> None:
        await self.down(*start)
        await self.move(*end, seconds)
        await self.up()

    def _send(self, kind: str, *points: Point) -> None:
        """Does not wait: Chromium answers when the page has handled the touch."""
        places = [self._on_page(*each) for each in points]
        call = self._devtools.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]})  # fmt: skip
        self._touches.append(asyncio.ensure_future(call))

    async def _sent(self) -> None:
        await asyncio.gather(*self._touches)
        self._touches.clear()

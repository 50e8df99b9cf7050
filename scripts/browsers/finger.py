"""A finger on the phone, as Chromium has it from a touch screen."""

import asyncio
import time
from typing import Any, Protocol

from playwright.async_api import CDPSession

FRAME = 1 / 60
Point = tuple[float, float]


class Screen(Protocol):
    """What is touched."""

    @property
    def devtools(self) -> CDPSession: ...

    def on_page(self, x: float, y: float) -> Point:
        """A point of the screen on the browser's page."""
        ...


class Finger:
    """Positions are points of the screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.position = (0.0, 0.0)
        self._touches: list[asyncio.Task[Any]] = []

    async def down(self, x: float, y: float) -> None:
        self.position = (x, y)
        self._send("touchStart")

    async def move(self, x: float, y: float, seconds: float = 0.3) -> None:
        """Where the finger is follows from the clock, so a late frame is a longer step."""
        (left, top), began, share = self.position, time.monotonic(), 0.0
        while share < 1:
            elapsed = time.monotonic() - began
            await asyncio.sleep(FRAME - elapsed % FRAME)
            share = min((time.monotonic() - began) / seconds, 1)
            self.position = (left + (x - left) * share, top + (y - top) * share)
            self._send("touchMove")

    async def rest(self) -> None:
        """Stands for so long that nothing is thrown when it lifts, and the page has seen it all."""
        await asyncio.sleep(0.15)
        self._send("touchMove")
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

    def _send(self, kind: str) -> None:
        """Does not wait: Chromium answers when the page has handled the touch."""
        x, y = self._screen.on_page(*self.position)
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        call = self._screen.devtools.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})  # fmt: skip
        self._touches.append(asyncio.ensure_future(call))

    async def _sent(self) -> None:
        await asyncio.gather(*self._touches)
        self._touches.clear()

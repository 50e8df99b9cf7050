"""A finger on the page, that moves the way real ones do."""

import asyncio
import math
import random
import time
from collections.abc import Callable
from typing import Any

from chromium import HEIGHT, WIDTH, Page

FRAME = 1 / 60
LIFT = 0.008  # s between the last movement of a fling and the finger's lifting
TABS, TAB_HEIGHT = 5, 56

Ease = Callable[[float], float]  # the share of the way after a share of the time


def accelerating(share: float) -> float:
    return math.pow(share, 1.8)


def gliding(share: float) -> float:
    return share * share * (3 - 2 * share)


class Finger:
    def __init__(self, page: Page, randomness: random.Random) -> None:
        self._page = page
        self._random = randomness
        self._x = 0.0
        self._y = 0.0
        self._touches: list[asyncio.Task[Any]] = []

    async def fling(self, start: float, end: float, seconds: float) -> None:
        await self.down(start)
        await self.move(end, seconds, accelerating)
        await asyncio.sleep(LIFT)
        await self.up()

    async def drag(self, start: float, *stops: float, seconds: float, rest: float = 0.12) -> None:
        """Visits the stops, resting at each, so that nothing is thrown at the end."""
        await self.down(start)
        for stop in stops:
            await self.move(stop, seconds, gliding)
            await asyncio.sleep(rest)
        await self.up()

    async def tap_tab(self, tab: int) -> None:
        await self.down(HEIGHT - TAB_HEIGHT / 2, x=WIDTH * (tab + 0.5) / TABS)
        await asyncio.sleep(0.07)
        await self.up()

    async def down(self, y: float, x: float = WIDTH / 2) -> None:
        self._x, self._y = x, y
        self._send("touchStart", {"x": x, "y": y})

    async def move(self, end: float, seconds: float, ease: Ease) -> None:
        """Where the finger is follows from the clock, so a late frame is a longer step."""
        start, began = self._y, time.monotonic()
        share = 0.0
        while share < 1:
            elapsed = time.monotonic() - began
            await asyncio.sleep(FRAME - elapsed % FRAME)
            share = min((time.monotonic() - began) / seconds, 1)
            self._y = start + (end - start) * ease(share)
            drift = 8 * share  # a thumb moves in an arc
            self._send("touchMove", {"x": self._x + drift + self._jitter(),
                                     "y": self._y + self._jitter()})

    async def up(self) -> None:
        await self._end("touchEnd")

    async def cancel(self) -> None:
        await self._end("touchCancel")

    async def until_settled(self) -> None:
        """Leaves the list alone until it is at rest, and a moment longer."""
        await self._page.wait_for("recorder.resting")
        await asyncio.sleep(self._random.uniform(0.2, 0.5))

    async def _end(self, kind: str) -> None:
        self._send(kind)
        await asyncio.gather(*self._touches)
        self._touches.clear()

    def _send(self, kind: str, *points: dict[str, float]) -> None:
        """Does not wait: Chromium answers when the page has handled the touch."""
        call = self._page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        self._touches.append(asyncio.create_task(call))

    def _jitter(self) -> float:
        return self._random.gauss(0, 0.4)

"""A finger that moves the way real ones do."""

import asyncio
import random

from finger import Finger, Point
from playwright.async_api import Page

WIDTH, HEIGHT, SCALE = 390, 844, 3
LIFT = 0.008  # s between the last movement of a fling and the finger's lifting
TABS, TAB_HEIGHT = 5, 56


def accelerating(share: float) -> float:
    """The share of the way after a share of the time."""
    return share**1.8


def gliding(share: float) -> float:
    return share * share * (3 - 2 * share)


class Thumb(Finger):
    """Moves up and down in the middle of the screen."""

    page: Page
    randomness: random.Random

    @classmethod
    async def on(cls, page: Page, seed: str) -> "Thumb":
        thumb = cls(await page.context.new_cdp_session(page))
        # The same jitter in every run, as far as the timing allows.
        thumb.page, thumb.randomness = page, random.Random(seed)
        return thumb

    async def press(self, y: float) -> None:
        await self.down(WIDTH / 2, y)

    async def slide(self, end: float, seconds: float) -> None:
        await self.move(WIDTH / 2, end, seconds, gliding)

    async def throw(
        self, start: float, end: float, seconds: float, grabbed_after: float | None = None
    ) -> None:
        """Lets the list come to rest, unless the next gesture grabs it."""
        await self.press(start)
        await self.move(WIDTH / 2, end, seconds, accelerating)
        await asyncio.sleep(LIFT)
        await self.up()
        await (asyncio.sleep(grabbed_after) if grabbed_after else self.until_settled())

    async def pull(self, start: float, *stops: float, seconds: float, rest: float = 0.12) -> None:
        """Visits the stops, resting at each, so that nothing is thrown at the end."""
        await self.press(start)
        for stop in stops:
            await self.slide(stop, seconds)
            await asyncio.sleep(rest)
        await self.up()
        await self.until_settled()

    async def tap_tab(self, tab: int) -> None:
        await self.down(WIDTH * (tab + 0.5) / TABS, HEIGHT - TAB_HEIGHT / 2)
        await asyncio.sleep(0.07)
        await self.up()

    async def until_settled(self) -> None:
        """Leaves the list alone until it is at rest, and a moment longer."""
        await self.page.wait_for_function("recorder.resting", timeout=15_000)
        await asyncio.sleep(self.randomness.uniform(0.2, 0.5))

    def touched(self, share: float) -> Point:
        x, y = self.position
        drift = 8 * share  # a thumb moves in an arc
        return (x + drift + self.randomness.gauss(0, 0.4), y + self.randomness.gauss(0, 0.4))

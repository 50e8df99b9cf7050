"""Engines whose clocks are wrong."""

import asyncio
import re
from datetime import UTC, datetime

import pytest

from engine import PATIENT
from fleet import Fleet
from hopping import Walkers
from preload import WallClock, wall_clocks
from versions import have, publish

# The seconds by which each engine's clock is ahead.
SKEWS = {"engine-1": 30, "engine-2": -30}
# Longer than a lease: the list does not depend on clocks.
WALKING_SECONDS = 12
IS_AHEAD = r"clock of another engine is ahead; synchronize both\W.*engine=engine-1\b"
IS_BEHIND = r"clock of another engine is behind; synchronize both\W.*engine=engine-2\b"


async def start_skewed(fleet: Fleet, name: str, clock: WallClock, seconds: int) -> None:
    """Starts an engine whose clock is ahead by `seconds`."""
    clock.set_ahead(seconds)
    await fleet.launch(name, *PATIENT, variables=clock.variables)
    await fleet.serving(name)
    said = re.findall(r"^time=(\S+)", fleet.log(name), re.MULTILINE)
    ahead = (datetime.fromisoformat(said[-1]) - datetime.now(UTC)).total_seconds()
    assert ahead * seconds > 0, f"its clock is {ahead:.0f} s ahead"


@pytest.mark.timeout(240)
async def test_all_goes_on_between_engines_whose_clocks_are_a_minute_apart(fleet: Fleet) -> None:
    with wall_clocks(len(SKEWS)) as skewed:
        for (name, seconds), clock in zip(SKEWS.items(), skewed, strict=True):
            await start_skewed(fleet, name, clock, seconds)
        await fleet.publish_keys("--name", "first")
        await have(fleet, await publish(fleet, 20))
        walkers = Walkers(fleet, 4, experience="mine")
        async with asyncio.TaskGroup() as group:
            walking = group.create_task(walkers.walk())
            # On the engine that is ahead this time has passed, on the other one it is far off.
            await fleet.publish_keys("--name", "second", "--seal-after", "20")
            await walkers.sealed({"engine-1": "second", "engine-2": "first"})
            await have(fleet, await publish(fleet, 21))
            await asyncio.sleep(WALKING_SECONDS)
            await fleet.publish_keys("--name", "third", "--seal-after", "0")
            await walkers.sealed(dict.fromkeys(SKEWS, "third"))
            await have(fleet, await publish(fleet, 22))
            walking.cancel()
        await fleet.listed(*SKEWS)
        await fleet.logs(IS_AHEAD, "engine-2")
        await fleet.logs(IS_BEHIND, "engine-1")

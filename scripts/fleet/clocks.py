"""Engines whose clocks are wrong."""

import asyncio
import re
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

from checks import expect_that
from engine import PATIENT
from fleet import Fleet, running_fleet
from rotations import Walkers
from versions import have, publish
from wall_clock import WallClock, wall_clocks

# Seconds that each engine's clock is ahead.
SKEWS = {"engine-1": 30, "engine-2": -30}
# Longer than a lease: who is in the list does not depend on clocks.
WALKING_SECONDS = 12


async def clocks(binary: Path) -> str:
    """Sessions go on between engines whose clocks are a minute apart, and so does all else."""
    async with AsyncExitStack() as stack:
        fleet = await stack.enter_async_context(running_fleet(binary))
        skewed = stack.enter_context(wall_clocks(len(SKEWS)))
        for (name, seconds), clock in zip(SKEWS.items(), skewed, strict=True):
            await start_skewed(fleet, name, clock, seconds)
        await fleet.publish_keys("--name", "first")
        await have(fleet, await publish(fleet, 20))
        walkers = Walkers(fleet, 4, experience="mine")
        async with asyncio.TaskGroup() as group:
            walking = group.create_task(walkers.walk())
            # On the engine that is ahead this time has come, and on the other one it is far off.
            await fleet.publish_keys("--name", "second", "--seal-after", "20")
            await walkers.sealed({"engine-1": "second", "engine-2": "first"})
            await have(fleet, await publish(fleet, 21))
            await asyncio.sleep(WALKING_SECONDS)
            await fleet.publish_keys("--name", "third", "--seal-after", "0")
            await walkers.sealed(dict.fromkeys(SKEWS, "third"))
            await have(fleet, await publish(fleet, 22))
            walking.cancel()
        await fleet.listed(*SKEWS)
        return f"{walkers.hops} resumes, with keys of three times"


async def start_skewed(fleet: Fleet, name: str, clock: WallClock, seconds: int) -> None:
    """Starts an engine whose clock is so far ahead."""
    clock.set_ahead(seconds)
    await fleet.launch(name, *PATIENT, keeps_log=True, variables=clock.variables)
    await fleet.serving(name)
    said = re.findall(r"^time=(\S+)", fleet.log(name), re.MULTILINE)
    ahead = (datetime.fromisoformat(said[-1]) - datetime.now(UTC)).total_seconds()
    expect_that(abs(ahead - seconds) < 15, f"{name} is {ahead:.0f} s ahead, not {seconds}")

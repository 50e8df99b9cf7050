"""Engines whose clocks are wrong."""

import asyncio
import re
from datetime import UTC, datetime

import pytest

from engine import PATIENT
from fleet import Fleet
from hopping import Walkers
from monitoring import Monitoring
from preload import WallClock, wall_clocks
from ring import resident
from versions import have, publish

# The seconds by which each engine's clock is ahead.
SKEWS = {"engine-1": 30, "engine-2": -30}
# Longer than a lease: the list does not depend on clocks.
WALKING_SECONDS = 12

AHEAD, FAR_SECONDS = "engine-1", 130
IS_AHEAD = r"clock of another engine is ahead; synchronize both\W.*engine=engine-1\b"
IS_BEHIND = r"clock of another engine is behind; synchronize both\W"
# An engine checks every 2.5 s for changes to report, such as misplaced sessions.
REPORT_SECONDS = 4


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


@pytest.mark.timeout(240)
async def test_a_clock_that_is_two_minutes_ahead_is_logged_and_counted(fleet: Fleet) -> None:
    with wall_clocks(1) as (clock,):
        await start_skewed(fleet, AHEAD, clock, FAR_SECONDS)
        others = {}
        for name in ["engine-2", "engine-3"]:
            engine = await fleet.launch(name, "--monitoring-port", "0")
            others[name] = Monitoring(await engine.next_address("monitoring"))
        await fleet.listed(AHEAD, *others)
        # Of an engine's last two reports the one with the smaller offset counts.
        await asyncio.sleep(REPORT_SECONDS)
        for name in fleet.engines:
            other = next(each for each in fleet.engines if each != name)
            await fleet.conversation(name).open(user=resident(fleet.engines, other))
        await fleet.logs(IS_AHEAD, *others)
        await fleet.logs(IS_BEHIND, AHEAD)
        for monitoring in others.values():
            difference = await monitoring.number("fleet_clock_difference_seconds")
            assert difference > FAR_SECONDS / 2

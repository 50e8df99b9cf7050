"""Engines whose clocks are wrong."""

import asyncio
import re
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from checks import eventually, expect, expect_that
from engine import PATIENT
from fleet import Fleet, running_fleet
from monitoring import Monitoring
from ring import resident
from rotations import Walkers
from versions import have, publish
from wall_clock import WallClock, wall_clocks

# Seconds that each engine's clock is ahead.
SKEWS = {"engine-1": 30, "engine-2": -30}
# Longer than a lease: who is in the list does not depend on clocks.
WALKING_SECONDS = 12

AHEAD, FAR_SECONDS = "engine-1", 130
IS_AHEAD = r"another engine's clock is ahead; set both by a time server\W.*engine=engine-1\b"
IS_BEHIND = r"another engine's clock is behind; set both by a time server\W"
DIFFERENCE = "fleet_clock_difference_seconds"
# An engine looks each 2.5 s whether it has news of itself, such as sessions that belong to others.
REPORT_SECONDS, NOTICED_SECONDS = 4, 15


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


async def far_apart(binary: Path) -> str:
    """An engine whose clock is two minutes ahead and the others log and count that."""
    async with AsyncExitStack() as stack:
        fleet = await stack.enter_async_context(running_fleet(binary))
        (clock,) = stack.enter_context(wall_clocks(1))
        await start_skewed(fleet, AHEAD, clock, FAR_SECONDS)
        others = {name: await started(fleet, name) for name in ["engine-2", "engine-3"]}
        await fleet.listed(AHEAD, *others)
        # Of an engine's last two reports the one counts that is less off.
        await asyncio.sleep(REPORT_SECONDS)
        for name in fleet.engines:
            other = next(each for each in fleet.engines if each != name)
            await fleet.conversation(name).open(user=resident(fleet.engines, other))
        for name, line in [*((name, IS_AHEAD) for name in others), (AHEAD, IS_BEHIND)]:
            await eventually(f"{name} logs it", partial(logs, fleet, name, line), NOTICED_SECONDS)
        differences = [await it.number(DIFFERENCE) for it in others.values()]
        wrong = [it for it in differences if abs(it - FAR_SECONDS) > NOTICED_SECONDS]
        expect(f"what is counted in place of {FAR_SECONDS} s", wrong, [])
        return f"{max(differences):.1f} s are counted"


async def logs(fleet: Fleet, name: str, line: str) -> bool:
    return re.search(line, fleet.log(name)) is not None


async def started(fleet: Fleet, name: str) -> Monitoring:
    engine = await fleet.launch(name, "--monitoring-port", "0", keeps_log=True)
    return Monitoring(await engine.next_address("monitoring"))

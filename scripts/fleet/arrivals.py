"""Engines come, and go, while versions are published."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from checks import expect_that
from fleet import Fleet, running_fleet
from hopping import KEPT_VERSIONS, Traveller, hop
from publications import percentiles, timed
from resuming import Survivor
from versions import digest, have, publish, unpublished_digest


async def coming_and_going(binary: Path, times: int) -> str:
    """Publications succeed while engines join and leave; no session ever meets a version that its
    engine does not know."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        await fleet.publish_keys()
        await publish(fleet, 1)
        traveller = Traveller(fleet, {"engine-1", "engine-2"})
        guest = Guest(fleet, traveller)
        waits: list[float] = []
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(it) for it in (guest.come_and_go(), traveller.travel())]
            for number in range(2, times + 1):
                traveller.publications += 1
                version = await timed(publish(fleet, number), waits)
            for task in tasks:
                task.cancel()
        await have(fleet, version, "engine-1", "engine-2")
        expect_that(guest.visits > 1, f"only {guest.visits} engines came")
        expect_that(traveller.hops > times, f"sessions hopped only {traveller.hops} times")
        return (f"{times} times, {percentiles(waits)}; {guest.visits} engines came and went,"
                f" sessions hopped {traveller.hops} times")  # fmt: skip


@dataclass
class Guest:
    """An engine that comes, takes sessions on, and goes, again and again."""

    fleet: Fleet
    traveller: Traveller
    visits: int = 0
    name: str = "engine-3"

    async def come_and_go(self) -> None:
        while True:
            await self.fleet.start(self.name)
            expect_that(await digest(self.fleet, self.name) != "", "it knows no version")
            self.traveller.engines.add(self.name)
            await asyncio.sleep(0.3)
            self.traveller.engines.discard(self.name)
            await self.fleet.engines[self.name].stop()
            self.visits += 1


async def at_hand(binary: Path) -> str:
    """An engine that came later resumes sessions of the last six versions, as every other does."""
    async with running_fleet(binary, "engine-1") as fleet:
        await fleet.publish_keys()
        digests = {number: await unpublished_digest(fleet, number)
                   for number in range(1, 2 * KEPT_VERSIONS)}  # fmt: skip
        sessions: list[Survivor] = []
        # The order of their digests is not that of their age.
        for number in sorted(digests, key=lambda number: digests[number], reverse=True):
            if len(sessions) == KEPT_VERSIONS + 1:
                await fleet.start("engine-2")
            await have(fleet, await publish(fleet, number))
            sessions.append(Survivor(f"of-version-{number}", experience="mine"))
            await hop(fleet, sessions[-1], "engine-1")
        for session in sessions[-KEPT_VERSIONS:]:
            await hop(fleet, session, "engine-2")
        return f"{KEPT_VERSIONS} of {len(sessions)}"

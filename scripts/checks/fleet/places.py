"""Sessions of a fleet's engines: their number, and whether each is on its engine by the ring."""

import asyncio
from dataclasses import dataclass

import grpc

from fronted import FrontedFleet
from ring import Ring, key
from services import sessions

NAMES = ["engine-1", "engine-2", "engine-3"]
# A lease, a health check's detection time, the time for sessions to leave, and some to resume.
SETTLING_SECONDS = 15 + 6 + 4
# Longer than any step on a busy machine.
PATIENCE = 4 * SETTLING_SECONDS


async def counts(fleet: FrontedFleet) -> dict[str, int]:
    """Returns the number of sessions of each engine."""
    return {name: round(await fleet.monitoring(name).number("sessions_active"))
            for name in fleet.engines}  # fmt: skip


async def resumes(fleet: FrontedFleet) -> int:
    """Returns the number of sessions resumed on the engines since their start."""
    counted = [await fleet.monitoring(name).number("resumes_total", "resumed")
               for name in fleet.engines]  # fmt: skip
    return round(sum(counted))


@dataclass(frozen=True)
class Places:
    """The engines of sessions: the keys on each engine."""

    keys: dict[str, list[str]]

    @property
    def count(self) -> int:
        return sum(map(len, self.keys.values()))

    def misrouted(self, ring: Ring) -> int:
        """Returns the number of sessions that are not on their engine by a ring."""
        return sum(ring.owner(each) != name for name, keys in self.keys.items() for each in keys)

    def words(self, ring: Ring) -> str:
        spread = "/".join(str(len(keys)) for keys in self.keys.values())
        return f"sessions {spread}, {self.misrouted(ring)} misrouted"


async def places(fleet: FrontedFleet) -> Places:
    found = {}
    for name, engine in fleet.engines.items():
        async with grpc.aio.insecure_channel(engine.address) as channel:
            found[name] = [key(it.user, it.session_id) for it in await sessions(channel)]
    return Places(found)


async def whole(fleet: FrontedFleet, count: int, ring: Ring | None = None) -> Places:
    """Waits for `count` open sessions, each where the ring has it, if any. Returns the engines."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE
    while True:
        found = await places(fleet)
        if found.count == count and not (ring and found.misrouted(ring)):
            return found
        told = found.words(Ring(fleet.engines))
        assert loop.time() < deadline, f"after {PATIENCE} s: {told}"
        await asyncio.sleep(0.5)

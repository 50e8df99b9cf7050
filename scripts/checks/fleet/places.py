"""Sessions of a fleet's engines: how many there are, and whether each is where the ring has it."""

import asyncio
from dataclasses import dataclass

import grpc

from fronted import FrontedFleet
from ring import Ring, key
from services import sessions

NAMES = ["engine-1", "engine-2", "engine-3"]
# A lease, what health checks take, the time that sessions have to leave, and some to come back.
SETTLING_SECONDS = 15 + 6 + 4
# Longer than anything takes on a busy machine.
PATIENCE = 4 * SETTLING_SECONDS


async def counts(fleet: FrontedFleet) -> dict[str, int]:
    """How many sessions each engine has."""
    return {name: round(await fleet.monitoring(name).number("sessions_active"))
            for name in fleet.engines}  # fmt: skip


async def resumes(fleet: FrontedFleet) -> int:
    """How many sessions have gone on with the engines since these started."""
    counted = [await fleet.monitoring(name).number("resumes_total", "resumed")
               for name in fleet.engines]  # fmt: skip
    return round(sum(counted))


@dataclass(frozen=True)
class Places:
    """Where sessions are: the keys of each engine's."""

    keys: dict[str, list[str]]

    @property
    def count(self) -> int:
        return sum(map(len, self.keys.values()))

    def astray(self, ring: Ring) -> int:
        """How many are not where a ring has them."""
        return sum(ring.owner(each) != name for name, keys in self.keys.items() for each in keys)

    def words(self, ring: Ring) -> str:
        spread = "/".join(str(len(keys)) for keys in self.keys.values())
        return f"sessions {spread}, {self.astray(ring)} astray"


async def places(fleet: FrontedFleet) -> Places:
    found = {}
    for name, engine in fleet.engines.items():
        async with grpc.aio.insecure_channel(engine.address) as channel:
            found[name] = [key(it.user, it.session_id) for it in await sessions(channel)]
    return Places(found)


async def whole(fleet: FrontedFleet, count: int, ring: Ring | None = None) -> Places:
    """Waits until so many sessions are open, each where a ring has it if one is given. Returns
    where."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE
    while True:
        found = await places(fleet)
        if found.count == count and not (ring and found.astray(ring)):
            return found
        told = found.words(Ring(fleet.engines))
        assert loop.time() < deadline, f"after {PATIENCE} s: {told}"
        await asyncio.sleep(0.5)

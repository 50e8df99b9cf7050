"""What the engines of a fleet say of their sessions."""

from dataclasses import dataclass

import grpc

from fronted import FrontedFleet
from ring import Ring, key
from services import sessions


async def counts(fleet: FrontedFleet) -> dict[str, int]:
    """How many sessions each engine has."""
    return {name: round(await fleet.monitoring(name).number("sessions_active"))
            for name in fleet.engines}  # fmt: skip


async def events(fleet: FrontedFleet) -> float:
    """How many events the engines have received since they started."""
    series = [await fleet.monitoring(name).numbers("events_total") for name in fleet.engines]
    return sum(sum(each.values()) for each in series)


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

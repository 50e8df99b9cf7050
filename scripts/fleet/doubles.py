"""A session that is open on two engines."""

import asyncio
import time
from pathlib import Path

from checks import eventually, expect
from fleet import Fleet, running_fleet
from frames import tap
from ring import resident

NAMES = ["engine-1", "engine-2"]
# Engines report each 2.5 s what is not where it belongs, and read what others report; an answer
# takes as long again. Less than until sessions are sent to where they belong.
SECONDS = 12
FOREIGN = "a session's name is also open on another engine, by another user"


async def doubled(binary: Path) -> str:
    """Of a user's two streams the one with the lower epoch ends. Two users keep theirs."""
    async with running_fleet(binary) as fleet:
        for name in NAMES:
            await fleet.launch(name, keeps_log=True)
        await fleet.listed(*NAMES)
        *times, _ = await asyncio.gather(
            *(superseded(fleet, home, later) for home in NAMES for later in NAMES), foreign(fleet))
        return f"of {len(times)} sessions the older stream ends within {max(times):.1f} s"


async def superseded(fleet: Fleet, home: str, later: str) -> float:
    """Opens a session on both engines. Returns after how many seconds the older stream ended."""
    older, clients = next(name for name in NAMES if name != later), {}
    for epoch, name in enumerate([older, later], 1):
        clients[name] = fleet.conversation(name)
        await clients[name].open(
            session_id=f"{home}-{later}", user=resident(NAMES, home), epoch=epoch)  # fmt: skip
    start = time.monotonic()
    _, failure = await clients[older].failure_within(SECONDS)
    seconds = time.monotonic() - start
    expect("how the older stream ended", failure.reason, "SUPERSEDED")
    await clients[later].exchange(tap(1))
    return seconds


async def foreign(fleet: Fleet) -> None:
    """Opens sessions of two users with one name, each not where it belongs."""
    clients = {name: fleet.conversation(name) for name in NAMES}
    for name, other in zip(NAMES, reversed(NAMES), strict=True):
        await clients[name].open(session_id="of-two", user=resident(NAMES, other))
        expect("what is logged of it", FOREIGN in fleet.log(name), False)

    async def holds() -> bool:
        return all(FOREIGN in fleet.log(name) for name in NAMES)

    await eventually("both engines log that a name is open twice", holds, SECONDS)
    for client in clients.values():
        await client.exchange(tap(1))

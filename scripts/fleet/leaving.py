"""Sessions leave an engine for the one that they belong to."""

import asyncio
from pathlib import Path

from checks import expect, expect_that
from conversation import Conversation
from fleet import running_fleet

# A lease, and what a proxy's health checks take.
SETTLING_SECONDS = 15


async def leaving(binary: Path) -> str:
    """Sessions whose key is another engine's are told to go there, and kept if they come back."""
    async with running_fleet(binary, "engine-1") as fleet:
        clients = [fleet.conversation("engine-1") for _ in range(60)]
        for number, client in enumerate(clients):
            await client.open(session_id=f"s{number}", user=f"user-{number}")
        await fleet.start("engine-2")
        told = await asyncio.gather(*(told_to_leave(client) for client in clients))
        moved = [number for number, is_told in enumerate(told) if is_told]
        expect_that(15 <= len(moved) <= 45, f"{len(moved)} of 60 were told to go")
        back = fleet.conversation("engine-1")
        await back.open(session_id=f"s{moved[0]}", user=f"user-{moved[0]}", epoch=2)
        expect("told again", await told_to_leave(back), False)
        return f"{len(moved)} of 60 sessions"


async def told_to_leave(client: Conversation) -> bool:
    seconds = SETTLING_SECONDS + 5
    try:
        async with asyncio.timeout(seconds):
            while not (await client.receive(seconds)).HasField("drain"):
                pass
    except TimeoutError:
        return False
    return True

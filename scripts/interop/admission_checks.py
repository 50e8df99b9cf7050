"""How many sessions a server takes on, and who is told to come back later."""

import asyncio
from typing import Any

from call_checks import failure
from called_session import CalledSession
from checks import Check, Lab, expect
from conversation import Conversation, Failure
from frames import heartbeat, opening, tap
from limit_checks import expect_end, limits
from own_engine import key_file, own_engine, two_engines
from process_checks import bad_flag
from resuming import Survivor
from session_checks import close_well, tabs


async def opened(lab: Lab, **fields: Any) -> Conversation:
    conversation = lab.conversation()
    await conversation.open(**fields)
    return conversation


async def refusals(lab: Lab, **fields: Any) -> list[Failure]:
    """How an opening ends that is refused, by stream and by a call."""
    _, by_stream = await lab.conversation().failure(opening(**fields))
    return [by_stream, await failure(CalledSession(lab).open(**fields))]


async def expect_overloaded(lab: Lab, limit: str, **fields: Any) -> None:
    for end in await refusals(lab, **fields):
        expect_end(end, "UNAVAILABLE", "OVERLOADED", (1, 10))
        expect("metadata", end.metadata, {"limit": limit})


async def sessions(lab: Lab) -> None:
    async with two_engines(lab, *limits(sessions=3)) as (one, two):
        survivor = Survivor("resumed")
        await survivor.open(one.conversation())
        others = [await opened(one) for _ in range(2)]
        elsewhere = Survivor("from-elsewhere")
        await elsewhere.open(two.conversation())
        await expect_overloaded(one, "sessions")
        await expect_overloaded(one, "sessions", resume=elsewhere.resumption(),
                                session_id="from-elsewhere", epoch=2)  # fmt: skip
        # It is one of the three.
        for client in [one.conversation(), CalledSession(one)]:
            await survivor.resume(client)
            expect("tabs", tabs(await survivor.exchange(tap(1), tap(0))), [1, 0])
        await close_well(others[0])
        await elsewhere.resume(one.conversation())
        await expect_overloaded(one, "sessions")


async def memory(lab: Lab) -> None:
    """A server that uses too much takes on what is resumed, and nothing new."""
    async with key_file(lab) as file:
        keys = ["--checkpoint-keys", str(file)]
        async with own_engine(lab, *keys) as one, own_engine(
            lab, *keys, *limits(memory_mib=16)
        ) as two:
            survivor = Survivor("resumed")
            await survivor.open(one.conversation())
            # It looks at its memory every second.
            await asyncio.sleep(1.5)
            await expect_overloaded(two, "memory")
            await survivor.resume(two.conversation())


CHECKS = [
    Check("OVERLOADED: as many sessions as are allowed", sessions),
    Check("OVERLOADED: as much memory as is allowed", memory),
    bad_flag("--limit", "sessions=0"),
    bad_flag("--limit", "sessions=x"),
    bad_flag("--limit", "opens-per-second=-1"),
    bad_flag("--limit", "sessions-per-user=1.5"),
    bad_flag("--limit", "frame-bytes=1023"),
    bad_flag("--limit", "heartbeat-seconds=601"),
    bad_flag("--limit", "event-burst="),
    bad_flag("--limit", "memory-mib"),
    bad_flag("--limit", "attic=1"),
    bad_flag("--drain-deadline", "601"),
    bad_flag("--record", "attic", "--record-share", "1.1"),
    bad_flag("--record", "attic", "--record-budget", "0"),
]

SLOW_CHECKS = [
]

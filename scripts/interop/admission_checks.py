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


async def many_refusals(lab: Lab) -> None:
    """All on one connection, which goes on."""
    async with own_engine(lab, *limits(sessions=1)) as own:
        one = await opened(own)
        for _ in range(5):
            ends = await asyncio.gather(
                *[own.conversation().failure(opening()) for _ in range(100)])
            for _, end in ends:
                expect_end(end, "UNAVAILABLE", "OVERLOADED", (1, 10))
        expect("tabs", tabs(await one.exchange(tap(1), tap(0))), [1, 0])
        await close_well(one)


async def opens_per_second(lab: Lab) -> None:
    """A fifth of the burst is for sessions that are resumed."""
    async with two_engines(lab, *limits(opens_per_second=2, open_burst=10)) as (one, two):
        survivor = Survivor("resumed")
        await survivor.open(two.conversation())
        for _ in range(8):
            await opened(one)
        await expect_overloaded(one, "opens_per_second")
        await survivor.resume(one.conversation())
        await asyncio.sleep(1.5)
        await opened(one)


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


async def sessions_per_user(lab: Lab) -> None:
    async with own_engine(lab, *limits(sessions_per_user=2)) as own:
        first = await opened(own, session_id="a", user="anna")
        await opened(own, session_id="b", user="anna")
        for end in await refusals(own, session_id="c", user="anna"):
            expect_end(end, "RESOURCE_EXHAUSTED", "TOO_MANY_SESSIONS", (5, 5))
            expect("metadata", end.metadata, {"limit": "sessions_per_user"})
        await opened(own, session_id="d", user="berta")
        for _ in range(5):
            await opened(own)
        await opened(own, session_id="b", user="anna", epoch=2)
        await close_well(first)
        await opened(own, session_id="c", user="anna")


async def usual_sessions_per_user(lab: Lab) -> None:
    async with own_engine(lab) as own:
        for _ in range(32):
            await opened(own, user="anna")
        for end in await refusals(own, user="anna"):
            expect("code and reason", (end.code, end.reason),
                   ("RESOURCE_EXHAUSTED", "TOO_MANY_SESSIONS"))  # fmt: skip


async def changed_times(lab: Lab) -> None:
    """Three heartbeats of a second, or four seconds without an event."""
    async with own_engine(lab, *limits(heartbeat_seconds=1, idle_seconds=4)) as own:
        quiet, idle = await opened(own), await opened(own)

        async def beat() -> Failure:
            for _ in range(5):
                await asyncio.sleep(0.5)
                await idle.send(heartbeat(0))
            return (await idle.failure_within(5))[1]

        (_, silence), idleness = await asyncio.gather(quiet.failure_within(10), beat())
        expect_end(silence, "DEADLINE_EXCEEDED", "HEARTBEAT_LOST", (1, 1))
        expect("the end of the idle", (idleness.code, idleness.reason),
               ("DEADLINE_EXCEEDED", "IDLE"))  # fmt: skip


CHECKS = [
    Check("OVERLOADED: as many sessions as are allowed", sessions),
    Check("500 sessions refused on one connection do it no harm", many_refusals),
    Check("OVERLOADED: as many as may open per second", opens_per_second),
    Check("OVERLOADED: as much memory as is allowed", memory),
    Check("TOO_MANY_SESSIONS: two of a user", sessions_per_user),
    Check("TOO_MANY_SESSIONS: 32 of a user, as a rule", usual_sessions_per_user),
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
    Check("heartbeats and idleness are as long as it is told", changed_times),
]

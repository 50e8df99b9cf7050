"""A server that goes down by a signal: who hears of it, and when."""

import asyncio
import signal
import time
from typing import Any

from call_checks import failure, watch
from called_session import CalledSession
from checks import Check, Lab, expect, expect_that
from conversation import Conversation, Failure
from frames import Response, opening, tap
from health.v1 import health_pb2
from own_engine import own_engine
from session_checks import close_well, tabs
from stalled_checks import StalledClient

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def expect_draining(what: str, end: Failure) -> None:
    expect(what, (end.code, end.reason), ("UNAVAILABLE", "DRAINING"))
    expect_that(end.retry_delay is not None and 0 <= end.retry_delay <= 1,
                f"{what}: the retry delay is {end.retry_delay}")  # fmt: skip


def has_drain(frame: Response) -> bool:
    return frame.HasField("drain")


async def drain_frame(client: Conversation) -> Response:
    return (await client.receive_until(has_drain))[-1]


async def opened(lab: Lab, **fields: Any) -> Conversation:
    conversation = lab.conversation()
    await conversation.open(**fields)
    return conversation


async def health_first(lab: Lab) -> None:
    """Proxies have half a second to notice before clients are told; nobody new comes in."""
    async with own_engine(lab, "--drain-notice", "0.5", drain_deadline=9) as own:
        client = await opened(own, session_id="stays")
        called = CalledSession(own)
        await called.open(session_id="stays-on-calls")
        watcher = watch(own.channel, "")
        expect("first", (await watcher.read()).status, SERVING)
        start = time.monotonic()
        own.engine.tell(signal.SIGTERM)
        expect("then", (await watcher.read()).status, NOT_SERVING)
        await expect_refused(own)
        expect("tabs meanwhile", tabs(await client.exchange(tap(1))), [1])
        for each in [client, called]:
            await drain_frame(each)
            expect_that(time.monotonic() - start > 0.45, "clients were told at the same time")
        expect("tabs while it drains", tabs(await client.exchange(tap(2))), [2])
        await expect_refused(own)
        await close_well(client)
        await close_well(called)
        expect("exit code", await own.engine.ended(), 0)
        expect_that(time.monotonic() - start < 5, "the server waited although nobody was left")


async def expect_refused(lab: Lab) -> None:
    """A new session, one that is open, and one that is to be resumed."""
    for fields in [{}, {"session_id": "stays", "epoch": 2},
                   {"resume": {"token": b"x", "first_event": 1}}]:  # fmt: skip
        _, end = await lab.conversation().failure(opening(**fields))
        expect_draining(f"the end of a new stream with {list(fields)}", end)
        expect_draining("the end of a call", await failure(CalledSession(lab).open(**fields)))


async def expect_forced(lab: Lab, number: signal.Signals) -> None:
    start = time.monotonic()
    expect("exit code", await lab.engine.ended(number), 1)
    expect_that(time.monotonic() - start < 8, "it took its time")


async def second_signal(lab: Lab) -> None:
    """The first one may come twice: to the process, and to its group."""
    async with own_engine(lab, drain_deadline=60) as own:
        client = await opened(own)
        own.engine.tell(signal.SIGTERM)
        own.engine.tell(signal.SIGTERM)
        await drain_frame(client)
        own.engine.tell(signal.SIGTERM)
        await asyncio.sleep(1.2)
        expect("tabs while it drains", tabs(await client.exchange(tap(1))), [1])
        await expect_forced(own, signal.SIGTERM)


def interrupted(first: signal.Signals) -> Check:
    async def run(lab: Lab) -> None:
        async with own_engine(lab, drain_deadline=60) as own:
            client = await opened(own)
            own.engine.tell(first)
            await drain_frame(client)
            await expect_forced(own, signal.SIGINT)

    return Check(f"draining: SIGINT right after {first.name} ends it at once", run)


async def who_does_not_read(lab: Lab) -> None:
    """A client that reads nothing keeps the server for the deadline and a few seconds at most."""
    async with own_engine(lab, drain_deadline=1) as own:
        client = await StalledClient.connect(own.engine.port)
        await asyncio.sleep(0.5)
        start = time.monotonic()
        expect("exit code", await own.engine.ended(signal.SIGTERM), 0)
        expect_that(time.monotonic() - start < 6, "it took more than 1 + 3 s")
        client.close()


CHECKS = [
    Check("draining: health says so first, and nobody new comes in", health_first),
    Check("draining: a second SIGTERM ends it at once, but not within a second", second_signal),
    interrupted(signal.SIGINT),
    interrupted(signal.SIGTERM),
]

SLOW_CHECKS = [
    Check("draining: a client that does not read", who_does_not_read),
]

"""A server that goes down: who hears of it, and when, and that nothing is lost."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

from google.protobuf.duration_pb2 import Duration

from call_checks import failure, watch
from called_session import CalledSession
from checks import Check, Lab, expect, expect_that
from conversation import OK, Conversation, Failure
from frames import Response, opening, tap
from health.v1 import health_pb2
from interaction.v1 import inspector_service_pb2
from own_engine import own_engine, two_engines
from resuming import Survivor, expect_same, journey, uninterrupted
from session_checks import close_well, tabs
from stalled_checks import StalledClient

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def drain(lab: Lab, deadline: Duration | None = None) -> Awaitable[Any]:
    method = lab.channel.unary_unary(
        "/interaction.v1.InspectorService/Drain",
        inspector_service_pb2.DrainRequest.SerializeToString,
        inspector_service_pb2.DrainResponse.FromString)  # fmt: skip
    return method(inspector_service_pb2.DrainRequest(deadline=deadline))


def seconds_of(duration: Duration) -> float:
    return duration.seconds + duration.nanos / 1e9


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


async def counts(lab: Lab) -> None:
    async with own_engine(lab, drain_deadline=20) as own:
        clients = [await opened(own) for _ in range(3)]
        answer = await drain(own, Duration(seconds=9))
        expect("sessions", answer.sessions, 3)
        expect_that(8 < seconds_of(answer.deadline) <= 9, f"the deadline is {answer.deadline}")
        for client in clients:
            part = (await drain_frame(client)).drain
            expect_that(8 < seconds_of(part.deadline) <= 9, f"a client's is {part.deadline}")
            expect_that(seconds_of(part.leave_after) <= 4.5, f"leave after {part.leave_after}")
        await close_well(clients.pop())
        answer = await drain(own, Duration(seconds=500))
        expect("sessions left", answer.sessions, 2)
        expect_that(seconds_of(answer.deadline) <= 9, f"then the deadline is {answer.deadline}")
        for client in clients:
            await close_well(client)
        expect("exit code", await own.engine.ended(), 0)


async def own_choice(lab: Lab) -> None:
    async with own_engine(lab, drain_deadline=0.7) as own:
        client = await opened(own)
        answer = await drain(own)
        expect_that(0.5 < seconds_of(answer.deadline) <= 0.7, f"it is {answer.deadline}")
        frames, end = await client.failure_within(5)
        expect("drain frames", sum(map(has_drain, frames)), 1)
        expect_draining("the end", end)
        expect("exit code", await own.engine.ended(), 0)


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


async def leaver(
    survivor: Survivor, connect: Callable[[], Conversation], elsewhere: Conversation
) -> None:
    """Plays until it is told to leave, leaves between two batches, and goes on elsewhere."""
    await survivor.open(connect())
    told = False
    while not told:
        events = survivor.next_events(min(survivor.conversation.sent + 3, 200))
        if not events:
            survivor.note(frame := await survivor.conversation.receive())
            frames = [frame]
        else:
            frames = await survivor.exchange(*events)
        told = any(map(has_drain, frames))
    frames, end = await survivor.conversation.close()
    for frame in frames:
        survivor.note(frame)
    expect("the end of who leaves in time", end, OK)
    await survivor.resume(elsewhere)
    await survivor.play()
    await close_well(survivor.conversation)


async def in_time(lab: Lab) -> None:
    """Twelve clients leave for another server in the middle of it all."""
    async with two_engines(lab, "--drain-deadline", "9") as (one, two):
        trace = journey()
        expected = await uninterrupted(two.conversation(), trace)
        survivors = [Survivor(f"leaver-{number}", trace) for number in range(12)]

        def connect(number: int) -> Callable[[], Conversation]:
            return (lambda: CalledSession(one)) if number % 2 else one.conversation

        async with asyncio.TaskGroup() as group:
            for number, survivor in enumerate(survivors):
                group.create_task(leaver(survivor, connect(number), two.conversation()))
            await asyncio.sleep(0.6)
            start = time.monotonic()
            code = await one.engine.ended(signal.SIGTERM)
        expect("exit code", code, 0)
        expect_that(time.monotonic() - start < 6, "nobody was left, and it went on")
        for survivor in survivors:
            expect_same(survivor.directives, expected)


async def too_late(lab: Lab) -> None:
    """Who stays is cut off at the deadline, and can resume from what came last."""
    async with two_engines(lab, "--drain-deadline", "1") as (one, two):
        trace = journey()
        expected = await uninterrupted(two.conversation(), trace)
        stayers = [(Survivor("stream", trace), one.conversation()),
                   (Survivor("calls", trace), CalledSession(one))]  # fmt: skip
        for survivor, client in stayers:
            await survivor.open(client)
            await survivor.play(130)
        start = time.monotonic()
        ended = asyncio.create_task(one.engine.ended(signal.SIGTERM))
        for survivor, client in stayers:
            frames, end = await client.failure_within(5)
            expect_that(time.monotonic() - start > 0.8, "it was cut off before its second")
            expect("drain frames", sum(map(has_drain, frames)), 1)
            expect_draining("the end", end)
            for frame in frames:
                survivor.note(frame)
            expect("last event in the checkpoint", survivor.checkpoint.event, 130)
            await survivor.resume(two.conversation())
            await survivor.play()
            expect_same(survivor.directives, expected)
        expect("exit code", await ended, 0)


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
    Check("Drain: the server's own deadline", own_choice),
    Check("draining: health says so first, and nobody new comes in", health_first),
    Check("draining: who leaves in time loses nothing elsewhere", in_time),
    Check("draining: who stays is cut off, and loses nothing elsewhere", too_late),
    Check("draining: a second SIGTERM ends it at once, but not within a second", second_signal),
    interrupted(signal.SIGINT),
    interrupted(signal.SIGTERM),
]

SLOW_CHECKS = [
    Check("draining: a client that does not read", who_does_not_read),
]

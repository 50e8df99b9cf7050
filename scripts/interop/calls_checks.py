"""OpenSession, SendEvents and Subscribe: the session of a stream, on single calls."""

import asyncio
import json
import re
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc

from bad_input_checks import BAD_FRAMES, BadFrame, undisturbing
from call_checks import failure
from called_session import CalledSession, OpenSessionRequest, Subscription, called
from checks import Check, Lab, eventually, expect, expect_in, expect_that
from control_checks import Directive, moved, numbers, order
from conversation import Conversation, Failure
from engine import Engine
from frames import (
    BEGAN, Request, ack, batch, event, heartbeat, held, opening, padded, samples, scroll, tap,
    unknown_kind,
)  # fmt: skip
from interaction.v1 import event_pb2
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub
from services import active_sessions
from session_checks import OK, close_well, directives, tabs
from shop import shop
from tool_checks import INTERACT, buf, documents, grpcurl
from traces import Trace, read_trace

TRACES = Path(__file__).parents[2] / "Tests/Traces"
SERVICE = "interaction.v1.InteractionService"
CALLS = ["OpenSession", "SendEvents", "Subscribe"]


async def opened_as_by_a_stream(lab: Lab) -> None:
    fields = {"capabilities": {"skips_samples": True}, "time_us": 7}
    conversation = lab.conversation()
    by_stream = await conversation.open(session_id="by-stream", **fields)
    async with called(lab, "by-calls") as session:
        await session.send(end=True)
        by_calls = await session.open_unread(session_id="by-calls", **fields)
        expect_that(re.fullmatch("[0-9a-f]{32}", session.key) is not None, "the key is no key")
    expect("session", by_calls.opened.session_id, "by-calls")
    by_calls.opened.session_id = "by-stream"
    expect("first frame", by_calls, by_stream)
    await close_well(conversation)


async def session_on_calls(lab: Lab) -> None:
    async with called(lab, "calls", time_us=5) as session:
        await session.subscribe()
        answer = await session.send(batch(1, scroll(0, BEGAN), scroll(400), scroll(500)))
        expect("last event applied", answer.acked_event, 3)
        frame = await session.receive()
        expect("causing event", frame.directives[0].cause.event_sequence, 3)
        expect("its ack", frame.acked_event, 3)
        await session.send(ack(frame.directives[0].sequence))
        answer = await session.send(batch(4, scroll(500, event_pb2.SCROLL_PHASE_ENDED, velocity=0)))
        expect("deadline in the answer", answer.next_deadline_us, 1_000_005)
        await session.send(heartbeat(9))
        frames = await session.receive_until(lambda frame: frame.HasField("heartbeat"))
        expect("heartbeat", frames[-1].heartbeat.time_us, 9)
        frames, end = await session.close()
        expect("the end", end, OK)


async def keys(lab: Lab) -> None:
    """Every session has its own, and the same session another one each time."""
    found = []
    for name in ["one", "two", "one"]:
        async with called(lab, name) as session:
            found.append(session.key)
    expect("different keys", len(set(found)), 3)


async def frames_wait(lab: Lab) -> None:
    async with called(lab, "calls") as session:
        for number in range(1, 201):
            await session.send(batch(number, tap(number % 2)))
        await session.subscribe()
        frames = await session.acked(200)
        expect("numbers", numbers(directives(frames)), list(range(1, 201)))
        await close_well(session)


async def last_frame(lab: Lab) -> None:
    """Events and the end in one call: the frame that they lead to is the last one."""
    async with called(lab, "calls") as session:
        await session.subscribe()
        await session.send(batch(1, scroll(0, BEGAN), tap(1)), end=True)
        frames, end = await session.failure_within(10)
        expect("tabs", tabs(frames), [1])
        expect("last ack", frames[-1].acked_event, 2)
        expect("the end", end, OK)
        expect("reason after it", (await sent(session, heartbeat(0))).reason, "UNKNOWN_SESSION")
        expect("end of another Subscribe", (await unread(lab, session)).reason, "UNKNOWN_SESSION")


async def answer_to_the_end(lab: Lab) -> None:
    async with called(lab, "calls") as session:
        answer = await session.send(batch(1, tap(1), tap(2)), end=True)
        expect("last event applied, in the answer to the end", answer.acked_event, 2)


def sent(session: CalledSession, frame: Request | None = None) -> Awaitable[Failure]:
    return failure(session.send(frame))


async def unread(lab: Lab, session: CalledSession) -> Failure:
    """How a Subscribe ends that brings nothing; it is not the session's reader."""
    frames, end = await Subscription(lab.channel, session.id, session.key).failure_within(10)
    expect("frames before the end", frames, [])
    return end


async def quiet_batches(lab: Lab) -> None:
    """Without directives, acknowledgements come by time and number as on a stream."""
    async with called(lab, "calls") as session:
        await session.subscribe()
        await session.send(batch(1, scroll(0, BEGAN), scroll(1)))
        expect("ack by time", (await session.receive()).acked_event, 2)
        await session.send(batch(3, samples(*range(2, 34))))
        expect("ack by number", (await session.receive()).acked_event, 34)
        await close_well(session)


async def repeated_events(lab: Lab) -> None:
    async with called(lab, "calls") as session:
        await session.subscribe()
        for answer in [await session.send(batch(1, tap(1), tap(2))) for _ in range(2)]:
            expect("last event applied", answer.acked_event, 2)
        answer = await session.send(batch(2, tap(2), tap(3)))
        expect("after an overlap", answer.acked_event, 3)
        frames = await session.acked(3)
        expect("tabs", tabs(frames), [1, 2, 3])
        await close_well(session)


async def malformed_events(lab: Lab) -> None:
    async with called(lab, "calls") as session:
        await session.subscribe()
        answer = await session.send(batch(1, tap(1), tap(9), unknown_kind(), tap(2)))
        expect("last event applied", answer.acked_event, 4)
        frame = await session.receive()
        expect("notices", [(notice.sequence, notice.reason, notice.violations[0].field)
                           for notice in frame.notices], [(2, "MALFORMED_EVENT", "tap.tab")])
        expect("tabs", tabs([frame]), [1, 2])
        await session.send(heartbeat(3, held("attic")))
        frame = await session.receive()
        expect("heartbeat's notice", [(notice.sequence, notice.violations[0].field)
                                      for notice in frame.notices],
               [(0, "heartbeat.held_drags[0].source")])
        await close_well(session)  # fmt: skip


async def too_many_malformed_events(lab: Lab) -> None:
    async with called(lab, "calls") as session:
        await session.subscribe()
        await session.send(batch(1, *[tap(9)] * 9))
        at_send = await sent(session, batch(10, tap(9), tap(1)))
        frames, at_subscribe = await session.failure_within(10)
        expect("reason", at_send.reason, "TOO_MANY_MALFORMED_EVENTS")
        expect("end of Subscribe", at_subscribe, at_send)
        expect("notices", [notice.sequence for frame in frames for notice in frame.notices],
               list(range(1, 11)))  # fmt: skip
        expect("tabs", tabs(frames), [])


async def held_pointers(lab: Lab) -> None:
    """A finger on the bar that heartbeats name goes on; one that they do not is cancelled."""
    down = event(pointer={"pointer": 7, "phase": 1, "target": "tab/1", "x": 100, "y": 790})
    up = event(200, pointer={"pointer": 7, "phase": 3, "target": "tab/1", "x": 100, "y": 790})
    for pointers, selected in [([7], [1]), ([], []), ([8], [])]:
        async with called(lab, "calls") as session:
            await session.subscribe()
            await session.send(batch(1, down))
            beat = heartbeat(100)
            beat.heartbeat.held_pointers.extend(pointers)
            await session.send(beat)
            await session.send(batch(2, up))
            frames, _ = await session.close()
            expect(f"tabs if {pointers} are held", tabs(frames), selected)


async def sideways_samples(lab: Lab) -> None:
    """Packed samples carry where a list stands sideways: as many numbers as samples, or none."""
    async with called(lab, "calls") as session:
        await session.subscribe()
        run = {"source": "home", "drag": 1, "phase": 2, "delta_us": [0, 0], "y": [1, 500]}
        begin = scroll(0, BEGAN)
        answer = await session.send(batch(1, begin, event(scroll_samples=run | {"x": [3, 4]})))
        expect("last event applied", answer.acked_event, 3)
        expect("causes", [item.cause.event_sequence for item in (
            await session.receive()).directives], [3])  # fmt: skip
        await session.send(batch(4, event(scroll_samples=run | {"x": [3]})))
        frames = await session.acked(5)
        fields = [notice.violations[0].field for frame in frames for notice in frame.notices]
        expect_that(len(fields) > 0 and set(fields) == {"scroll_samples.x"},
                    f"the notices are for {fields}")  # fmt: skip
        await close_well(session)


async def look_at_the_standing(lab: Lab) -> None:
    async with called(lab, "calls") as session:
        await session.send(batch(1, tap(1)))
        expect("last event applied", (await session.send()).acked_event, 1)


async def wrong_keys(lab: Lab) -> None:
    async with called(lab, "calls") as session, called(lab, "others") as other:
        key = session.key
        await session.subscribe()
        for wrong in ["", other.key, key[:-1], key + "0", f" {key}", "0" * 32, "x" * 60_000]:
            session.key = wrong
            for end in [await sent(session, batch(1, tap(1))), await sent(session),
                        await failure(session.send(end=True)), await unread(lab, session)]:
                expect(f"reason for {wrong[:40]!r}", (end.code, end.reason),
                       ("NOT_FOUND", "UNKNOWN_SESSION"))  # fmt: skip
        session.key = key
        answer = await session.send(batch(1, tap(2)))
        expect("last event applied by the right key", answer.acked_event, 1)
        frames, end = await session.close()
        expect("what the reader had of all this", (tabs(frames), end), ([2], OK))


async def unknown_sessions(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open(session_id="streamed")
    async with called(lab, "calls") as session:
        key = session.key
    for name in ["nobody", "", "calls", "streamed", "x" * 60_000]:
        session.id, session.key = name, key
        for end in [await sent(session, heartbeat(0)), await unread(lab, session)]:
            expect(f"reason for {name[:40]!r}", (end.code, end.reason),
                   ("NOT_FOUND", "UNKNOWN_SESSION"))  # fmt: skip
            expect_that(len(end.message) < 500, "the message repeats all of the name")
    expect("tabs of the stream", tabs(await conversation.exchange(tap(1))), [1])
    await close_well(conversation)


def opening_checks() -> Iterator[Check]:
    """What no stream may open with, no call may either."""
    for case in BAD_FRAMES:
        frame = case.frames[0]
        if len(case.frames) == 1 and isinstance(frame, Request) and frame.HasField("open"):
            yield undisturbing(
                f"OpenSession: {case.code} {case.reason}: {case.name}", badly_opened(case))


def badly_opened(case: BadFrame) -> Callable[[Lab], Awaitable[None]]:
    async def run(lab: Lab) -> None:
        assert isinstance(case.frames[0], Request)
        request = OpenSessionRequest(open=case.frames[0].open)
        end = await failure(InteractionServiceStub(lab.channel).OpenSession(request))
        expect_case(end, case)

    return run


def expect_case(end: Failure, case: BadFrame) -> None:
    expect("code and reason", (end.code, end.reason), (case.code, case.reason))
    expect("fields", end.fields, case.fields)
    expect("metadata", end.metadata, case.metadata)


def sending_checks() -> Iterator[Check]:
    """What ends a stream ends a session on calls, and both calls say why."""
    for case in BAD_FRAMES:
        later = [frame for frame in case.frames[1:] if isinstance(frame, Request)]
        kinds = {frame.WhichOneof("frame") for frame in later}
        if len(later) == len(case.frames) - 1 and later and "open" not in kinds:
            yield undisturbing(
                f"SendEvents: {case.code} {case.reason}: {case.name}", badly_sent(case))


def badly_sent(case: BadFrame) -> Callable[[Lab], Awaitable[None]]:
    async def run(lab: Lab) -> None:
        async with called(lab, "calls") as session:
            await session.subscribe()
            *good, bad = [frame for frame in case.frames[1:] if isinstance(frame, Request)]
            for frame in good:
                await session.send(frame)
            at_send = await sent(session, bad)
            expect_case(at_send, case)
            _, at_subscribe = await session.failure_within(10)
            expect("end of Subscribe", at_subscribe, at_send)
            end = await sent(session, heartbeat(0))
            expect("reason after the end", end.reason, "UNKNOWN_SESSION")

    return run


async def no_opening(lab: Lab) -> None:
    end = await failure(InteractionServiceStub(lab.channel).OpenSession(OpenSessionRequest()))
    expect("reason and fields", (end.reason, end.fields),
           ("MALFORMED_FRAME", ("open.protocol_version",)))  # fmt: skip


async def oversize(lab: Lab) -> None:
    """It is the call that is refused; the session goes on."""
    async with called(lab, "calls") as session:
        await session.subscribe()
        send = lab.channel.unary_unary(f"/{SERVICE}/SendEvents")
        good = session.request(batch(1, tap(1)))
        for size in [64 * 1024 + 1, 512 * 1024]:
            end = await failure(send(padded(good, size)))
            expect("code and reason", (end.code, end.reason),
                   ("RESOURCE_EXHAUSTED", "FRAME_TOO_LARGE"))  # fmt: skip
            expect("metadata", end.metadata, {"max_frame_bytes": "65536"})
        for data in [b"\xff" * 16, good.SerializeToString()[:-1]]:
            end = await failure(send(data))
            expect("reason for no message", (end.reason, end.fields),
                   ("MALFORMED_FRAME", ("frame",)))  # fmt: skip
        await send(padded(good, 64 * 1024))
        expect("tabs", tabs([await session.receive()]), [1])
        await close_well(session)


async def newer_subscribe(lab: Lab) -> None:
    async with called(lab, "calls") as session:
        await session.send(batch(1, tap(1)))
        older = await session.subscribe()
        expect("tabs", tabs([await older.receive()]), [1])
        await session.subscribe()
        frames, end = await older.failure_within(10)
        expect("end of the older", (frames, end.code, end.reason), ([], "ABORTED", "SUPERSEDED"))
        await session.send(batch(2, tap(2)))
        frames, end = await session.close()
        # What was not acknowledged comes again: nobody knows whether it arrived.
        expect("what the newer has", (tabs(frames), end), ([1, 2], OK))


async def many_subscribes(lab: Lab) -> None:
    """Whoever reads to the end of each Subscribe has every directive, told apart by its number."""
    async with called(lab, "calls") as session:
        readers = []
        number = 0
        for _ in range(40):
            reader = await session.subscribe()
            readers.append(asyncio.create_task(reader.failure_within(10)))
            for _ in range(5):
                number += 1
                await session.send(batch(number, tap(number % 2)))
        await session.send(end=True)
        *older, (last, end) = await asyncio.gather(*readers)
        expect("ends of the older", Counter(end.reason for _, end in older), {"SUPERSEDED": 39})
        expect("end of the last", end, OK)
        frames = [frame for read, _ in older for frame in read] + last
        found = list(dict.fromkeys(numbers(directives(frames))))
        expect("numbers", found, list(range(1, number + 1)))


async def subscribes_at_once(lab: Lab) -> None:
    """Of 30 at once one stays, and all frames arrive once."""
    async with called(lab, "calls") as session:
        readers = await asyncio.gather(*(session.subscribe() for _ in range(30)))
        reading = [asyncio.create_task(reader.failure_within(10)) for reader in readers]
        for number in range(1, 51):
            await session.send(batch(number, tap(number % 2)))
        await session.send(end=True)
        read = await asyncio.gather(*reading)
        ends = Counter(end.reason or end.code for _, end in read)
        expect("ends", ends, {"SUPERSEDED": 29, "OK": 1})
        found = sorted(number for frames, _ in read for number in numbers(directives(frames)))
        expect("numbers", found, list(range(1, 51)))


async def cancelled_subscribes(
    lab: Lab, *, reads_all: bool = True, tells_first: bool = False
) -> None:
    """A client reads all or one of five frames, acknowledges it and cancels, 20 times; the next
    Subscribe goes on where it was."""
    async with shop(lab) as own, called(own, "calls") as session:
        found: list[int] = []
        number = 0
        for _ in range(20):
            reader = await session.subscribe()
            for _ in range(5):
                number += 1
                await session.send(batch(number, tap(number % 2)))
            frames = await session.acked(number) if reads_all else [await session.receive()]
            found += numbers(directives(frames))
            await session.send(ack(found[-1]))
            reader.cancel()
            if tells_first:
                number += 1
                await session.send(batch(number, tap(number % 2)))
        await session.subscribe()
        frames, end = await session.close()
        found += numbers(directives(frames))
        expect("the end", end, OK)
        lost = set(range(1, number + 1)) - set(found)
        expect(f"directives of {number} that nobody had", len(lost), 0)


async def cancelled_after_reading(lab: Lab) -> None:
    await cancelled_subscribes(lab)


async def cancelled_then_events(lab: Lab) -> None:
    await cancelled_subscribes(lab, tells_first=True)


async def cancelled_in_the_middle(lab: Lab) -> None:
    await cancelled_subscribes(lab, reads_all=False)


async def lost_subscriber(lab: Lab) -> None:
    """The connection of the reader breaks; what it had not read comes by another one."""
    async with shop(lab) as own, called(own, "calls") as session:
        async with grpc.aio.insecure_channel(
            own.engine.address, options=[("grpc.use_local_subchannel_pool", 1)]
        ) as channel:
            other = CalledSession(replace(own, channel=channel))
            other.id, other.key = session.id, session.key
            await other.subscribe()
            await session.send(batch(1, tap(1)))
            expect("tabs", tabs(await other.acked(1)), [1])
        for number in range(2, 10):
            await session.send(batch(number, tap(number % 2)))
        await session.subscribe()
        frames, end = await session.close()
        expect("numbers", (numbers(directives(frames)), end), (list(range(1, 10)), OK))


async def nobody_reads(lab: Lab) -> None:
    """As many frames wait as on a stream; more end the session."""
    async with called(lab, "calls") as session:
        for count in range(1, 400):
            end = await sent(session, heartbeat(count))
            if end.code != "OK":
                break
        expect("code and reason", (end.code, end.reason), ("RESOURCE_EXHAUSTED", "SLOW_CONSUMER"))
        expect("retry delay", end.retry_delay, 1)
        expect("calls until then", count, 257)
        expect("reason after that", (await sent(session, heartbeat(0))).reason, "UNKNOWN_SESSION")


async def sends_at_once(lab: Lab) -> None:
    """Acks, heartbeats and repeated events by 50 calls at once: the session stays whole."""
    async with called(lab, "calls") as session:
        await session.subscribe()
        await session.send(batch(1, tap(1)))
        frames = [batch(1, tap(1)), ack(1), heartbeat(0), ack(0), batch(1, tap(1))] * 10
        await asyncio.gather(*(session.send(frame) for frame in frames))
        await session.send(batch(2, tap(2)))
        received, end = await session.close()
        expect("tabs", (tabs(received), end), ([1, 2], OK))
        expect("heartbeats", sum(frame.HasField("heartbeat") for frame in received), 10)


async def ends_at_once(lab: Lab) -> None:
    """The end by 20 calls at once, with a reader and commands: each call is over, one way or the
    other."""
    async with shop(lab) as own:
        for _ in range(20):
            session = CalledSession(own)
            await session.open(session_id="calls", experience="shop")
            ends = await asyncio.gather(
                *(failure(session.send(end=True)) for _ in range(20)),
                *(failure(order(own, "SetBadge", f"c{number}", "calls", **moved(number + 1)))
                  for number in range(5)), session.failure_within(10))  # fmt: skip
            _, end = ends.pop()
            expect("end of Subscribe", end, OK)
            reasons = Counter(end.reason or end.code for end in ends)
            expect_that(set(reasons) <= {"OK", "UNKNOWN_SESSION"}, f"the ends are {reasons}")
        expect("sessions left", await active_sessions(own.channel, "shop"), 0)


async def ending_server(lab: Lab) -> None:
    """Readers are told that the server goes, as those of streams are."""
    engine = await Engine.start(lab.binary)
    try:
        async with grpc.aio.insecure_channel(engine.address) as channel:
            with replace(lab, engine=engine, channel=channel).own_conversations() as own:
                session = CalledSession(own)
                await session.open(session_id="calls")
                await session.send(batch(1, tap(1)))
                await session.receive()
                code, (_, end) = await asyncio.gather(engine.stop(), session.failure_within(10))
                expect("exit code", code, 0)
                expect("end of Subscribe", (end.code, end.reason), ("UNAVAILABLE", "DRAINING"))
    finally:
        await engine.stop(signal.SIGKILL)


async def replay(conversation: Conversation, trace: Trace, size: int) -> list[Directive]:
    """Plays a trace in frames of so many events. Returns the directives."""
    fields, events = trace
    found = directives([await conversation.open(session_id="replay", **fields)])
    for start in range(0, len(events), size):
        # 32 events or more are acknowledged at once.
        found += directives(await conversation.exchange(*events[start : start + size]))
    frames, end = await conversation.close()
    expect("the end", end, OK)
    return found + directives(frames)


def replayed(*names: str) -> Check:
    async def run(lab: Lab) -> None:
        async with shop(lab) as own:
            count = 0
            for path in (TRACES / name for name in names):
                trace = read_trace(path)
                by_stream = await replay(own.conversation(), trace, 64)
                for size in [33, 1000]:
                    by_calls = await replay(CalledSession(own), trace, size)
                    expect(f"number of directives of {path.name}", len(by_calls), len(by_stream))
                    for one, other in zip(by_calls, by_stream, strict=True):
                        expect(f"directive of {path.name}", one, other)
                count += len(by_stream)
            expect_that(count > 0, "there were no directives at all")

    return Check(f"Interact and the three calls decide alike: {', '.join(names)}", run, 40)


def json_opening(name: str) -> str:
    frame = {"protocol_version": 1, "client_name": "interop", "session_id": name,
             "environment": {"width": 375, "height": 812, "scale": 3}}  # fmt: skip
    return json.dumps({"open": frame})


def json_request(name: str, key: str, **fields: Any) -> str:
    return json.dumps({"session_id": name, "session_key": key} | fields)


JSON_TAP = {"first_sequence": 1, "events": [{"time_us": 1, "tap": {"tab": 2}}]}


async def by_tool(lab: Lab, name: str, call: Callable[..., Awaitable[Any]]) -> None:
    """A whole session by one-liners; the reader runs beside the others."""
    opened = json.loads((await call("OpenSession", json_opening(name))).good())
    expect("outcome", opened["frame"]["opened"]["outcome"], "OPEN_OUTCOME_NEW")
    key = opened["sessionKey"]
    reader = asyncio.create_task(call("Subscribe", json_request(name, key)))
    answer = await call("SendEvents", json_request(name, key, events=JSON_TAP))
    expect("answer", json.loads(answer.good()), {"ackedEvent": "1"})
    await call("SendEvents", json_request(name, key, ack={"directive": "1"}))
    # Until the reader is there, what it is to read waits; the end would not.
    await asyncio.sleep(2)
    await call("SendEvents", json_request(name, key, end=True))
    (frame,) = documents((await reader).good())
    expect("tab", frame["frame"]["directives"][0]["selectTab"]["to"], 2)


async def grpcurl_session(lab: Lab) -> None:
    await by_tool(lab, "grpcurl", lambda method, data: grpcurl(
        lab, f"{SERVICE}/{method}", data=data))  # fmt: skip


async def buf_session(lab: Lab) -> None:
    await by_tool(lab, "buf", lambda method, data: buf(lab, f"{SERVICE}/{method}", "-d", data))


async def grpcurl_errors(lab: Lab) -> None:
    for method in ["SendEvents", "Subscribe"]:
        output = await grpcurl(lab, f"{SERVICE}/{method}", data=json_request("attic", "0"))
        for part in ["NotFound", "session 'attic' with this key", '"reason":"UNKNOWN_SESSION"']:
            expect_in(part, output.err)


async def grpcurl_reflection(lab: Lab) -> None:
    listed = (await grpcurl(lab, "list", SERVICE)).good().split()
    for method in CALLS:
        expect_that(f"{SERVICE}.{method}" in listed, f"{method} is not in {listed}")
    for name, comment in [
        (SERVICE, "// For clients that cannot stream both ways: opens the same session."),
        (SERVICE, "// The session's frames, in order. A newer call ends an older one,"),
        ("interaction.v1.OpenSessionResponse", "// Proves to later calls that they belong to"),
        ("interaction.v1.SendEventsRequest", "// Whether the client has said all it wants to"),
        ("interaction.v1.Open", "// The user, by the name that backends use; at most 64 bytes"),
        ("interaction.v1.Capabilities", "// Whether it knows no springs"),
        ("interaction.v1.Heartbeat", "// The fingers that are down on a view"),
        ("interaction.v1.ScrollSamples", "// Horizontal offsets, pt"),
    ]:
        expect_in(comment, (await grpcurl(lab, "describe", name)).good())


async def buf_reflection(lab: Lab) -> None:
    listed = (await buf(lab, "", "--list-methods")).good().split()
    for method in [INTERACT, *(f"{SERVICE}/{name}" for name in CALLS)]:
        expect_that(method in listed, f"{method} is not in {listed}")


async def heartbeats_keep_it(lab: Lab) -> None:
    async with called(lab, "beats") as session:
        await session.subscribe()
        for beat in range(8):
            await session.send(heartbeat(beat))
            expect("heartbeat", (await session.receive()).heartbeat.time_us, beat)
            await asyncio.sleep(5)
        await session.send(batch(1, tap(1)))
        frames, end = await session.close()
        expect("tabs and end after 40 s", (tabs(frames), end), ([1], OK))


async def silence_ends_it(lab: Lab) -> None:
    """Reading alone does not keep a session."""
    async with called(lab, "silent") as session:
        _, end = await (await session.subscribe()).failure_within(50)
        expect("code and reason", (end.code, end.reason), ("DEADLINE_EXCEEDED", "HEARTBEAT_LOST"))
        expect("retry delay", end.retry_delay, 1)
        expect("reason after that", (await sent(session, heartbeat(0))).reason, "UNKNOWN_SESSION")


async def abandoned(lab: Lab) -> None:
    """300 clients that open a session each and are never heard of again."""
    async with shop(lab) as own:
        stub = InteractionServiceStub(own.channel)
        await asyncio.gather(*(
            stub.OpenSession(OpenSessionRequest(open=opening(session_id=f"lost-{number}").open))
            for number in range(300)))  # fmt: skip
        expect("open at once", await active_sessions(own.channel, "home-refined"), 300)

        async def none_left() -> bool:
            return await active_sessions(own.channel, "home-refined") == 0

        await eventually("no session left", none_left, 60)


CHECKS = [
    undisturbing("OpenSession opens as a stream does", opened_as_by_a_stream),
    undisturbing("a session on calls: events, acks, heartbeats, deadlines", session_on_calls),
    undisturbing("every session has its own key", keys),
    undisturbing("frames wait for Subscribe", frames_wait),
    undisturbing("end: true ends Subscribe cleanly, after the last frame", last_frame),
    undisturbing("the answer to the end names the last event applied", answer_to_the_end),
    undisturbing("acks without directives come by Subscribe", quiet_batches),
    undisturbing("repeated events are acknowledged, and applied once", repeated_events),
    undisturbing("notices about malformed events come by Subscribe", malformed_events),
    undisturbing("the tenth malformed event ends it at both calls", too_many_malformed_events),
    undisturbing("heartbeats by calls name the fingers that are down", held_pointers),
    undisturbing("packed samples with sideways offsets", sideways_samples),
    undisturbing("SendEvents that sends nothing", look_at_the_standing),
    undisturbing("a wrong key opens nothing and disturbs nothing", wrong_keys),
    undisturbing("calls for sessions that are not there, or not on calls", unknown_sessions),
    undisturbing("OpenSession without open", no_opening),
    *opening_checks(),
    *sending_checks(),
    undisturbing("SendEvents that are too large or no message", oversize),
    undisturbing("a newer Subscribe ends the older", newer_subscribe),
    undisturbing("40 Subscribes one after the other lose nothing", many_subscribes),
    undisturbing("30 Subscribes at once lose and double nothing", subscribes_at_once),
    Check("a Subscribe cancelled when it has read all", cancelled_after_reading),
    Check("a Subscribe cancelled just before events", cancelled_then_events),
    Check("a Subscribe cancelled in the middle", cancelled_in_the_middle),
    Check("a Subscribe whose connection breaks", lost_subscriber),
    undisturbing("SLOW_CONSUMER: 257 frames that nobody fetches", nobody_reads),
    undisturbing("50 calls at once to one session", sends_at_once),
    Check("20 ends at once, among commands", ends_at_once),
    Check("SIGTERM tells readers to come again", ending_server),
    replayed(*(f"vectors/V{number}-home-refined.txt" for number in [1, 3, 8, 11, 13])),
    replayed(*(f"vectors/V{number}-home-literal.txt" for number in [3, 5, 9, 14])),
    replayed("generated/tour.trace", "generated/seed-11.trace"),
    Check("grpcurl: a session by one-liners", grpcurl_session),
    undisturbing("grpcurl shows why a call failed", grpcurl_errors),
    Check("grpcurl describes the calls with comments", grpcurl_reflection),
    Check("buf curl lists the calls", buf_reflection),
    Check("buf curl: a session by one-liners", buf_session),
]

# These wait for time to pass; they run beside all others.
SLOW_CHECKS = [
    Check("heartbeats by calls keep a session", heartbeats_keep_it, seconds=60),
    Check("30 s of silence end a session on calls", silence_ends_it, seconds=60),
    Check("300 sessions on calls that are abandoned", abandoned, seconds=90),
]

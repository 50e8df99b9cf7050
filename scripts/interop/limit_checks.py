"""What a server puts up with, on one stream and in all, and what becomes of who wants more."""

import asyncio
import time
from functools import partial

from call_checks import failure
from called_session import CalledSession
from checks import Check, Lab, eventually, expect, expect_that
from conversation import Conversation, Failure
from frames import (
    BEGAN, ENDED, PHONE, Event, ack, batch, event, heartbeat, held, scroll, tap,
)  # fmt: skip
from inspector_checks import inspected, seen, watching
from own_engine import own_engine
from resuming import Survivor, expect_same, uninterrupted
from session_checks import OK, close_well, directives, tabs, toggled
from traces import Trace


def limits(**values: int) -> list[str]:
    """The options that change these limits."""
    pairs = [("--limit", f"{name.replace('_', '-')}={value}") for name, value in values.items()]
    return [option for pair in pairs for option in pair]


def silent(conversation: Conversation) -> Conversation:
    """A client that acknowledges only when it is told to."""
    conversation.acknowledges = False
    return conversation


def expect_end(end: Failure, code: str, reason: str, delays: tuple[float, float]) -> None:
    expect("code and reason", (end.code, end.reason), (code, reason))
    low, high = delays
    expect_that(end.retry_delay is not None and low <= end.retry_delay <= high,
                f"the retry delay is {end.retry_delay}")  # fmt: skip


def looks(count: int) -> list[Event]:
    """Orders that each make the one before pointless."""
    return [event(at * 10_000, order_toggle={"toggle": "rocket", "look": 2 - at % 2})
            for at in range(count)]  # fmt: skip


def taps(count: int) -> list[Event]:
    """Taps that each have to be shown."""
    return [tap(at % 2, at * 10_000) for at in range(1, count + 1)]


async def named_limits(lab: Lab) -> None:
    limits_of = (await lab.conversation().open()).opened.limits
    expect("unacknowledged", (limits_of.max_unacknowledged_directives,
                              limits_of.max_unacknowledged_bytes), (256, 256 * 1024))  # fmt: skip
    expect("events", (limits_of.max_events_per_second, limits_of.max_event_burst), (240, 480))
    async with own_engine(lab, *limits(
        unacknowledged_directives=7, unacknowledged_bytes=2048, events_per_second=50,
        event_burst=60, frame_bytes=5000, idle_seconds=77, heartbeat_seconds=3,
    )) as own:  # fmt: skip
        opened = (await own.conversation().open()).opened
        changed = opened.limits
        expect("changed", (
            changed.max_unacknowledged_directives, changed.max_unacknowledged_bytes,
            changed.max_events_per_second, changed.max_event_burst, changed.max_frame_bytes,
            changed.idle_timeout.seconds, opened.heartbeat_interval.seconds),
               (7, 2048, 50, 60, 5000, 77, 3))  # fmt: skip


async def window(lab: Lab) -> None:
    """What waits comes with the first acknowledgement, all of it in one frame."""
    async with own_engine(lab, *limits(unacknowledged_directives=8)) as own:
        client = silent(own.conversation())
        await client.open(session_id="window")
        found = []
        for one in taps(20):
            found += directives(await client.exchange(one))
        expect("directives without an ack", len(found), 8)
        state = await inspected(own, "window")
        expect("unacknowledged and waiting",
               (state.unacknowledged_directives, state.waiting_directives), (8, 12))
        await client.send(ack(1))
        frame = await client.receive()
        found += frame.directives
        expect("directives after one ack", [item.sequence for item in found], list(range(1, 21)))
        await client.send(ack(20))
        expect("tabs after that", tabs(await client.exchange(tap(2, 10**6))), [2])
        await close_well(client)


async def window_in_bytes(lab: Lab) -> None:
    async with own_engine(lab, *limits(unacknowledged_bytes=1024)) as own:
        client = silent(own.conversation())
        await client.open()
        found = []
        for one in taps(10):
            found += directives(await client.exchange(one))
        size = sum(item.ByteSize() for item in found[:-1])
        expect_that(len(found) < 10 and size <= 1024, f"{len(found)} directives came")
        await client.send(ack(found[-1].sequence))
        found += (await client.receive()).directives
        expect("directives after the ack", [item.sequence for item in found], list(range(1, 11)))
        await close_well(client)


async def conflated(lab: Lab) -> None:
    """What a later one makes pointless is left out, and its number is told."""
    async with own_engine(lab, *limits(unacknowledged_directives=8)) as own:
        client = silent(own.conversation())
        await client.open(session_id="conflated")
        found = directives(await client.exchange(*looks(8)))
        await client.exchange(*looks(400)[8:])
        expect_that((await inspected(own, "conflated")).waiting_directives <= 128, "more wait")
        await client.send(ack(found[-1].sequence))
        frame = await client.receive()
        found += frame.directives
        covered = sorted(number for item in found for number in [item.sequence, *item.supersedes])
        expect("numbers, with those that were left out", covered, list(range(1, 401)))
        expect_that(len(found) < 60, f"{len(found)} directives came")
        expect("the last look", toggled(found[-1]), toggled(found[1]))
        await client.send(ack(400))
        await client.exchange(tap(1, 10**7))
        await close_well(client)


async def slow_consumer(lab: Lab) -> None:
    """It is cut off, resumes, and has lost nothing."""
    async with own_engine(lab, *limits(unacknowledged_directives=64)) as own:
        trace: Trace = {"time_us": 0}, taps(300)
        expected = await uninterrupted(own.conversation(), trace)
        for make in [own.conversation, lambda: CalledSession(own)]:
            survivor = Survivor("slow", trace)
            await survivor.open(silent(make()))
            await survivor.play(100)
            sending = asyncio.create_task(failure(survivor.play_unread(270)))
            frames, end = await survivor.conversation.failure_within(10)
            await sending
            expect_end(end, "RESOURCE_EXHAUSTED", "SLOW_CONSUMER", (1, 1))
            for frame in frames:
                survivor.note(frame)
            await survivor.resume(make())
            await survivor.play(size=33)
            expect_same(survivor.directives, expected)
            await survivor.conversation.close()


async def stalled(lab: Lab) -> None:
    """Something waits for 5 s and nothing is acknowledged."""
    async with own_engine(lab, *limits(unacknowledged_directives=8)) as own:
        client = silent(own.conversation())
        await client.open()
        await client.exchange(*taps(8))
        start = time.monotonic()
        await client.exchange(*[tap(at % 2, 10**6) for at in range(1, 4)])
        for _ in range(3):
            await asyncio.sleep(1)
            await client.send(heartbeat(10**6))
        _, end = await client.failure_within(10)
        expect_that(4 < time.monotonic() - start < 7, "it was not cut off after 5 s")
        expect_end(end, "RESOURCE_EXHAUSTED", "SLOW_CONSUMER", (1, 1))


async def large_frames_in_turn(lab: Lab) -> None:
    """A client that has read and acknowledged each frame before the next is not slow."""
    for _ in range(8):
        client = lab.conversation()
        await client.open()
        for _ in range(10):
            start = client.sent
            turns = [event(5_000 * (start + at), environment=PHONE) for at in range(64)]
            found = directives(await client.exchange(*turns))
            expect("directives", len(found), 64)
        await close_well(client)


async def every_tap_counts(lab: Lab) -> None:
    """Over the limit, too, for a moment."""
    client = lab.conversation()
    await client.open()
    found = directives(await client.exchange(*(tap(at % 2) for at in range(1, 1001))))
    expect("causes", [item.cause.event_sequence for item in found], list(range(1, 1001)))
    await close_well(client)


async def movements_are_conflated(lab: Lab) -> None:
    async with own_engine(lab, *limits(event_burst=20)) as own:
        client = own.conversation()
        await client.open(session_id="moved")
        watcher = watching(own, "moved")
        await watcher.read()
        moves = [scroll(y) for y in range(300)]
        frames = await client.exchange(scroll(0, BEGAN), *moves, scroll(299, ENDED), tap(1))
        expect("tabs", tabs(frames), [1])
        await close_well(client)
        events = [moment.event_sequence for moment in await seen(watcher)
                  if moment.HasField("event")]  # fmt: skip
        expect("events within the limit, the last movement and the end", events,
               [*range(1, 21), 301, 302, 303])  # fmt: skip


async def last_movement_is_applied(lab: Lab) -> None:
    """A finger that stops while it is over the limit: soon its place is known."""
    async with own_engine(lab, *limits(event_burst=20)) as own:
        for count in [25, 300]:
            client = own.conversation()
            await client.open(session_id="stops")
            await client.events(scroll(0, BEGAN), *(scroll(y) for y in range(count)))
            applied = partial(is_applied, own, "stops", client.sent)
            await eventually("the last movement", applied, 2)
            await close_well(client)


async def checkpoint_before_what_waits(lab: Lab) -> None:
    """A movement that waits to be overtaken is in no checkpoint: a resume must not lose it."""
    options = limits(unacknowledged_directives=1, event_burst=3)
    async with own_engine(lab, *options) as own:
        survivor = Survivor("waits")
        client = silent(own.conversation())
        await survivor.open(client)
        movement = scroll(500)
        # The second look waits for the ack, and the movement for another one.
        first, second = [
            event(order_toggle={"toggle": "rocket", "look": look}) for look in [2, 1]]
        for frame in [batch(1, first), batch(2, second), batch(3, scroll(0, BEGAN)),
                      heartbeat(0, held()), batch(4, movement), ack(1)]:  # fmt: skip
            await client.send(frame)
        frames = await client.receive_until(lambda frame: frame.HasField("checkpoint"))
        for frame in frames:
            survivor.note(frame)
        client.cancel()
        opened = await survivor.resume(own.conversation())
        rest = [movement, scroll(500, ENDED, time_us=20_000)][opened.applied_event - 3 :]
        await survivor.exchange(*rest)
        expect("directives with that of the movement", list(survivor.directives), [1, 2, 3])
        await close_well(survivor.conversation)


async def is_applied(lab: Lab, session: str, sequence: int) -> bool:
    return (await inspected(lab, session)).summary.applied_event == sequence


async def too_many_events(lab: Lab) -> None:
    """1200 taps per second of session time; it takes 5 s of real time to be too many."""
    client = lab.conversation()
    await client.open()
    start, now, end = time.monotonic(), 0, OK
    while end == OK and time.monotonic() - start < 15:
        end = await sent(client, *(tap(at % 2, now) for at in range(120)))
        now += 100_000
        await asyncio.sleep(0.09)
    expect_that(5 < time.monotonic() - start < 11, "it did not take 5 s after the burst")
    expect_end(end, "RESOURCE_EXHAUSTED", "TOO_MANY_EVENTS", (1, 1))


async def sent(client: Conversation, *events: Event) -> Failure:
    """How the stream ends with these; well, if it does not."""
    await client.events(*events)
    while True:
        try:
            frame = await client.receive()
        except Exception as ended:
            return getattr(ended, "failure", Failure("UNKNOWN", str(ended)))
        if frame.acked_event >= client.sent:
            return OK


async def as_many_as_allowed(lab: Lab) -> None:
    """240 per second of session time, however fast they come."""
    client = lab.conversation()
    await client.open()
    for turn in range(60):
        frames = await client.exchange(
            *(tap(at % 2, (turn * 40 + at) * 1_000_000 // 240) for at in range(40)))
        expect("notices", [notice for frame in frames for notice in frame.notices], [])
    await close_well(client)


CHECKS = [
    Check("limits have their names in opened", named_limits),
    Check("unacknowledged directives: the others wait", window),
    Check("unacknowledged bytes: the others wait", window_in_bytes),
    Check("unacknowledged directives: pointless ones are left out", conflated),
    Check("SLOW_CONSUMER: a client that is cut off resumes and loses nothing", slow_consumer),
    Check("no SLOW_CONSUMER: frames of 130 KB, read and acknowledged", large_frames_in_turn),
    Check("events per second: no tap is left out", every_tap_counts),
    Check("events per second: movements are conflated", movements_are_conflated),
    Check("events per second: the last movement is applied soon", last_movement_is_applied),
    Check("events per second: a movement that waits is not lost", checkpoint_before_what_waits),
    Check("events per second of session time: as many as are allowed", as_many_as_allowed),
]

SLOW_CHECKS = [
    Check("SLOW_CONSUMER: something waits for 5 s", stalled),
    Check("TOO_MANY_EVENTS after 5 s over the limit", too_many_events),
]

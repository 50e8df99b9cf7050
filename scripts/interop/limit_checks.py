"""What a server puts up with, on one stream and in all, and what becomes of who wants more."""

import asyncio

from call_checks import failure
from called_session import CalledSession
from checks import Check, Lab, expect, expect_that
from conversation import OK, Conversation, Failure
from frames import BEGAN, ENDED, Event, ack, batch, event, heartbeat, held, scroll, tap
from own_engine import own_engine
from resuming import Survivor, expect_same, uninterrupted
from session_checks import close_well, directives
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


CHECKS = [
    Check("limits have their names in opened", named_limits),
    Check("SLOW_CONSUMER: a client that is cut off resumes and loses nothing", slow_consumer),
    Check("events per second: a movement that waits is not lost", checkpoint_before_what_waits),
]

SLOW_CHECKS = [
]

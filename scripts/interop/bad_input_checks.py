"""Bad input: each gets its documented status, reason and field, and nobody else notices."""

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from checks import Check, Lab, expect, expect_that
from conversation import Failure
from frames import (
    BEGAN, PHONE, Event, Request, ack, batch, event, held, heartbeat, opening, padded,
    samples, scroll, tap, unknown_kind,
)  # fmt: skip
from interaction.v1 import environment_pb2
from session_checks import close_well, directives, expect_undisturbed, tabs

DOMAIN = "interaction.v1"
DAY_US = 24 * 3600 * 1_000_000
LIMIT_US = 2**53
INT64_MAX, INT64_MIN = 2**63 - 1, -(2**63)


@dataclass(frozen=True)
class BadFrame:
    """Frames that end the stream, and how."""

    name: str
    frames: list[Request | bytes]
    code: str
    reason: str
    fields: tuple[str, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)

    async def run(self, lab: Lab) -> None:
        _, end = await lab.conversation().failure(*self.frames)
        expect("code", end.code, self.code)
        expect("reason", end.reason, self.reason)
        expect("domain", end.domain, DOMAIN)
        expect("fields", end.fields, self.fields)
        expect("metadata", end.metadata, self.metadata)
        expect_that(bool(end.message), "the status has no message")
        await expect_undisturbed(lab.bystander)


@dataclass(frozen=True)
class BadEvent:
    """An event that is refused by a notice, and the field that the notice names."""

    name: str
    event: Event
    field: str

    async def run(self, lab: Lab) -> None:
        conversation = lab.conversation()
        await conversation.open()
        frames = await conversation.exchange(tap(1), self.event, tap(2))
        notices = [notice for frame in frames for notice in frame.notices]
        expect("refused numbers", [notice.sequence for notice in notices], [2])
        expect("reason", notices[0].reason, "MALFORMED_EVENT")
        expect("field", notices[0].violations[0].field, self.field)
        expect_that(bool(notices[0].violations[0].description), "the violation says nothing")
        expect("tabs of the good events", tabs(frames), [1, 2])
        await close_well(conversation)
        await expect_undisturbed(lab.bystander)


def malformed(name: str, field: str, *frames: Request | bytes) -> BadFrame:
    return BadFrame(name, list(frames), "INVALID_ARGUMENT", "MALFORMED_FRAME", (field,))


def malformed_open(name: str, field: str, **fields: Any) -> BadFrame:
    return malformed(f"open with {name}", field, opening(**fields))


def surface(**fields: Any) -> environment_pb2.Environment:
    changed = environment_pb2.Environment()
    changed.CopyFrom(PHONE)
    changed.MergeFrom(environment_pb2.Environment(**fields))
    return changed


def ticks(count: int) -> list[Event]:
    return [event(tick={})] * count


def gap(first: int) -> BadFrame:
    return BadFrame(
        f"a gap before event {first}", [opening(), batch(1, tap(1)), batch(first, tap(2))],
        "FAILED_PRECONDITION", "SEQUENCE_GAP",
        metadata={"expected": "2", "received": f"{first}"})  # fmt: skip


def unopened(name: str, frame: Request) -> BadFrame:
    return BadFrame(f"{name} before open", [frame], "FAILED_PRECONDITION", "OPEN_REQUIRED")


def unknown(name: str) -> BadFrame:
    return BadFrame(
        f"open of experience {name!r}", [opening(experience=name)], "NOT_FOUND",
        "UNKNOWN_EXPERIENCE", metadata={"experience": name})  # fmt: skip


def too_large(size: int) -> BadFrame:
    return BadFrame(
        f"a frame of {size} bytes", [opening(), padded(heartbeat(0), size)], "RESOURCE_EXHAUSTED",
        "FRAME_TOO_LARGE", metadata={"max_frame_bytes": "65536"})  # fmt: skip


BAD_FRAMES = [
    unopened("events", batch(1, tap(1))),
    unopened("an ack", ack(0)),
    unopened("a heartbeat", heartbeat(0)),
    BadFrame("a second open", [opening(), opening()], "FAILED_PRECONDITION", "ALREADY_OPEN"),
    unknown("nowhere"),
    unknown("家"),
    malformed_open("protocol version 0", "open.protocol_version", protocol_version=0),
    malformed_open("protocol version 2", "open.protocol_version", protocol_version=2),
    malformed_open("no session id", "open.session_id", session_id=""),
    malformed_open("a space in the session id", "open.session_id", session_id="a b"),
    malformed_open("a session id beyond ASCII", "open.session_id", session_id="ß"),
    malformed_open("a session id of 65 bytes", "open.session_id", session_id="x" * 65),
    malformed_open("a client name of 65 bytes", "open.client_name", client_name="x" * 65),
    malformed_open("a line end in the client name", "open.client_name", client_name="a\nb"),
    malformed_open("an escape in the client version", "open.client_version", client_version="\x1b[1m"),
    malformed_open("a C1 control in the experience", "open.experience", experience="\x9b"),
    malformed_open("a line separator in the user", "open.user", user="\u2028"),
    malformed_open("a client version of 65 bytes", "open.client_version", client_version="x" * 65),
    malformed_open("an experience name of 65 bytes", "open.experience", experience="x" * 65),
    malformed_open("a time past 2^53", "open.time_us", time_us=LIMIT_US + 1),
    malformed_open("the smallest time", "open.time_us", time_us=INT64_MIN),
    malformed_open("no environment", "open.environment.width", environment=None),
    malformed_open("NaN width", "open.environment.width", environment=surface(width=math.nan)),
    malformed_open(
        "infinite height", "open.environment.height", environment=surface(height=math.inf)),
    malformed_open("scale 11", "open.environment.scale", environment=surface(scale=11)),
    malformed_open(
        "a negative inset", "open.environment.insets.top",
        environment=surface(insets={"top": -1})),
    malformed_open(
        "a locale of 36 bytes", "open.environment.locale", environment=surface(locale="x" * 36)),
    malformed_open("a restored tab 5", "open.current.selected_tab", current={"selected_tab": 5}),
    malformed_open(
        "a restored tab -2^31", "open.current.selected_tab", current={"selected_tab": -(2**31)}),
    malformed_open(
        "an unknown restored source", "open.current.offsets[0].source",
        current={"offsets": [{"source": "attic"}]}),
    malformed_open(
        "a NaN restored offset", "open.current.offsets[0].y",
        current={"offsets": [{"source": "home", "y": math.nan}]}),
    malformed_open(
        "17 restored offsets", "open.current.offsets",
        current={"offsets": [{"source": "home"}] * 17}),
    gap(3),
    gap(2**63 - 1),
    malformed("event number 0", "events.first_sequence", opening(), batch(0, tap(1))),
    malformed("event number 2^64-1", "events.first_sequence", opening(), batch(2**64 - 1, tap(1))),
    malformed("no events in a batch", "events.events", opening(), batch(1)),
    malformed("1025 events in a batch", "events.events", opening(), batch(1, *ticks(1025))),
    malformed(
        "1025 packed samples in a batch", "events.events", opening(),
        batch(1, samples(*range(1025)))),
    malformed("an ack of a directive never sent", "ack.directive", opening(), ack(1)),
    malformed("an ack of directive 2^64-1", "ack.directive", opening(), ack(2**64 - 1)),
    malformed(
        "17 held drags in a heartbeat", "heartbeat.held_drags", opening(),
        heartbeat(0, *[held()] * 17)),
    malformed("an empty first frame", "frame", b""),
    malformed("an empty frame", "frame", opening(), b""),
    malformed("a frame of unknown kind", "frame", opening(), bytes([0x9A, 0x06, 0x00])),
    malformed("a truncated first frame", "frame", opening().SerializeToString()[:-3]),
    malformed(
        "a truncated frame", "frame", opening(), batch(1, tap(1)).SerializeToString()[:-1]),
    malformed("bytes that are no message", "frame", opening(), b"\xff" * 16),
    malformed(
        "a string that is not UTF-8", "frame",
        opening(session_id="aa").SerializeToString().replace(b"aa", b"\xff\xfe")),
    too_large(64 * 1024 + 1),
    too_large(512 * 1024),
    too_large(1024 * 1024),
]  # fmt: skip


def bad_number(name: str, value: float) -> list[BadEvent]:
    return [
        BadEvent(f"scroll.y {name}", scroll(value), "scroll.y"),
        BadEvent(f"scroll.x {name}", scroll(0, x=value), "scroll.x"),
        BadEvent(f"scroll.velocity {name}", scroll(0, velocity=value), "scroll.velocity"),
        BadEvent(
            f"pointer.y {name}", event(pointer={"phase": 1, "y": value}), "pointer.y"),
        BadEvent(
            f"asset.width {name}",
            event(asset={"slot": "floor", "kind": 1, "width": value, "height": 1}), "asset.width"),
    ]  # fmt: skip


def bad_enum(kind: str, name: str, *, zero_is_good: bool = False, **others: Any) -> list[BadEvent]:
    values = [42, -1] if zero_is_good else [0, 42, -1]
    return [bad_enum_value(kind, name, value, others) for value in values]


def bad_enum_value(kind: str, name: str, value: int, others: dict[str, Any]) -> BadEvent:
    message: dict[str, Any] = {kind: others | {name: value}}
    return BadEvent(f"{kind}.{name} {value}", event(**message), f"{kind}.{name}")


def bad_tab(tab: int) -> list[BadEvent]:
    return [
        BadEvent(f"tap.tab {tab}", event(tap={"tab": tab}), "tap.tab"),
        BadEvent(f"select_tab.tab {tab}", event(select_tab={"tab": tab}), "select_tab.tab"),
    ]


BAD_EVENTS = [
    *bad_number("NaN", math.nan),
    *bad_number("+inf", math.inf),
    *bad_number("-inf", -math.inf),
    *bad_number("1e8", 1e8),
    *bad_number("-1e300", -1e300),
    *bad_tab(-1),
    *bad_tab(5),
    *bad_tab(2**31 - 1),
    *bad_tab(-(2**31)),
    *bad_enum("scroll", "phase", source="home"),
    *bad_enum("scroll_samples", "phase", source="home", y=[1], delta_us=[0]),
    *bad_enum("pointer", "phase"),
    *bad_enum("order_toggle", "look", toggle="rocket"),
    *bad_enum("animation_ended", "outcome"),
    *bad_enum("asset", "kind", zero_is_good=True, slot="floor"),
    *bad_enum("floor", "command"),
    *bad_enum("lifecycle", "state"),
    BadEvent("an unknown source", scroll(0, source="attic"), "scroll.source"),
    BadEvent("no source", scroll(0, source=""), "scroll.source"),
    BadEvent(
        "an unknown toggle", event(order_toggle={"toggle": "attic", "look": 1}),
        "order_toggle.toggle"),
    BadEvent("a target of 65 bytes", event(pointer={"phase": 1, "target": "x" * 65}),
        "pointer.target"),
    BadEvent("a slot of 33 bytes", event(asset={"slot": "x" * 33}), "asset.slot"),
    BadEvent("a surface without width", event(environment={"height": 1}), "environment.width"),
    BadEvent("a NaN scale", event(environment=surface(scale=math.nan)), "environment.scale"),
    BadEvent(
        "an infinite inset", event(environment=surface(insets={"left": math.inf})),
        "environment.insets.left"),
    BadEvent(
        "an unknown held source", event(held_drags={"drags": [held("attic")]}),
        "held_drags.drags[0].source"),
    BadEvent("17 held drags", event(held_drags={"drags": [held()] * 17}), "held_drags.drags"),
    BadEvent("samples without times", samples(1, delta_us=[]), "scroll_samples.delta_us"),
    BadEvent("no samples", samples(), "scroll_samples.delta_us"),
    BadEvent("packed began", samples(1, phase=BEGAN), "scroll_samples.phase"),
    BadEvent("a packed NaN", samples(math.nan), "scroll.y"),
    BadEvent("11 s back", tap(3, time_us=-11_000_000), "time_us"),
    BadEvent("25 h ahead", tap(3, time_us=25 * DAY_US // 24), "time_us"),
    BadEvent("the largest time", tap(3, time_us=INT64_MAX), "time_us"),
    BadEvent("the smallest time", tap(3, time_us=INT64_MIN), "time_us"),
    BadEvent(
        "a packed sample past all time", samples(1, delta_us=[INT64_MAX]),
        "time_us"),
]  # fmt: skip


async def past_transport_limit(lab: Lab) -> None:
    """The HTTP/2 layer resets such a stream without a status of its own; only that stream."""
    frame = padded(heartbeat(0), 1024 * 1024 + 1)
    _, end = await lab.conversation().failure(opening(), frame)
    expect_that(end.code != "OK", "the stream ended well")


async def late_event(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open(time_us=20_000_000)
    frames = await conversation.exchange(tap(1, time_us=15_000_000))
    expect("tabs", tabs(frames), [1])
    expect("notices", list(frames[-1].notices), [])
    expect("its time", directives(frames)[0].at_us, 20_000_000)
    await close_well(conversation)


async def largest_good_steps(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open(time_us=LIMIT_US - DAY_US)
    frames = await conversation.exchange(tap(1, time_us=LIMIT_US), scroll(1e7, time_us=LIMIT_US))
    expect("tabs", tabs(frames), [1])
    expect("notices", list(frames[-1].notices), [])
    await close_well(conversation)


async def duplicate_batch(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    frames = await conversation.exchange(tap(1), tap(2))
    expect("tabs", tabs(frames), [1, 2])
    await conversation.send(batch(1, tap(1), tap(2)))
    again = await conversation.receive()
    expect("second ack", (again.acked_event, tabs([again])), (2, []))
    await conversation.send(batch(2, tap(2), tap(3)))
    overlapping = await conversation.receive()
    expect("overlapping batch", (overlapping.acked_event, tabs([overlapping])), (3, [3]))
    await close_well(conversation)


async def ten_malformed_events(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    frames = await conversation.exchange(*[tap(99)] * 9)
    expect("notices", len(frames[-1].notices), 9)
    expect("tabs after nine", tabs(await conversation.exchange(tap(1))), [1])
    await conversation.events(tap(2), tap(99), tap(3))
    frames, end = await conversation.failure()
    expect("last notices", [n.sequence for frame in frames for n in frame.notices], [12])
    expect("last ack", frames[-1].acked_event, 12)
    expect_end(end, "INVALID_ARGUMENT", "TOO_MANY_MALFORMED_EVENTS")


def expect_end(end: Failure, code: str, reason: str) -> None:
    expect("code", end.code, code)
    expect("reason and domain", (end.reason, end.domain), (reason, DOMAIN))


async def unknown_events(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    frames = await conversation.exchange(unknown_kind(), event(), *[unknown_kind()] * 20, tap(1))
    expect("notices", [notice for frame in frames for notice in frame.notices], [])
    expect("causes", [item.cause.event_sequence for item in directives(frames)], [23])
    await close_well(conversation)


async def full_frame(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    await conversation.send(padded(heartbeat(7), 64 * 1024))
    expect("heartbeat", (await conversation.receive()).heartbeat.time_us, 7)
    await conversation.exchange(*ticks(1024))
    await conversation.exchange(scroll(0, BEGAN), samples(*[1] * 1023))
    await close_well(conversation)


async def sample_within_run(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    frames = await conversation.exchange(scroll(0, BEGAN), samples(100, math.nan, 500), tap(1))
    expect("refused", [notice.sequence for frame in frames for notice in frame.notices], [3])
    # The sample after it still switches to the rocket.
    expect("causes", [item.cause.event_sequence for item in directives(frames)][:2], [4, 5])
    await close_well(conversation)


async def bad_heartbeat(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    await conversation.send(heartbeat(INT64_MIN, held("attic", 2**32 - 1)))
    answer = await conversation.receive()
    expect("heartbeat", answer.heartbeat.time_us, INT64_MIN)
    expect("tabs after it", tabs(await conversation.exchange(tap(1))), [1])
    await close_well(conversation)


async def extreme_but_good(lab: Lab) -> None:
    """Numbers at the edge of what is accepted: nothing traps."""
    conversation = lab.conversation()
    await conversation.open(epoch=2**64 - 1, time_us=-LIMIT_US, environment=surface(
        width=5e-324, height=5e-324, scale=5e-324))  # fmt: skip
    await conversation.exchange(
        event(-LIMIT_US, environment=surface(width=1e5, height=1e5, scale=10)),
        event(-LIMIT_US, asset={"slot": "floor", "kind": 2, "width": 5e-324, "height": 1e5}),
        event(-LIMIT_US, animation_ended={"directive": 2**64 - 1, "outcome": 1}),
        scroll(0, BEGAN, time_us=-LIMIT_US, drag=2**32 - 1),
        scroll(1e7, time_us=-LIMIT_US, drag=2**32 - 1, velocity=-1e7),
        scroll(-1e7, time_us=-LIMIT_US, drag=2**32 - 1, velocity=1e7),
        event(-LIMIT_US, floor={"command": 1}),
        event(-LIMIT_US, pointer={"pointer": 2**32 - 1, "phase": 1, "x": 1e7, "y": -1e7}),
        event(DAY_US - LIMIT_US, tick={}), tap(1, time_us=DAY_US - LIMIT_US))  # fmt: skip
    await close_well(conversation)


def bad_frame_checks() -> list[Check]:
    return [Check(f"{case.code} {case.reason}: {case.name}", case.run) for case in BAD_FRAMES]


def bad_event_checks() -> list[Check]:
    return [Check(f"notice for {case.field}: {case.name}", case.run) for case in BAD_EVENTS]


def undisturbing(name: str, run: Callable[[Lab], Awaitable[None]]) -> Check:
    async def run_beside(lab: Lab) -> None:
        await run(lab)
        await expect_undisturbed(lab.bystander)

    return Check(name, run_beside)


CHECKS = [
    *bad_frame_checks(),
    *bad_event_checks(),
    undisturbing("INVALID_ARGUMENT TOO_MANY_MALFORMED_EVENTS: the tenth", ten_malformed_events),
    undisturbing("a frame past 1 MiB ends its own stream alone", past_transport_limit),
    undisturbing("5 s back is applied at session time", late_event),
    undisturbing("24 h ahead and 2^53 µs are applied", largest_good_steps),
    undisturbing("a repeated batch is acknowledged, and applied once", duplicate_batch),
    undisturbing("one bad packed sample among good ones", sample_within_run),
    undisturbing("unknown kinds of events are acknowledged and ignored", unknown_events),
    undisturbing("a frame of 64 KiB and one of 1024 events are taken", full_frame),
    undisturbing("a heartbeat with a bad time and a bad source is answered", bad_heartbeat),
    undisturbing("extreme numbers that are accepted do no harm", extreme_but_good),
]

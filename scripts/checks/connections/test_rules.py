"""A rule of RFC 9113 for each reaction of a server; InteractionTransportTests has all of them."""

import asyncio
import struct
from pathlib import Path

import pytest
from engine import running
from http2 import (
    ACK, CONTINUATION, END_HEADERS, END_STREAM, FIRST_WINDOW, GOAWAY, HEADERS, INTERACT,
    LARGEST_WINDOW, PING, PRIORITY, SETTINGS, SETTINGS_ACK, call_fields, cancel, frame, literal,
    message, room, settings,
)  # fmt: skip
from rule import (
    ANSWERED, CLOSED, EMPTY, ENDED, FIELDS, HEALTH, IGNORED, SERVED, SERVING, Awaited, Code, Rule,
    RuleClient, body, came, check, goaway, headers, received, reset, sent,
)  # fmt: skip

PADDED, PRIORITIZED = 0x8, 0x20
PONG = frame(PING, ACK, 0, b"01234567")
UNKNOWN = 0xBB
# The engine's SETTINGS_MAX_CONCURRENT_STREAMS.
STREAMS_AT_ONCE = 1024
# A call whose request has ended and whose answer goes on: half-closed (remote).
WATCH = headers(fields=call_fields(HEALTH + "Watch")) + body()
# A call whose answer is longer than a window: the descriptors of a service.
SYMBOL = b"interaction.v1.InteractionService"
LONG_ANSWER = (
    headers(fields=call_fields("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"))
    + body(content=message(1, bytes([0x22, len(SYMBOL)]) + SYMBOL)[9:]))


def rule(section: str, name: str, reaction: str, *parts: bytes | Awaited) -> Rule:
    return Rule(section, name, reaction, parts)


RULES = [
    rule("4.1", "flags that a type does not have", SERVED,
         headers(flags=0xD2) + frame(SETTINGS, 0xFE, 0, b"") + body(flags=0xF7)),
    rule("4.2", "DATA a byte too long", goaway(Code.FRAME_SIZE_ERROR),
         headers() + body(content=bytes((1 << 14) + 1))),
    rule("4.3", "a field block that ends within a field", goaway(Code.COMPRESSION_ERROR),
         headers(fields=FIELDS[:-1])),
    rule("5.1", "idle: DATA", goaway(Code.PROTOCOL_ERROR), body()),
    rule("5.1", "open: RST_STREAM", IGNORED, headers(), cancel(1)),
    rule("5.1", "half-closed (remote): DATA", reset(Code.STREAM_CLOSED), WATCH, body()),
    rule("5.1", "half-closed (remote): WINDOW_UPDATE", sent(len(SERVING)), WATCH, room(1, 1)),
    rule("5.1", "closed by END_STREAM: HEADERS", goaway(Code.STREAM_CLOSED),
         check(), ENDED, headers(fields=b"", flags=END_STREAM)),
    rule("5.1", "closed since a later stream was opened: DATA", SERVED, headers(1) + check(5),
         body(3), body(1)),
    rule("5.1.2", "a stream more than SETTINGS_MAX_CONCURRENT_STREAMS",
         reset(Code.REFUSED_STREAM, 2 * STREAMS_AT_ONCE + 1),
         b"".join(headers(2 * number + 1, call_fields(INTERACT))
         for number in range(STREAMS_AT_ONCE + 1)), cancel(1)),
    rule("5.3.2", "a stream that depends on itself", SERVED,
         frame(PRIORITY, 0, 1, struct.pack(">IB", 1, 1)) + check()),
    rule("5.4.1", "the last stream in GOAWAY", goaway(Code.PROTOCOL_ERROR),
         headers(5) + frame(PING, 0, 1, bytes(8)),
         Awaited("GOAWAY after stream 5", lambda it: it.last_stream == 5)),
    rule("5.4.2", "several errors on a stream", reset(Code.PROTOCOL_ERROR),
         headers() + room(1, 0), room(1, 0), headers(), body()),
    rule("5.5", "a frame of an unknown type", SERVED,
         frame(UNKNOWN, 0xFF, 0, b"x") + headers() + frame(UNKNOWN, 0xFF, 1, b"x") + body()),
    rule("6.1", "DATA with padding", SERVED,
         headers() + body(content=b"\x03" + bytes(5 + 3), flags=PADDED | END_STREAM)),
    rule("6.2", "HEADERS with padding and a priority", SERVED,
         headers(fields=b"\x03" + bytes(5) + FIELDS + bytes(3), flags=PADDED | PRIORITIZED)
         + body()),
    rule("6.5.2", "the largest and smallest settings", SERVED,
         settings(_1=0, _2=0, _3=0, _4=(1 << 31) - 1, _5=(1 << 24) - 1, _6=0)
         + settings(_1=(1 << 32) - 1, _4=65_535, _5=1 << 14, _153=1) + check()),
    rule("6.5.3", "each of several SETTINGS is acknowledged", IGNORED,
         settings(_3=1) * 3, came(SETTINGS_ACK, 3)),
    rule("6.7", "PING is acknowledged", IGNORED, frame(PING, 0, 0, b"01234567"), came(PONG)),
    rule("6.8", "GOAWAY during a call", SERVED + CLOSED,
         headers() + frame(GOAWAY, 0, 0, struct.pack(">II", 0, 0)) + body()),
    rule("6.9.1", "the connection's window beyond 2^31 - 1", goaway(Code.FLOW_CONTROL_ERROR),
         room(0, LARGEST_WINDOW)),
    rule("6.9.1", "a stream's window beyond 2^31 - 1", reset(Code.FLOW_CONTROL_ERROR),
         headers() + room(1, LARGEST_WINDOW)),
    rule("6.9.1", "no room", sent(0), settings(_4=0) + check(), ANSWERED),
    rule("6.9.1", "room in parts", SERVED,
         settings(_4=3) + check(), received(3), room(1, 1), received(4), room(1, 3)),
    rule("6.9.1", "the connection's window, smaller than the stream's", sent(FIRST_WINDOW + 10),
         settings(_4=1 << 20) + LONG_ANSWER, received(FIRST_WINDOW),
         room(0, 10), received(FIRST_WINDOW + 10), cancel(1) + room(0, FIRST_WINDOW)),
    rule("6.9.2", "a smaller initial window, and room to make up for it", sent(5),
         settings(_4=4) + check(), received(4), settings(_4=1), room(1, 4)),
    rule("6.10", "a field block in four frames", SERVED,
         frame(HEADERS, 0, 1, FIELDS[:40]) + frame(CONTINUATION, 0, 1, FIELDS[40:60])
         + frame(CONTINUATION, 0, 1, b"") + frame(CONTINUATION, END_HEADERS, 1, FIELDS[60:])
         + body()),
    rule("8.1", "trailers, after DATA in several frames", SERVED,
         headers() + body(content=EMPTY[:2], flags=0) + body(content=EMPTY[2:], flags=0)
         + headers(fields=literal("x-trailer", "1"), flags=END_STREAM)),
    rule("8.1", "a call that ends before its request", reset(Code.NO_ERROR),
         headers(fields=call_fields(HEALTH + "Unknown"))),
    rule("8.2", "a field name in upper case", reset(Code.PROTOCOL_ERROR),
         headers(fields=FIELDS + literal("X-Upper", "1"))),
]


@pytest.fixture(scope="module")
async def reactions(binary: Path) -> dict[Rule, str]:
    """Those of an engine to the frames of all rules."""
    async with running(binary) as engine:
        found = await asyncio.gather(*(RuleClient.reaction(rule, engine.port) for rule in RULES))
    return dict(zip(RULES, found, strict=True))


@pytest.mark.fast
@pytest.mark.parametrize("rule", RULES, ids=str)
def test_rule(rule: Rule, reactions: dict[Rule, str]) -> None:
    assert reactions[rule] == rule.reaction

"""A rule of RFC 9113: the frames of a client, and the reaction that it asks of a server."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

from http2 import (
    DATA, END_HEADERS, END_STREAM, HEADERS, LARGEST_WINDOW, call_fields, frame, message, room,
)  # fmt: skip

PADDED, PRIORITIZED = 0x8, 0x20
HEALTH = "/grpc.health.v1.Health/"
FIELDS = call_fields(HEALTH + "Check")
# A message without fields, and the answer SERVING.
EMPTY = message(1, b"")[9:]
SERVING = b"\0\0\0\0\2\x08\1"
# Reactions: the call on stream 1 is served; nothing happens. And the end that may follow.
SERVED, IGNORED = "served", "ignored"
CLOSED = ", closed"

Code = IntEnum("Code", [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED"],
    start=0)  # fmt: skip


class Awaited(NamedTuple):
    """A state that the server's frames bring about, as a `RuleClient` knows it."""

    name: str
    holds: Callable[[Any], bool]


# Section, name, reaction; then bytes to send, and what to wait for between them.
Rule = tuple[str | bytes | Awaited, ...]


def reset(code: Code, stream: int = 1) -> str:
    """A stream error, after which the connection serves another call."""
    return f"RST_STREAM {code.name} on {stream}"


def goaway(code: Code) -> str:
    """A connection error, after which the server closes the connection."""
    return f"GOAWAY {code.name}{CLOSED}"


# Those of a connection, and of a stream.
PROTOCOL, FRAME_SIZE = goaway(Code.PROTOCOL_ERROR), goaway(Code.FRAME_SIZE_ERROR)
COMPRESSION, FLOW_CONTROL = goaway(Code.COMPRESSION_ERROR), goaway(Code.FLOW_CONTROL_ERROR)
STREAM_ERROR, STREAM_CLOSED = reset(Code.PROTOCOL_ERROR), reset(Code.STREAM_CLOSED)


def sent(size: int) -> str:
    """A call whose answer waits for room after so many bytes of DATA."""
    return f"{size} bytes of DATA"


# The answer of Health/Watch, which goes on.
STREAMING = sent(len(SERVING))
ENDED = Awaited("the end of stream 1", lambda it: 1 in it.ended)
ANSWERED = Awaited("HEADERS on stream 1", lambda it: 1 in it.headers)


def received(size: int) -> Awaited:
    return Awaited(sent(size), lambda it: len(it.data[1]) == size)


def came(reply: bytes, count: int = 1) -> Awaited:
    return Awaited(f"{count} of {reply.hex(' ')}", lambda it: it.replies.count(reply) == count)


# Frames of a call of Health/Check.
def headers(stream: int = 1, fields: bytes = FIELDS, flags: int = 0) -> bytes:
    """HEADERS that leave the request open."""
    return frame(HEADERS, END_HEADERS | flags, stream, fields)


def body(stream: int = 1, content: bytes = EMPTY, flags: int = END_STREAM) -> bytes:
    """DATA that end the request."""
    return frame(DATA, flags, stream, content)


def check(stream: int = 1) -> bytes:
    return headers(stream) + body(stream)


# A call whose request has ended and whose answer goes on: half-closed (remote).
WATCH = headers(fields=call_fields(HEALTH + "Watch")) + body()
# The last stream there is. It has room for its answer whatever the settings say.
PROBE = LARGEST_WINDOW
PROBING = headers(PROBE) + room(PROBE, 100) + body(PROBE)

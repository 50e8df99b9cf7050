"""Hand-written HTTP/2: frames, header blocks, and messages."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from google.protobuf.message import Message
from hpack.hpack import encode_integer

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING = range(7)
GOAWAY, WINDOW_UPDATE, CONTINUATION = 7, 8, 9
ACK = END_STREAM = 1
END_HEADERS = 4
# The error code CANCEL.
CANCEL = 8

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# The initial flow-control window, bytes.
FIRST_WINDOW = 65_535
LARGEST_WINDOW = 2**31 - 1
INTERACT = "/interaction.v1.InteractionService/Interact"


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def settings(**values: int) -> bytes:
    """Returns SETTINGS by their numbers, such as `settings(_4=100)`."""
    pairs = (struct.pack(">HI", int(name[1:]), value) for name, value in values.items())
    return frame(SETTINGS, 0, 0, b"".join(pairs))


SETTINGS_ACK = frame(SETTINGS, ACK, 0, b"")


def literal(name: str | bytes, value: str | bytes, kind: int = 0x00) -> bytes:
    """Returns a literal header field, uncompressed; without indexing, unless `kind` is 0x40."""
    return bytes([kind]) + string(name) + string(value)


def string(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return bytes(encode_integer(len(data), 7)) + data


@cache
def call_fields(path: str = INTERACT, **more: str) -> bytes:
    """Returns the header block of a gRPC call."""
    fields = {
        ":method": "POST", ":scheme": "http", ":path": path, ":authority": "localhost",
        "content-type": "application/grpc", "te": "trailers",
    } | {name.replace("_", "-"): value for name, value in more.items()}  # fmt: skip
    return b"".join(literal(*field) for field in fields.items())


def preface(window: int = LARGEST_WINDOW) -> bytes:
    """Returns the connection preface, with this window for each stream."""
    return PREFACE + settings(_4=window)


def room(stream: int, size: int) -> bytes:
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", size))


def call(stream: int, path: str = INTERACT) -> bytes:
    """Returns the HEADERS of a call."""
    return frame(HEADERS, END_HEADERS, stream, call_fields(path))


def message(stream: int, content: Message | bytes, compressed: bool = False) -> bytes:
    """Returns a gRPC message in one DATA frame."""
    body = content if isinstance(content, bytes) else content.SerializeToString()
    return frame(DATA, 0, stream, struct.pack(">BI", compressed, len(body)) + body)


def half_close(stream: int) -> bytes:
    return frame(DATA, END_STREAM, stream, b"")


def cancel(stream: int, code: int = CANCEL) -> bytes:
    return frame(RST_STREAM, 0, stream, struct.pack(">I", code))


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


class FrameReader:
    """Parses frames from bytes in any pieces."""

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
    """Parses messages from the payloads of a stream's DATA frames."""

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

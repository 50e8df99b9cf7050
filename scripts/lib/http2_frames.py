"""HTTP/2 by hand: frames and header blocks."""

import struct

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING = range(7)
GOAWAY, WINDOW_UPDATE, CONTINUATION = 7, 8, 9
ACK = END_STREAM = 1
END_HEADERS = 4

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
INTERACT = "/interaction.v1.InteractionService/Interact"


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def settings(**values: int) -> bytes:
    """SETTINGS by their numbers, such as `settings(_4=100)`."""
    pairs = (struct.pack(">HI", int(name[1:]), value) for name, value in values.items())
    return frame(SETTINGS, 0, 0, b"".join(pairs))


SETTINGS_ACK = frame(SETTINGS, ACK, 0, b"")


def literal(name: str | bytes, value: str | bytes, kind: int = 0x00) -> bytes:
    """A header field without compression; without indexing, but for `kind` 0x40."""
    return bytes([kind]) + string(name) + string(value)


def string(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return integer(len(data), 7) + data


def integer(value: int, bits: int) -> bytes:
    """A number that begins in the last bits of a byte."""
    limit = (1 << bits) - 1
    if value < limit:
        return bytes([value])
    rest, found = value - limit, bytearray([limit])
    while rest >= 128:
        found.append(rest % 128 | 128)
        rest //= 128
    return bytes([*found, rest])


def call_fields(path: str = INTERACT, **more: str) -> bytes:
    """The header block of a gRPC call."""
    fields = {
        ":method": "POST", ":scheme": "http", ":path": path, ":authority": "localhost",
        "content-type": "application/grpc", "te": "trailers",
    } | {name.replace("_", "-"): value for name, value in more.items()}  # fmt: skip
    return b"".join(literal(*field) for field in fields.items())


def message(body: bytes, stream: int = 1, compressed: bool = False) -> bytes:
    """A gRPC message in a DATA frame of its own."""
    return frame(DATA, 0, stream, struct.pack(">BI", compressed, len(body)) + body)

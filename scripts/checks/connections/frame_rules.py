"""Frames by type, with flow-control windows (RFC 9113 §4, §6): one fault of each, of those in
FrameFaultTests."""

import struct

from http2 import (
    ACK, CONTINUATION, END_HEADERS, END_STREAM, FIRST_WINDOW, GOAWAY, HEADERS, LARGEST_WINDOW, PING,
    RST_STREAM, SETTINGS, SETTINGS_ACK, WINDOW_UPDATE, call_fields, cancel, frame, message, room,
    settings,
)  # fmt: skip
from rule import (
    ANSWERED, CLOSED, COMPRESSION, FIELDS, FLOW_CONTROL, FRAME_SIZE, IGNORED, PADDED, PRIORITIZED,
    PROTOCOL, SERVED, STREAM_ERROR, Code, body, came, check, headers, received, reset, sent,
)  # fmt: skip

LONGEST = 1 << 14
PONG = frame(PING, ACK, 0, b"01234567")
OPEN_BLOCK = frame(HEADERS, 0, 1, FIELDS[:40])
REST = frame(CONTINUATION, END_HEADERS, 1, FIELDS[40:])
# A call whose response exceeds a window: the descriptors of a service.
SYMBOL = b"interaction.v1.InteractionService"
LONG_ANSWER = (
    headers(fields=call_fields("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"))
    + body(content=message(1, bytes([0x22, len(SYMBOL)]) + SYMBOL)[9:]))

RULES = [
    ("4.1", "flags that a type does not have", SERVED,
     headers(flags=0xD2) + frame(SETTINGS, 0xFE, 0, b"") + body(flags=0xF7)),
    ("4.2", "DATA a byte too long", FRAME_SIZE, headers() + body(content=bytes(LONGEST + 1))),
    ("4.3", "a field block that refers to nothing", COMPRESSION,
     headers(fields=FIELDS + b"\xff\x7f")),
    ("4.3", "a field block that ends within a field", COMPRESSION, headers(fields=FIELDS[:-1])),
    ("4.3", "a dynamic table beyond SETTINGS_HEADER_TABLE_SIZE", COMPRESSION,
     headers(fields=b"\x3f\xe2\x1f" + FIELDS)),
    ("6.1", "DATA on stream 0", PROTOCOL, body(0)),
    ("6.1", "DATA with as much padding as payload", PROTOCOL,
     headers() + body(content=b"\x05" + bytes(4), flags=PADDED)),
    # A generic code is allowed for a frame that is too short (§5.4).
    ("6.1", "DATA without the length of its padding", FRAME_SIZE,
     headers() + body(content=b"", flags=PADDED)),
    ("6.1", "DATA with padding", SERVED,
     headers() + body(content=b"\x03" + bytes(5 + 3), flags=PADDED | END_STREAM)),
    ("6.1", "DATA that is only padding", SERVED,
     headers() + body(content=b"\x03" + bytes(3), flags=PADDED) + body()),
    ("6.2", "HEADERS with more padding than payload", PROTOCOL,
     headers(fields=b"\xff" + FIELDS[:100], flags=PADDED)),
    ("6.2", "HEADERS without the length of their padding", FRAME_SIZE,
     headers(fields=b"", flags=PADDED)),
    ("6.2", "HEADERS too short for their priority", FRAME_SIZE,
     headers(fields=bytes(4), flags=PRIORITIZED)),
    ("6.2", "HEADERS with padding and a priority", SERVED,
     headers(fields=b"\x03" + bytes(5) + FIELDS + bytes(3), flags=PADDED | PRIORITIZED) + body()),
    ("6.2", "HEADERS within a field block", PROTOCOL, OPEN_BLOCK + headers(3)),
    ("6.2", "DATA within a field block", PROTOCOL, OPEN_BLOCK + body()),
    # A stream error, which a server may treat as a connection error (§5.4.1).
    ("6.4", "RST_STREAM of 3 bytes", FRAME_SIZE, headers() + frame(RST_STREAM, 0, 1, bytes(3))),
    ("6.4", "RST_STREAM with an unknown code", IGNORED,
     headers() + frame(RST_STREAM, 0, 1, bytes(3) + b"\xfe")),
    ("6.5.2", "SETTINGS_ENABLE_PUSH of 2", PROTOCOL, settings(_2=2)),
    ("6.5.2", "SETTINGS_INITIAL_WINDOW_SIZE of 2^31", FLOW_CONTROL, settings(_4=1 << 31)),
    ("6.5.2", "SETTINGS_MAX_FRAME_SIZE of 2^14 - 1", PROTOCOL, settings(_5=LONGEST - 1)),
    ("6.5.2", "SETTINGS_MAX_FRAME_SIZE of 2^24", PROTOCOL, settings(_5=1 << 24)),
    ("6.5.2", "the largest and smallest settings", SERVED,
     settings(_1=0, _2=0, _3=0, _4=(1 << 31) - 1, _5=(1 << 24) - 1, _6=0)
     + settings(_1=(1 << 32) - 1, _4=65_535, _5=LONGEST) + check()),
    ("6.5.2", "an unknown setting", SERVED, settings(_153=1) + check()),
    ("6.5.3", "each of several SETTINGS is acknowledged", IGNORED,
     settings(_3=1) * 3, came(SETTINGS_ACK, 3)),
    ("6.7", "PING is acknowledged", IGNORED, frame(PING, 0, 0, b"01234567"), came(PONG)),
    ("6.7", "an acknowledgement of no PING", IGNORED, PONG),
    ("6.7", "PING on a stream", PROTOCOL, frame(PING, 0, 1, bytes(8))),
    ("6.8", "GOAWAY during a call", SERVED + CLOSED,
     headers() + frame(GOAWAY, 0, 0, struct.pack(">II", 0, 0)) + body()),
    ("6.9", "WINDOW_UPDATE by 0 on the connection", PROTOCOL, room(0, 0)),
    ("6.9", "WINDOW_UPDATE by 0 on a stream", STREAM_ERROR, headers() + room(1, 0)),
    ("6.9", "WINDOW_UPDATE of 3 bytes", FRAME_SIZE, frame(WINDOW_UPDATE, 0, 0, bytes(3))),
    ("6.9", "the reserved bit of an increment", SERVED, room(0, 1 << 31 | 1) + check()),
    ("6.9.1", "the connection's window beyond 2^31 - 1", FLOW_CONTROL, room(0, LARGEST_WINDOW)),
    ("6.9.1", "a stream's window beyond 2^31 - 1", reset(Code.FLOW_CONTROL_ERROR),
     headers() + room(1, LARGEST_WINDOW)),
    ("6.9.1", "no room", sent(0), settings(_4=0) + check(), ANSWERED),
    ("6.9.1", "room for a part", sent(3), settings(_4=3) + check(), received(3)),
    ("6.9.1", "room in parts", SERVED,
     settings(_4=3) + check(), received(3), room(1, 1), received(4), room(1, 3)),
    ("6.9.1", "the connection's window, smaller than the stream's", sent(FIRST_WINDOW + 10),
     settings(_4=1 << 20) + LONG_ANSWER, received(FIRST_WINDOW),
     room(0, 10), received(FIRST_WINDOW + 10), cancel(1) + room(0, FIRST_WINDOW)),
    ("6.9.2", "a larger initial window while DATA wait", SERVED,
     settings(_4=3) + check(), received(3), settings(_4=7)),
    ("6.9.2", "a smaller initial window, and room to make up for it", sent(5),
     settings(_4=4) + check(), received(4), settings(_4=1), room(1, 4)),
    ("6.9.2", "a negative window", sent(4),
     settings(_4=4) + check(), received(4), settings(_4=1), room(1, 3)),
    ("6.9.2", "an initial window that makes a stream's too large", FLOW_CONTROL,
     headers() + room(1, LARGEST_WINDOW - FIRST_WINDOW) + settings(_4=FIRST_WINDOW + 1)),
    ("6.9.2", "the initial window is not the connection's", SERVED,
     settings(_4=LARGEST_WINDOW) + settings(_4=FIRST_WINDOW) + check()),
    ("6.9.3", "the order of settings", sent(2), settings(_4=0) + settings(_4=2) + check(),
     received(2)),
    ("6.10", "a field block in four frames", SERVED,
     OPEN_BLOCK + frame(CONTINUATION, 0, 1, FIELDS[40:60]) + frame(CONTINUATION, 0, 1, b"")
     + frame(CONTINUATION, END_HEADERS, 1, FIELDS[60:]) + body()),
    ("6.10", "CONTINUATION on stream 0", PROTOCOL,
     OPEN_BLOCK + frame(CONTINUATION, END_HEADERS, 0, b"")),
    ("6.10", "CONTINUATION on another stream", PROTOCOL,
     headers(1) + frame(HEADERS, 0, 3, FIELDS) + REST),
    ("6.10", "CONTINUATION after a whole field block", PROTOCOL, OPEN_BLOCK + REST + REST),
    ("6.10", "PING within a field block", PROTOCOL, OPEN_BLOCK + frame(PING, 0, 0, bytes(8))),
]

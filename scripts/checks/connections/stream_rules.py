"""Frames in each state of a stream, and the resulting errors (RFC 9113 §5, §8)."""

import struct

from http2 import (
    CONTINUATION, END_HEADERS, END_STREAM, HEADERS, INTERACT, PING, PRIORITY, PUSH_PROMISE,
    call_fields, cancel, frame, literal, room,
)  # fmt: skip
from rule import (
    ENDED, FIELDS, HEALTH, IGNORED, PROTOCOL, SERVED, SERVING, STREAM_CLOSED, STREAM_ERROR,
    STREAMING, WATCH, Awaited, Code, body, check, goaway, headers, received, reset,
)  # fmt: skip

UNKNOWN = 0xBB
# The engine's SETTINGS_MAX_CONCURRENT_STREAMS.
STREAMS_AT_ONCE = 1024


def priority(stream: int = 1, parent: int = 0) -> bytes:
    return frame(PRIORITY, 0, stream, struct.pack(">IB", parent, 1))


CONTINUED = frame(CONTINUATION, END_HEADERS, 1, b"")
TRAILERS = headers(fields=b"", flags=END_STREAM)
# The server resets stream 1, whose request is open.
RESET_BY_SERVER = headers() + room(1, 0)
# The server ends stream 1, whose request is open.
UNKNOWN_METHOD = headers(fields=call_fields(HEALTH + "Unknown"))
STREAMED = received(len(SERVING))
LAST_STREAM = Awaited("GOAWAY after stream 5", lambda it: it.last_stream == 5)

RULES = [
    ("5.1", "idle: DATA", PROTOCOL, body()),
    ("5.1", "idle: RST_STREAM", PROTOCOL, cancel(1)),
    ("5.1", "idle: WINDOW_UPDATE", PROTOCOL, room(1, 1)),
    ("5.1", "idle: CONTINUATION", PROTOCOL, CONTINUED),
    ("5.1", "idle: PRIORITY", IGNORED, priority()),
    ("5.1", "open: WINDOW_UPDATE", SERVED, headers(), room(1, 1), body()),
    ("5.1", "open: PRIORITY", SERVED, headers(), priority(), body()),
    ("5.1", "open: RST_STREAM", IGNORED, headers(), cancel(1)),
    ("5.1", "half-closed (remote): DATA", STREAM_CLOSED, WATCH, body()),
    ("5.1", "half-closed (remote): HEADERS", STREAM_CLOSED, WATCH, TRAILERS),
    ("5.1", "half-closed (remote): WINDOW_UPDATE", STREAMING, WATCH, room(1, 1)),
    ("5.1", "half-closed (remote): PRIORITY", STREAMING, WATCH, priority()),
    ("5.1", "half-closed (remote): RST_STREAM", STREAMING, WATCH, STREAMED, cancel(1)),
    ("5.1", "closed by the client's RST_STREAM: DATA", STREAM_CLOSED,
     headers() + cancel(1), body()),
    ("5.1", "closed by the client's RST_STREAM: HEADERS", STREAM_CLOSED,
     headers() + cancel(1), TRAILERS),
    ("5.1", "closed by the client's RST_STREAM: WINDOW_UPDATE", IGNORED,
     headers() + cancel(1), room(1, 1)),
    ("5.1", "closed by the client's RST_STREAM: RST_STREAM", IGNORED,
     headers() + cancel(1), cancel(1)),
    ("5.1", "closed by END_STREAM: DATA", STREAM_CLOSED, check(), ENDED, body()),
    ("5.1", "closed by END_STREAM: HEADERS", goaway(Code.STREAM_CLOSED), check(), ENDED, TRAILERS),
    ("5.1", "closed by END_STREAM: WINDOW_UPDATE", SERVED, check(), ENDED, room(1, 1)),
    ("5.1", "closed by END_STREAM: RST_STREAM", SERVED, check(), ENDED, cancel(1)),
    ("5.1", "closed by END_STREAM: PRIORITY", SERVED, check(), ENDED, priority()),
    ("5.1", "closed by the server's RST_STREAM: DATA", STREAM_ERROR, RESET_BY_SERVER, body()),
    ("5.1", "closed by the server's RST_STREAM: HEADERS", STREAM_ERROR, RESET_BY_SERVER, TRAILERS),
    ("5.1", "closed by the server's RST_STREAM: WINDOW_UPDATE", STREAM_ERROR,
     RESET_BY_SERVER, room(1, 1)),
    ("5.1", "closed by the server's RST_STREAM: RST_STREAM", STREAM_ERROR,
     RESET_BY_SERVER, cancel(1)),
    ("5.1", "closed since a later stream was opened: DATA", SERVED, headers(1) + check(5),
     body(3), body(1)),
    ("5.1.1", "HEADERS on stream 2", PROTOCOL, headers(2)),
    ("5.1.1", "HEADERS on stream 3 after 5", PROTOCOL, headers(5), headers(3)),
    ("5.1.1", "the same while both requests have ended", PROTOCOL,
     headers(5, flags=END_STREAM) + headers(3, flags=END_STREAM)),
    ("5.1.2", "a stream more than SETTINGS_MAX_CONCURRENT_STREAMS",
     reset(Code.REFUSED_STREAM, 2 * STREAMS_AT_ONCE + 1),
     b"".join(headers(2 * number + 1, call_fields(INTERACT))
     for number in range(STREAMS_AT_ONCE + 1)), cancel(1)),
    ("5.3.2", "a stream that depends on itself", SERVED, priority(1, 1) + check()),
    ("5.4.1", "the last stream in GOAWAY", PROTOCOL,
     headers(5) + frame(PING, 0, 1, bytes(8)), LAST_STREAM),
    ("5.4.2", "several errors on a stream", STREAM_ERROR,
     RESET_BY_SERVER, room(1, 0), headers(), body()),
    ("5.5", "a frame of an unknown type on the connection", SERVED,
     frame(UNKNOWN, 0xFF, 0, b"x") + check()),
    ("5.5", "a frame of an unknown type on a stream", SERVED,
     headers() + frame(UNKNOWN, 0xFF, 1, b"x") + body()),
    ("5.5", "a frame of an unknown type within a field block", PROTOCOL,
     frame(HEADERS, 0, 1, FIELDS) + frame(UNKNOWN, 0, 1, b"")),
    ("6.6", "PUSH_PROMISE", PROTOCOL,
     headers() + frame(PUSH_PROMISE, END_HEADERS, 1, struct.pack(">I", 2) + FIELDS)),
    ("8.1", "a call that ends before its request", reset(Code.NO_ERROR), UNKNOWN_METHOD),
    ("8.1", "the same, and then its end", reset(Code.NO_ERROR), UNKNOWN_METHOD, ENDED, body()),
    # InteractionTransportTests has every malformed request (RequestFormTests).
    ("8.1", "trailers", SERVED,
     headers() + body(flags=0) + headers(fields=literal("x", "1"), flags=END_STREAM)),
    ("8.1.1", "more DATA than content-length", STREAM_ERROR,
     headers(fields=FIELDS + literal("content-length", "4")) + body()),
    ("8.2.1", "a field name in upper case", STREAM_ERROR,
     headers(fields=FIELDS + literal("X-Upper", "1"))),
    ("8.3", "a pseudo-header field after others", STREAM_ERROR,
     headers(fields=FIELDS + literal(":authority", "x"))),
]

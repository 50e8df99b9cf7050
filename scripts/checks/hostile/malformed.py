"""Frames that no valid client sends."""

import gzip
import random

from attack import FIRST, Attack, End
from floods import LIST, streams
from http2 import (
    DATA, END_HEADERS, END_STREAM, HEADERS, INTERACT, call,
    call_fields, frame, literal, message, settings,
)  # fmt: skip
from slow_attacks import calls, once

# Constant, since other random bytes could be a valid frame.
GARBAGE = random.Random(1).randbytes(4096)
# Connection errors; scripts/checks/connections has one of each kind.
ERRORS = {
    "a frame of 16 MiB": call(1) + b"\xff\xff\xff" + frame(DATA, 0, 1, bytes(100))[3:],
    "garbage": GARBAGE,
}
# A call of Interact that ends with an error.
NO_MESSAGE = call(FIRST) + message(FIRST, b"\xff\xff")
BOMB = gzip.compress(bytes(4 << 20))


def sent(body: bytes, **fields: str) -> bytes:
    return frame(HEADERS, END_HEADERS, FIRST, call_fields(LIST, **fields)) + body


def bomb(stream: int) -> bytes:
    opened = frame(HEADERS, END_HEADERS, stream, call_fields(LIST, grpc_encoding="gzip"))
    return opened + message(stream, BOMB, compressed=True)


ATTACKS = [
    *(Attack(name, once(data), connections=1) for name, data in ERRORS.items()),
    Attack("HTTP/1.1", once(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"), greeting=b""),
    Attack("garbage for a preface", once(GARBAGE), greeting=b""),
    Attack("2000 streams", once(calls(INTERACT, 2000)), connections=1,
           end=End.STREAMS, streams=900),
    Attack("a header without a name",
           once(frame(HEADERS, END_HEADERS, FIRST, call_fields() + literal("", "x"))),
           connections=1, end=End.STREAMS),
    Attack("a message of 4 GiB",
           once(sent(frame(DATA, 0, FIRST, b"\0\xff\xff\xff\xff" + bytes(99)))), end=End.STREAMS),
    Attack("a call of one message that ends with its headers",
           once(frame(HEADERS, END_HEADERS | END_STREAM, FIRST, call_fields(LIST))),
           connections=1, end=End.STREAMS),
    Attack("a negative timeout",
           once(sent(frame(DATA, END_STREAM, FIRST, bytes(5)), grpc_timeout="-1m")),
           connections=1, end=End.STREAMS),
    Attack("a table of headers of 4 GiB that shrinks",
           once(settings(_1=0xFFFF_FFFF) + settings(_1=0xFFFF_FFFE) + NO_MESSAGE),
           end=End.STREAMS),
    Attack("gzip bomb", once(sent(message(FIRST, BOMB, compressed=True), grpc_encoding="gzip")),
           end=End.STREAMS),
    Attack("compressed in an unknown way", once(sent(message(FIRST, BOMB, compressed=True))),
           end=End.STREAMS),
    Attack("gzip bombs", streams(bomb, at_once=10), end=End.STREAMS),
]

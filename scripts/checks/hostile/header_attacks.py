"""Header blocks: without end, or larger than they look."""

from collections.abc import Iterator

from attack import Attack, Burst, Bursts, End
from floods import flood, on_stream, streams
from http2 import (
    CONTINUATION, DATA, END_HEADERS, END_STREAM, HEADERS, call, call_fields, frame, integer,
    literal,
)  # fmt: skip

METHOD_POST = b"\x83"
# The newest entry of the dynamic table.
NEWEST = b"\xbe"


def continued(payload: bytes) -> Bursts:
    """HEADERS that never end."""
    return flood(frame(CONTINUATION, 0, 1, payload), first=frame(HEADERS, 0, 1, call_fields()))


def references(stream: int) -> bytes:
    """A field of 4000 bytes, put into the table and then named 12,000 times: 48 MB."""
    fields = call_fields() + literal("bomb", "x" * 4000, 0x40) + NEWEST * 12_000
    return frame(HEADERS, END_HEADERS, stream, fields)


def large_list(stream: int) -> bytes:
    """The largest that fits HEADERS and the CONTINUATION frames that are let through."""
    part = literal("large", "x" * 16_000)
    return (
        frame(HEADERS, 0, stream, call_fields())
        + frame(CONTINUATION, 0, stream, part) * 4
        + frame(CONTINUATION, END_HEADERS, stream, b""))  # fmt: skip


def table_sizes() -> bytes:
    """The dynamic table's size, changed again and again."""
    return (b"\x20" + bytes([0x20 | 0x1F]) + integer(4096, 5)[1:]) * 3000


def calls_and_an_error() -> Iterator[Burst]:
    data = b"".join(call(stream) for stream in range(1, 801, 2))
    yield Burst(data + frame(DATA, 0, 0, b"x"), 401)


ATTACKS = [
    Attack("CONTINUATION flood", continued(literal("a", "b"))),
    Attack("CONTINUATION flood, empty", continued(b"")),
    Attack("CONTINUATION flood, 16 KiB", continued(literal("a", "b" * 16_000))),
    Attack("HPACK bomb: one field, named often", streams(references, at_once=4)),
    Attack("HPACK bomb: 16,000 small fields", streams(
        on_stream(HEADERS, END_HEADERS, call_fields() + METHOD_POST * 16_000), at_once=4)),
    Attack("header list of 64 KiB", streams(large_list, at_once=1)),
    Attack("HPACK table changed often", streams(
        on_stream(HEADERS, END_HEADERS, table_sizes() + call_fields()), at_once=4)),
    Attack("an integer without end", streams(
        on_stream(HEADERS, END_HEADERS, b"\xff" + b"\x80" * 12_000), at_once=1)),
    # Calls that were read together with the error must not be kept. All begin before it is seen.
    Attack("calls and an error at once", calls_and_an_error, connections=4, within=15),
    Attack("calls and an error at once, 16 times", calls_and_an_error, connections=16, within=15,
           long=True),
    # All within every limit, but for what it makes the server do.
    Attack("calls with 12 KiB of headers", streams(on_stream(
        HEADERS, END_HEADERS | END_STREAM, call_fields(filler="x" * 12_000)), at_once=4),
           end=End.NOTHING),
]

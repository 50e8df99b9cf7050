"""Connections that occupy a slot, and do nothing."""

from collections.abc import Iterator

from attack import FIRST, GRACE_SECONDS, IDLE_SECONDS, Attack, Burst, Bursts, End
from floods import LIST
from http2 import DATA, HEADERS, INTERACT, PREFACE, call, call_fields, frame

CALLS = 100
MESSAGE_BYTES = 4 << 20
PIECE = 16_384


def once(data: bytes) -> Bursts:
    return lambda: iter([Burst(data)])


def nothing() -> Iterator[Burst]:
    return iter([])


def by_byte(data: bytes) -> Bursts:
    return lambda: (Burst(bytes([byte])) for byte in data)


def streams_of(number: int) -> range:
    return range(FIRST, FIRST + 2 * number, 2)


def calls(path: str, number: int = CALLS) -> bytes:
    return b"".join(call(stream, path) for stream in streams_of(number))


def quarter_messages(number: int) -> Bursts:
    """Yields calls whose messages of 4 MiB stop after a quarter, sent before the first timeout."""

    def bursts() -> Iterator[Burst]:
        yield Burst(calls(LIST, number))
        for stream in streams_of(number):
            yield Burst(frame(DATA, 0, stream, b"\0" + MESSAGE_BYTES.to_bytes(4)), 5)
            piece = Burst(frame(DATA, 0, stream, bytes(PIECE)), PIECE)
            yield from [piece] * (MESSAGE_BYTES // PIECE // 4)

    return bursts


HALF_HEADERS = call(1)[:40]
OPEN_HEADERS = frame(HEADERS, 0, 1, call_fields())
# A TLS record of 512 bytes, of which only the first 40 are sent.
CLIENT_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(29)

IDLE = IDLE_SECONDS + GRACE_SECONDS + 1

ATTACKS = [
    Attack("silence", nothing, greeting=b"", connections=20),
    Attack("preface by bytes", by_byte(PREFACE), greeting=b"", connections=20, pause=0.5),
    Attack("preface and no SETTINGS", nothing, greeting=PREFACE, connections=20),
    Attack("no TLS handshake", nothing, greeting=b"", connections=20, tls=True),
    Attack("half a TLS handshake", by_byte(CLIENT_HELLO), greeting=b"", connections=20, pause=0.5,
           tls=True),
    Attack("half a HEADERS frame", once(HALF_HEADERS), connections=20),
    Attack("HEADERS by bytes", by_byte(HALF_HEADERS), connections=20, pause=0.5),
    Attack("HEADERS that do not end", once(OPEN_HEADERS), connections=20),
    Attack("2000 silent connections", nothing, greeting=b"", connections=2000),
    Attack("10000 silent connections", nothing, greeting=b"", connections=10_000, long=True),
    Attack("2000 idle connections", nothing, connections=2000, within=IDLE, is_idle=True),
    Attack("9500 idle connections", nothing, connections=9500, within=IDLE, is_idle=True,
           long=True),
    Attack("Interact without Open", once(calls(INTERACT)), connections=4,
           end=End.STREAMS, streams=CALLS),
    Attack("100 calls that send nothing", once(calls(LIST)), connections=20,
           end=End.STREAMS, streams=CALLS),
    # On a slow machine sending takes longer than the timeout of calls: the rest is then a flood.
    Attack("8 quarters of messages", quarter_messages(8), end=End.STREAMS, streams=8),
    Attack("64 quarters of messages", quarter_messages(64), within=10, end=End.STREAMS, streams=64,
           long=True),
]

"""Callers that stay within the contract, and request as much as they can get."""

from collections.abc import Iterator
from itertools import count

from attack import FIRST, Attack, Burst, End
from frames import costly
from google.protobuf.message import Message
from http2 import DATA, END_STREAM, PREFACE, SETTINGS_ACK, call, frame, message, settings

SIMULATE = "/interaction.v1.InteractionService/Simulate"
WATCH = "/grpc.health.v1.Health/Watch"
PIECE = 16_384
TAPS = 1_000
# The number of requests for a response of nearly two megabytes, the largest possible.
LARGE = 80
# The watches of one connection, and the engine's limit.
WATCHES, MOST_WATCHES = 200, 16
# An event without content: two bytes, but hundreds after decoding.
EMPTY_EVENT = bytes([6 << 3 | 2, 0])


def requests(body: Message | bytes) -> Iterator[Burst]:
    """Yields whole calls of `Simulate`, one after the other."""
    # Without the header of a single frame.
    data = message(FIRST, body)[9:]
    pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
    for stream in count(FIRST, 2):
        yield Burst(call(stream, SIMULATE))
        for piece in pieces[:-1]:
            yield Burst(frame(DATA, 0, stream, piece), len(piece))
        yield Burst(frame(DATA, END_STREAM, stream, pieces[-1]), len(pieces[-1]))


def watches() -> Iterator[Burst]:
    """Yields calls of `Watch`, whose requests are empty messages, in groups."""
    for first in range(FIRST, FIRST + 2 * WATCHES, 20):
        several = (call(stream, WATCH) + frame(DATA, END_STREAM, stream, bytes(5))
                   for stream in range(first, first + 20, 2))  # fmt: skip
        yield Burst(b"".join(several), 50)


ATTACKS = [
    Attack("costly simulations", lambda: requests(costly(TAPS)), connections=4, end=End.NOTHING,
           pause=0.3),
    Attack("simulations of a million empty bytes", lambda: requests(EMPTY_EVENT * (1 << 19)),
           connections=4, end=End.NOTHING),
    Attack("simulations of four million empty bytes", lambda: requests(EMPTY_EVENT * (1 << 21)),
           connections=4, end=End.NOTHING),
    Attack("answers for which there is no room", lambda: requests(costly(LARGE)), connections=1,
           greeting=PREFACE + settings(_4=0) + SETTINGS_ACK, end=End.STREAMS, within=20, pause=0.3),
    Attack("health watches", watches, connections=6, end=End.STREAMS,
           streams=WATCHES - MOST_WATCHES, pause=0.1),
]

"""Taps of many sessions in one read: each session is within its limits."""

from collections.abc import Iterator
from itertools import count

from attack import FIRST, GREETING, Attack, Burst, End
from floods import sessions
from frames import batch, tap
from http2 import half_close, message
from http2_client import ROOM_FOR_ALL

SESSIONS = 60
# The number that fits the window, and the rounds until directives must be acknowledged.
TAPS, ROUNDS = 85, 3
# Session time between events, long enough for every rate limit.
FAR_US = 1_000_000


def taps(round_: int) -> bytes:
    """Returns a session's taps, each on another tab than the last one."""
    first = 1 + round_ * TAPS
    events = [tap(number % 2, number * FAR_US) for number in range(first, first + TAPS)]
    return batch(first, *events).SerializeToString()


ALL_TAPS = [taps(round_) for round_ in range(ROUNDS)]


def rounds() -> Iterator[Burst]:
    """Yields the openings of sessions, and rounds in which all of them tap at once."""
    for first in count(FIRST, 2 * SESSIONS):
        streams = range(first, first + 2 * SESSIONS, 2)
        yield sessions(streams)
        for body in ALL_TAPS:
            sent = [message(each, body) for each in streams]
            yield Burst(b"".join(sent), sum(len(each) - 9 for each in sent))
        yield Burst(b"".join(map(half_close, streams)))


ATTACKS = [
    Attack("taps of sixty sessions in one read", rounds, end=End.NOTHING, pause=0.25, lasts=4,
           greeting=GREETING + ROOM_FOR_ALL),
]

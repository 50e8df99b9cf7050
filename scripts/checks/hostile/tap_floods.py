"""Taps of many sessions in one read: each session is within its limits."""

import os
from collections.abc import Iterator
from itertools import count

from attack import FIRST, GREETING, Attack, Burst, End
from frames import batch, opening, tap
from http2 import call, half_close, message
from http2_client import ROOM_FOR_ALL

SESSIONS = 60
# As many as fit the connection's window, and rounds after which directives would have to be
# acknowledged.
TAPS, ROUNDS = 85, 3
# So far apart in session time that no rate of events is passed.
FAR_US = 1_000_000
PAUSE = 0.25
CONNECTIONS = count(1)


def taps(round_: int) -> bytes:
    """A session's taps, each on another tab than the last one."""
    first = 1 + round_ * TAPS
    events = [tap(number % 2, number * FAR_US) for number in range(first, first + TAPS)]
    return batch(first, *events).SerializeToString()


ALL_TAPS = [taps(round_) for round_ in range(ROUNDS)]


def rounds() -> Iterator[Burst]:
    """Opens sessions, and lets all of them tap at once, some times."""
    name = f"tapping-{os.getpid()}-{next(CONNECTIONS)}"
    for first in count(FIRST, 2 * SESSIONS):
        streams = range(first, first + 2 * SESSIONS, 2)
        opens = [message(each, opening(session_id=f"{name}-{each}")) for each in streams]
        parts = zip(map(call, streams), opens, strict=True)
        yield together([part for pair in parts for part in pair], opens)
        for body in ALL_TAPS:
            sent = [message(each, body) for each in streams]
            yield together(sent, sent)
        yield together([half_close(each) for each in streams], [])


def together(frames: list[bytes], data: list[bytes]) -> Burst:
    return Burst(b"".join(frames), len(frames), sum(len(each) - 9 for each in data))


ATTACKS = [
    Attack("taps of sixty sessions in one read", rounds, end=End.NOTHING, pause=PAUSE, lasts=4,
           greeting=GREETING + ROOM_FOR_ALL),
]

"""Room for answers that is withheld, or given byte by byte."""

import os
from collections.abc import Iterator
from itertools import count

from attack import FIRST, Attack, Burst, Bursts, End
from floods import STEP
from frames import opening
from greedy import LARGE, costly, requests
from http2 import (
    LARGEST_WINDOW, PREFACE, SETTINGS_ACK, WINDOW_UPDATE, call, frame, message, settings,
)  # fmt: skip
from reflection.v1 import reflection_pb2
from slow_attacks import streams_of

REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
# Its answer has 174 KiB: all files of the contract.
SERVICE = "interaction.v1.InteractionService"
# Streams have room, and their connection has none after the first few answers.
ROOMY_STREAMS = PREFACE + settings(_4=LARGEST_WINDOW) + SETTINGS_ACK
NO_ROOM = PREFACE + settings(_4=0) + SETTINGS_ACK
AT_ONCE = 50
STEP_FOR_ALL = frame(WINDOW_UPDATE, 0, 0, STEP)
# A connection may send 5,000 WINDOW_UPDATEs a second, and 1,000 at once.
STEADY, STEADY_PAUSE = 90, 0.02
BURST, BURST_PAUSE = 940, 2
CALLS = 50
CONNECTIONS = count(1)


def waiting_sessions(number: int) -> Iterator[Burst]:
    """Sessions, of which twenty fill the connection; the others' first frames wait for room."""
    name = f"waiting-{os.getpid()}-{next(CONNECTIONS)}"
    for first in range(FIRST, FIRST + 2 * number, 2 * AT_ONCE):
        streams = range(first, first + 2 * AT_ONCE, 2)
        bodies = [message(stream, opening(session_id=f"{name}-{stream}")) for stream in streams]
        parts = zip(map(call, streams), bodies, strict=True)
        data = b"".join(part for pair in parts for part in pair)
        yield Burst(data, 2 * AT_ONCE, sum(len(body) - 9 for body in bodies))


def woken(sessions: int, steps: int, pause: float) -> Bursts:
    """Sessions that wait for room on their connection, which comes byte by byte."""

    def bursts() -> Iterator[Burst]:
        yield from waiting_sessions(sessions)
        while True:
            yield Burst(STEP_FOR_ALL * steps, steps, pause=pause)

    return bursts


def reflections() -> Iterator[Burst]:
    """Calls whose answers are as large as reflection's get, and which stay open."""
    request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE)
    for stream in streams_of(CALLS):
        asked = message(stream, request)
        yield Burst(call(stream, REFLECTION) + asked, 2, len(asked) - 9)


ATTACKS = [
    Attack("1000 calls that wait for room, byte by byte",
           woken(1_000, STEADY, STEADY_PAUSE), greeting=ROOMY_STREAMS, end=End.NOTHING, lasts=9,
           is_alone=True),
    Attack("500 calls that wait for room, in bursts",
           woken(500, BURST, BURST_PAUSE), greeting=ROOMY_STREAMS, end=End.NOTHING, lasts=7,
           is_alone=True),
    Attack("answers of reflection for which 40 connections have no room", reflections,
           greeting=NO_ROOM, end=End.NOTHING, connections=40, pause=0.08, lasts=5),
    Attack("answers of simulations for which 40 connections have no room",
           lambda: requests(costly(LARGE)), greeting=NO_ROOM, end=End.NOTHING, connections=40,
           pause=1, lasts=60, long=True),
]

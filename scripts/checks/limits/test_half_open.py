"""Peers that are gone without a word: how soon the engine notices, and what they leave behind."""

import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from bench import Bench, bench
from checks import eventually, expect, expect_that
from frames import batch, tap
from http2 import message
from peer import Stall, open_peers

HEARTBEAT, LOST_HEARTBEATS = 1, 3
# Of the long form: seconds that sessions may end later than by the heartbeats that were lost, and
# that a connection of which nothing is heard may stay.
LATE, STAY = 7, 100


@dataclass
class Round:
    """The fate of peers that went silent together: bytes, and seconds since."""

    before: int
    during: int = 0
    ended: float = 0
    # Awaited in the long form alone.
    closed: float = 0
    after: int = 0


async def measure_round(own: Bench, peers: int, number: int, is_long: bool) -> Round:
    async def are_gone() -> bool:
        return await own.sessions() == 0

    descriptors = own.process.descriptors
    found = Round(own.process.memory)
    silent = await open_peers(own.engine.port, [
        (f"silent-{number}-{at}", ({"time_us": 0}, []), Stall.SOCKET) for at in range(peers)])
    start = time.monotonic()
    for peer in silent:
        # Like a link that breaks under way: the last events arrive, and no answer to them does.
        peer.begin_to_stall()
        peer.send(message(1, batch(1, *(tap(1 + at % 2, at * 10_000) for at in range(20)))))
    found.during = own.process.memory
    await eventually("the sessions end", are_gone)
    found.ended = time.monotonic() - start
    if is_long:
        await own.closes(descriptors, STAY)
        found.closed = time.monotonic() - start
    for peer in silent:
        peer.close()
    await own.closes(descriptors)
    found.after = own.process.memory
    return found


@pytest.mark.timeout(600)
@pytest.mark.parametrize("peers, rounds, is_long", [
    (100, 2, False), pytest.param(500, 3, True, marks=pytest.mark.long)])
async def test_sessions_of_silent_peers_end_in_time_and_leave_nothing(
    binary: Path, peers: int, rounds: int, is_long: bool
) -> None:
    async with bench(binary, "--limit", f"heartbeat-seconds={HEARTBEAT}") as own:
        found = [await measure_round(own, peers, number, is_long) for number in range(rounds)]
        reasons = await own.ends()
    for each in found:
        before, during, after = (size / 2**20 for size in [each.before, each.during, each.after])
        print(f"sessions end after {each.ended:.1f} s, connections after {each.closed:.0f} s; "
              f"{before:.1f} MiB before, {during:.1f} during, {after:.1f} after")  # fmt: skip
    expect("ends", reasons, {("HEARTBEAT_LOST",): peers * rounds})
    slowest = max(each.ended for each in found)
    expect_that(not is_long or slowest <= LOST_HEARTBEATS * HEARTBEAT + LATE,
                f"sessions of silent peers ended after {slowest:.1f} s")  # fmt: skip

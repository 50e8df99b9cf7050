"""Peers that vanish without notice: the time until the engine detects it, and the cleanup."""

import time
from functools import partial
from pathlib import Path

import pytest
from bench import Bench, bench
from expectations import becomes
from frames import batch, tap
from http2 import message
from peer import Stall, open_peers

HEARTBEAT, LOST_HEARTBEATS = 1, 3
# Of the long form: the tolerance on the ends of sessions after the lost heartbeats, and the maximum
# lifetime of a silent connection, seconds.
LATE, STAY = 7, 100


async def measure_round(own: Bench, peers: int, number: int, is_long: bool) -> float:
    """Silences peers together. Returns the seconds until their sessions have ended."""
    descriptors = own.process.descriptors
    silent = await open_peers(own.engine.port, [
        (f"silent-{number}-{at}", ({"time_us": 0}, []), Stall.SOCKET) for at in range(peers)])
    start = time.monotonic()
    for peer in silent:
        # Like a link that breaks: the last events arrive, but no response does.
        peer.begin_to_stall()
        peer.send(message(1, batch(1, *(tap(1 + at % 2, at * 10_000) for at in range(20)))))
    await becomes("open sessions", partial(own.page.number, "sessions_active"), 0)
    ended = time.monotonic() - start
    if is_long:
        await own.closes(descriptors, STAY)
        print(f"connections end after {time.monotonic() - start:.0f} s")
    for peer in silent:
        peer.close()
    await own.closes(descriptors)
    print(f"sessions end after {ended:.1f} s")
    return ended


@pytest.mark.timeout(600)
@pytest.mark.parametrize("peers, rounds, is_long", [
    (100, 2, False), pytest.param(500, 3, True, marks=pytest.mark.long)])
async def test_sessions_of_silent_peers_end_in_time_and_leave_nothing(
    binary: Path, peers: int, rounds: int, is_long: bool
) -> None:
    async with bench(binary, "--limit", f"heartbeat-seconds={HEARTBEAT}") as own:
        ended = [await measure_round(own, peers, number, is_long) for number in range(rounds)]
        reasons = await own.ends()
    assert reasons == {("HEARTBEAT_LOST",): peers * rounds}
    assert not is_long or max(ended) <= LOST_HEARTBEATS * HEARTBEAT + LATE

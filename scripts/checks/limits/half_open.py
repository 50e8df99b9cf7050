"""Peers that are gone without a word: how soon the engine notices, and what they leave behind."""

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench import Bench, bench, show, until
from checks import expect, expect_that
from frames import batch, tap
from http2 import message
from peer import Stall, open_peers

LOST_HEARTBEATS = 3
# Seconds that sessions of the long form may end later than by three heartbeats.
LEEWAY = 7.0
PATIENCE = 60


@dataclass(frozen=True)
class Form:
    peers: int
    heartbeat: int
    rounds: int
    # The longest that a connection of which nothing is heard may stay.
    connection_seconds: float


SHORT = Form(peers=100, heartbeat=1, rounds=2, connection_seconds=0)
LONG = Form(peers=500, heartbeat=1, rounds=3, connection_seconds=100)


@dataclass
class Round:
    """The fate of peers that went silent together; bytes, and seconds since."""

    before: int
    during: int = 0
    ended: float = 0
    ended_memory: int = 0
    closed: float | None = None
    after: int = 0


async def measure_round(own: Bench, form: Form, number: int) -> Round:
    descriptors = own.process.descriptors
    found = Round(own.process.memory)
    peers = await open_peers(own.engine.port, [
        (f"silent-{number}-{at}", ({"time_us": 0}, []), Stall.SOCKET)
        for at in range(form.peers)])  # fmt: skip
    start = time.monotonic()
    for peer in peers:
        # Like a link that breaks under way: the last events arrive, and no answer to them does.
        peer.begin_to_stall()
        peer.send(message(1, batch(1, *(tap(1 + at % 2, at * 10_000) for at in range(20)))))
    found.during = own.process.memory
    expect_that(await until(partial(are_gone, own), PATIENCE), "sessions stay")
    found.ended, found.ended_memory = time.monotonic() - start, own.process.memory
    if form.connection_seconds:
        if await until(partial(own.has_closed, descriptors), form.connection_seconds):
            found.closed = time.monotonic() - start
    for peer in peers:
        peer.close()
    expect_that(await until(partial(own.has_closed, descriptors), PATIENCE),
                f"{own.process.descriptors - descriptors} descriptors are left")  # fmt: skip
    found.after = own.process.memory
    return found


def closing(form: Form, found: Round) -> str:
    if not form.connection_seconds:
        return "not awaited"
    late = f"over {form.connection_seconds:.0f}"
    return late if found.closed is None else f"{found.closed:.0f}"


async def are_gone(own: Bench) -> bool:
    return await own.sessions() == 0


async def run(binary: Path, options: list[str], is_long: bool) -> None:
    form = LONG if is_long else SHORT
    heartbeat = ["--limit", f"heartbeat-seconds={form.heartbeat}"]
    async with bench(binary, *heartbeat, *options) as own:
        rounds = [await measure_round(own, form, number) for number in range(form.rounds)]
        reasons = await own.ends()
    show(f"{form.peers} half-open peers, a heartbeat each {form.heartbeat} s",
         ["round", "sessions end, s", "connections close, s", "MiB before", "during", "ended",
          "after"],
         [[str(number), f"{found.ended:.1f}", closing(form, found),
           *(f"{size / 2**20:.1f}" for size in [
               found.before, found.during, found.ended_memory, found.after])]
          for number, found in enumerate(rounds, 1)])  # fmt: skip
    expect("ends", reasons, {("HEARTBEAT_LOST",): form.peers * form.rounds})
    if not is_long:
        return
    silence = LOST_HEARTBEATS * form.heartbeat
    late = [found.ended for found in rounds if found.ended > silence + LEEWAY]
    expect("rounds that took too long, s", late, [])
    stay = sum(found.closed is None for found in rounds)
    expect_that(not stay, f"connections of {stay} rounds stay for {form.connection_seconds:.0f} s")

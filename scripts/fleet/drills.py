"""Checks a fleet behind Envoy: sessions go through all that happens to a fleet.

usage: scripts/fleet/check runs it.
"""

import argparse
import asyncio
import itertools
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import grpc

from checks import CheckFailed, eventually, expect_that
from conversation import StreamEnded
from engine import EngineError
from fronted import FrontedFleet, running_fronted_fleet
from load import Load
from moving import commanded
from process import Process

NAMES = ["engine-1", "engine-2", "engine-3"]
KILL_PAUSE = 5
# A lease, what health checks take, the time that sessions have to leave, and some to come back.
SETTLING_SECONDS = 15 + 6 + 4
# Clients are told to go after Envoy has noticed that the engine leaves.
DRAIN = ("--drain-deadline", "6", "--drain-notice", "3")


@dataclass(frozen=True)
class Form:
    """How much is done."""

    sessions: int
    kill_seconds: int
    store_seconds: int
    # More than all drills take.
    minutes: int
    commands: int
    is_long: bool


SHORT = Form(sessions=36, kill_seconds=15, store_seconds=12, minutes=4, commands=30,
             is_long=False)
LONG = Form(sessions=300, kill_seconds=120, store_seconds=600, minutes=25, commands=1_000,
            is_long=True)

Drill = Callable[[FrontedFleet, Form], Awaitable[str]]


async def spread(fleet: FrontedFleet, form: Form) -> str:
    """How many sessions each engine has. Chance spreads few of them less evenly than many."""
    counts = await fleet.spread()
    even = form.sessions / len(counts)
    words = "/".join(str(count) for count in counts.values())
    if form.is_long:
        for name, count in counts.items():
            expect_that(abs(count - even) <= even / 4, f"{name} has {count}: {words}")
    return f"sessions {words}"


async def kills(fleet: FrontedFleet, form: Form) -> str:
    """One engine after the other dies, and comes back on its ports."""
    loop = asyncio.get_running_loop()
    end, count = loop.time() + form.kill_seconds, 0
    for name in itertools.cycle(NAMES):
        if loop.time() >= end:
            break
        next_one = loop.time() + KILL_PAUSE
        await fleet.restart(name, signal.SIGKILL)
        count += 1
        await asyncio.sleep(max(0, next_one - loop.time()))
    await fleet.led(*NAMES)
    return f"{count} in {form.kill_seconds} s"


async def rolling(fleet: FrontedFleet, form: Form) -> str:
    """Each engine drains and ends, and the next one not before it is back in the ring."""
    for name in NAMES:
        await fleet.restart(name, signal.SIGTERM)
        await fleet.led(*NAMES)
    return "3 engines"


async def added(fleet: FrontedFleet, form: Form) -> str:
    await fleet.add("engine-4")
    await asyncio.sleep(SETTLING_SECONDS)
    return await spread(fleet, form)


async def removed(fleet: FrontedFleet, form: Form) -> str:
    await fleet.remove("engine-4")
    await asyncio.sleep(SETTLING_SECONDS if form.is_long else 2)
    return await spread(fleet, form)


async def front_lost(fleet: FrontedFleet, form: Form) -> str:
    """All connections end with Envoy."""
    await fleet.front.stop()
    await fleet.front.start()
    await fleet.led(*NAMES)
    return "back on its port"


async def store_lost(fleet: FrontedFleet, form: Form) -> str:
    await fleet.store.stop()
    await asyncio.sleep(form.store_seconds)
    words = await spread(fleet, form)
    await fleet.store.start()
    await fleet.led(*NAMES)
    return f"for {form.store_seconds} s, {words}"


async def two_killed(fleet: FrontedFleet, form: Form) -> str:
    await asyncio.gather(*(fleet.restart(name, signal.SIGKILL) for name in NAMES[:2]))
    await fleet.led(*NAMES)
    await asyncio.sleep(SETTLING_SECONDS)
    return await spread(fleet, form)


async def frozen(fleet: FrontedFleet, form: Form) -> str:
    """An engine stands still, and comes back while its sessions live elsewhere."""
    fleet.engines[NAMES[0]].tell(signal.SIGSTOP)
    await asyncio.sleep(40)
    fleet.engines[NAMES[0]].tell(signal.SIGCONT)
    await fleet.led(*NAMES)
    await asyncio.sleep(SETTLING_SECONDS)
    return await spread(fleet, form)


DRILLS: dict[str, Drill] = {
    "engines are killed": kills,
    "a rolling restart": rolling,
    "an engine is added": added,
    "it is removed": removed,
    "Envoy is restarted": front_lost,
    "etcd is stopped": store_lost,
}
LONG_DRILLS: dict[str, Drill] = {
    "two of three engines die at once": two_killed,
    "an engine is frozen for 40 s": frozen,
}


async def costs(fleet: FrontedFleet, seconds: float = 5) -> str:
    """Processor time while nothing happens but the load, per event."""
    engines = [Process(engine.pid) for engine in fleet.engines.values()]
    front = Process(fleet.front.envoy.pid)

    async def now() -> tuple[float, float, float]:
        return (front.cpu_seconds, sum(it.cpu_seconds for it in engines), await fleet.events())

    before = await now()
    await asyncio.sleep(seconds)
    envoy, engine, events = (b - a for a, b in zip(before, await now(), strict=True))
    expect_that(events > 0, "the load sends no events")
    return (f"Envoy {envoy / events * 1e6:.0f} µs an event,"
            f" engines {engine / events * 1e6:.0f} µs; {events / seconds:.0f} events a second")  # fmt: skip


async def are_open(fleet: FrontedFleet, form: Form) -> bool:
    return sum((await fleet.spread()).values()) == form.sessions


async def drilled(fleet: FrontedFleet, form: Form, binary: Path) -> None:
    load = Load(binary, fleet.folder)
    try:
        await load.start(fleet.front.address, form.sessions, form.minutes)
        await eventually("all sessions are open", lambda: are_open(fleet, form), 60)
        print(f"ok {form.sessions} sessions come through Envoy: {await costs(fleet)}", flush=True)
        for name, drill in (DRILLS | (LONG_DRILLS if form.is_long else {})).items():
            print(f"ok {name}: {await drill(fleet, form)}", flush=True)
        await asyncio.sleep(3)
        outcome = await load.end()
        outcome.check(form.sessions)
        print(f"ok nothing is lost or doubled: {outcome.words}", flush=True)
    finally:
        await load.kill()


async def main(binary: Path, form: Form) -> int:
    try:
        async with running_fronted_fleet(binary, *NAMES, options=DRAIN) as fleet:
            commands = await commanded(fleet, form.commands)
            print(f"ok a command takes effect once while its session moves: {commands}", flush=True)
            await drilled(fleet, form, binary)
    except (CheckFailed, EngineError, StreamEnded, TimeoutError, OSError,
            grpc.aio.AioRpcError) as error:  # fmt: skip
        print(f"FAILED {error or type(error).__name__}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("--long", action="store_true", help="as the page on fleets says")
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.binary.resolve(), LONG if given.long else SHORT)))

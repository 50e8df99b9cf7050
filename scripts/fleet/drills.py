"""Checks a fleet behind Envoy: sessions go through all that happens to a fleet.

usage: scripts/fleet/check runs it.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path

import grpc

import engine_drills
import outage_drills
from checks import CheckFailed, expect_that
from commanding import commanded
from conversation import StreamEnded
from costs import costs
from crowds import full
from engine import EngineError
from forms import GAP, KILL_GAP, LONG, NAMES, ROLLING_GAP, SHORT, Drill, Form
from fronted import FrontedFleet, running_fronted_fleet
from load import Load, Outcome, percentile
from settling import spread, whole
from unreachable import unreachable

# Clients are told to go after Envoy has noticed that the engine leaves.
DRAIN = ("--drain-deadline", "6", "--drain-notice", "3")

DRILLS: dict[str, Drill] = {
    "engines are killed": engine_drills.kills,
    "a rolling restart": engine_drills.rolling,
    "an engine is added": engine_drills.added,
    "Envoy cannot reach it": unreachable,
    "it is removed": engine_drills.removed,
    "Envoy is restarted": outage_drills.front_lost,
    "etcd is stopped": outage_drills.store_lost,
}
LONG_DRILLS: dict[str, Drill] = {
    "two of three engines die at once": engine_drills.two_killed,
    "an engine is frozen for 40 s": engine_drills.frozen,
}

# How long sessions may be without an engine in these drills, seconds.
GAPS = {
    "engines are killed": KILL_GAP,
    "a rolling restart": ROLLING_GAP,
    "two of three engines die at once": KILL_GAP,
}


def judged(name: str, gaps: list[float], most: float) -> str:
    """The longest that sessions were without an engine, but for one in a hundred."""
    expect_that(bool(gaps), f"{name}: no session lost its engine")
    p99 = percentile(gaps, 99)
    expect_that(p99 <= most, f"{name}: sessions were without an engine for {p99:.2f} s in one case"
                f" of a hundred, of {len(gaps)}; at most {most:g} s")  # fmt: skip
    return f"{name} {p99 * 1e3:.0f} ms"


def judge(outcome: Outcome, times: dict[str, tuple[float, float]]) -> str:
    """The same for each drill that has a bound, and for all drills."""
    drills = [judged(name, outcome.gaps(*times[name]), most)
              for name, most in GAPS.items() if name in times]  # fmt: skip
    return ", ".join([*drills, judged("all together", outcome.gaps(), GAP)])


async def drilled(fleet: FrontedFleet, form: Form, binary: Path) -> None:
    load = Load(binary, fleet.folder)

    async def tell(what: str) -> None:
        print(f"ok {what}; {await spread(fleet)}", flush=True)

    try:
        await load.start(fleet.front.address, form.sessions, form.minutes, form.speed)
        await whole(fleet, form)
        await tell(f"{form.sessions} sessions come through Envoy: {await costs(fleet)}")
        times = {}
        for name, drill in (DRILLS | (LONG_DRILLS if form.is_long else {})).items():
            since = time.time()
            await tell(f"{name}: {await drill(fleet, form)}")
            times[name] = (since, time.time())
        await asyncio.sleep(3)
        outcome = await load.end()
        outcome.check(form.sessions)
        print(f"ok nothing is lost or doubled: {outcome.words}", flush=True)
        gaps = judge(outcome, times)
        print(f"ok sessions go on in time: 99 of a hundred after at most {gaps}", flush=True)
    finally:
        await load.kill()


async def main(binary: Path, form: Form) -> int:
    try:
        async with running_fronted_fleet(binary, *NAMES, options=DRAIN) as fleet:
            commands = await commanded(fleet, form.commands)
            print(f"ok a command takes effect once while its session moves: {commands}", flush=True)
            await drilled(fleet, form, binary)
        for outcome in await full(binary):
            print(f"ok engines that are full: {outcome}", flush=True)
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

"""Checks a fleet behind Envoy: sessions go through all that happens to a fleet.

usage: scripts/fleet/check runs it.
"""

import argparse
import asyncio
import sys
from pathlib import Path

import grpc

import engine_drills
import outage_drills
from checks import CheckFailed
from commanding import commanded
from conversation import StreamEnded
from costs import costs
from engine import EngineError
from forms import LONG, NAMES, SHORT, Drill, Form
from fronted import FrontedFleet, running_fronted_fleet
from load import Load
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


async def drilled(fleet: FrontedFleet, form: Form, binary: Path) -> None:
    load = Load(binary, fleet.folder)

    async def tell(what: str) -> None:
        print(f"ok {what}; {await spread(fleet)}", flush=True)

    try:
        await load.start(fleet.front.address, form.sessions, form.minutes)
        await whole(fleet, form)
        await tell(f"{form.sessions} sessions come through Envoy: {await costs(fleet)}")
        for name, drill in (DRILLS | (LONG_DRILLS if form.is_long else {})).items():
            await tell(f"{name}: {await drill(fleet, form)}")
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

"""The web listener: what it answers, and what must not harm it."""

import argparse
import asyncio
import re
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import attacks
import calls
from checks import CheckFailed, expect, expect_that
from engine import Engine
from process import Process
from running import run_one
from tapper import Tapper

# What is checked is not how many sessions a second an engine takes on.
OPTIONS = ["--web-port", "0", "--limit", "opens-per-second=100000", "--limit", "open-burst=100000"]
SPARE_MIB = 60
SPARE_DESCRIPTORS = 8
SLOWEST_TAP = 2.0

Check = tuple[str, Callable[[int], Awaitable[str | None]]]


async def all_of(checks: list[Check], port: int) -> int:
    """Runs the quick ones one after the other, beside those that only wait. Returns how many
    failed."""
    waiting = [asyncio.create_task(run_one(name, check, port))
               for name, check in checks if check in attacks.WAITING + calls.WAITING]  # fmt: skip
    passed = [await run_one(name, check, port)
              for name, check in checks if check not in attacks.WAITING + calls.WAITING]  # fmt: skip
    return (passed + list(await asyncio.gather(*waiting))).count(False)


async def beside(port: int, process: Process, checks: list[Check]) -> int:
    """Runs the checks beside a session, which has to go on, and looks what they have cost."""
    tapper, opened = Tapper(port), asyncio.Event()
    tapping = asyncio.create_task(tapper.run(opened))
    async with asyncio.timeout(10):
        await opened.wait()
    memory, descriptors = process.resident_mib, process.descriptors
    failed = await all_of(checks, port)

    async def costs(_: int) -> str:
        deadline = time.monotonic() + 15
        while process.descriptors > descriptors + SPARE_DESCRIPTORS:
            expect_that(time.monotonic() < deadline, f"{process.descriptors} descriptors are left")
            await asyncio.sleep(0.2)
        more = process.resident_mib - memory
        expect_that(more < SPARE_MIB, f"{more:.0f} MiB more are in use")
        return f"{more:+.0f} MiB, {process.descriptors - descriptors:+d} descriptors"

    async def session(_: int) -> str:
        expect("whether the session has ended", tapping.done(), False)
        tapper.stop()
        await tapping
        expect_that(tapper.slowest < SLOWEST_TAP, f"a tap took {tapper.slowest:.1f} s")
        return f"{tapper.taps} taps, the slowest {tapper.slowest * 1e3:.0f} ms"

    failed += not await run_one("memory and descriptors come back", costs, port)
    failed += not await run_one("the session beside them misses no answer", session, port)
    return failed


async def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("engine", type=Path)
    options = parser.parse_args()
    checks = [it for it in calls.ALL + attacks.ALL if options.only in it[0]]
    engine = await Engine.start(options.engine, *OPTIONS)
    try:
        found = re.fullmatch(r"browsers on 127\.0\.0\.1:(\d+)\n", await engine.next_line())
        if not found:
            raise CheckFailed("the second line does not name the port for browsers")
        failed = await beside(int(found[1]), Process(engine.pid), checks)
        failed += not engine.is_running
        code = await engine.ended(signal.SIGTERM)
        print(f"{'ok' if code == 0 else 'FAILED'} the engine ends when told: code {code}")
        failed += code != 0
    finally:
        await engine.stop(signal.SIGKILL)
    print(f"{len(checks) + 3 - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))

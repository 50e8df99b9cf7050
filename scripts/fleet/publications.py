"""What is published is on all engines, or on none."""

import asyncio
import statistics
import time
from collections.abc import Awaitable
from pathlib import Path

from checks import eventually, expect, expect_in, expect_that
from fleet import Fleet, running_fleet
from versions import SECONDS, digest, has, have, publish


async def publishing(binary: Path, times: int) -> str:
    """A version is on all engines once 'publish' ends, and on one that comes later."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        waits: list[float] = []
        for number in range(1, times + 1):
            version = await timed(publish(fleet, number), waits)
            await have(fleet, version)
        await fleet.start("engine-3")
        expect_that(await has(fleet, version, "engine-3"), "engine-3 has another version")
        history = await fleet.operate("history", "mine")
        expect("number of the last one", history.split()[0], str(times))
        return f"{times} times, {percentiles(waits)}"


async def timed(work: Awaitable[str], waits: list[float]) -> str:
    """Notes how long something takes."""
    start = time.monotonic()
    result = await work
    waits.append(time.monotonic() - start)
    return result


def percentiles(waits: list[float]) -> str:
    cuts = statistics.quantiles(waits, n=100)
    return (f"p50 {cuts[49] * 1e3:.0f} ms, p99 {cuts[98] * 1e3:.0f} ms"
            " with the program's start")  # fmt: skip


async def two_publishers(binary: Path) -> str:
    """Of two that publish at once at least one wins, and a loser is told who."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        losses = 0
        for number in range(10):
            files = [fleet.version(20 + 2 * number), fleet.version(21 + 2 * number)]
            store = ("--fleet-store", fleet.store.address)
            ends = await asyncio.gather(*(
                fleet.run("publish", file, *store, "--by", by)
                for file, by in zip(files, ["ann", "ben"], strict=True)))  # fmt: skip
            codes = sorted(code for code, _ in ends)
            expect_that(codes in ([0, 0], [0, 1]), f"exit codes are {codes}: {ends}")
            for index, (code, output) in enumerate(ends):
                if code:
                    losses += 1
                    expect_in(["ben", "ann"][index], output)
            await eventually("engines have the same", lambda: agree(fleet), SECONDS)
        return f"10 times, {losses} lost"


async def agree(fleet: Fleet) -> bool:
    return len({await digest(fleet, name) for name in fleet.engines}) == 1

"""An engine to be measured, and how figures are shown."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine import Engine, running
from monitoring import Key, Monitoring
from process import Process


@dataclass(frozen=True)
class Bench:
    engine: Engine
    page: Monitoring
    process: Process

    async def sessions(self) -> int:
        return int(await self.page.number("sessions_active"))

    async def has_closed(self, descriptors: int) -> bool:
        """Whether the engine has no more descriptors open than these."""
        return self.process.descriptors <= descriptors

    async def ends(self) -> dict[Key, float]:
        """Why it ended sessions, and how many; those that it did not take on were never there."""
        reasons = await self.page.numbers("rejected_total")
        return {key: count for key, count in reasons.items() if key != ("OVERLOADED",)}


@asynccontextmanager
async def bench(
    binary: Path, *options: str, core: int | None = None, is_patient: bool = True
) -> AsyncIterator[Bench]:
    """An engine with monitoring, on a core of its own if one is named."""
    cores = os.sched_getaffinity(0)
    try:
        if core is not None:
            os.sched_setaffinity(0, {core})
        async with running(
            binary, "--monitoring-port", "0", *options, is_patient=is_patient
        ) as engine:
            os.sched_setaffinity(0, cores if core is None else cores - {core} or cores)
            page = Monitoring(await engine.next_address("monitoring"))
            yield Bench(engine, page, Process(engine.pid))
    finally:
        os.sched_setaffinity(0, cores)


async def until(holds: Callable[[], Awaitable[bool]], seconds: float) -> bool:
    """Whether it came to hold within that time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        # A busy engine may not say how it is.
        with suppress(TimeoutError):
            if await holds():
                return True
        await asyncio.sleep(0.1)
    return False


def quantile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else float("nan")


def milliseconds(values: list[float]) -> list[str]:
    """Number, median and 99th percentile."""
    return [str(len(values)), *(f"{1e3 * quantile(values, part):.1f}" for part in [0.5, 0.99])]


def show(title: str, columns: list[str], rows: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    print(f"\n{title}")
    for row in [columns, *rows]:
        first, *rest = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]
        print("  " + "  ".join(cells), flush=True)

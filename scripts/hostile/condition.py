"""What has to hold of an engine that is started for it, under an attack or a fault."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checks import CheckFailed, expect_that
from engine import Engine
from process import on_core
from verdict import milliseconds, percentile
from well_behaved import Bystanders, bystanders

ENGINE_CORE = 1
# Seconds that neighbours may wait, p99: a debug build on a machine that does other things. What is
# looked for takes longer by far.
LONGEST_WAIT = 0.5
# Attempts where neighbours have waited, and nothing else was wrong.
ATTEMPTS = 3


class NeighboursWaited(CheckFailed):
    pass


@dataclass(frozen=True)
class Condition:
    name: str
    # Carries it out with an engine's binary. Returns figures.
    run: Callable[[Path], Awaitable[str]]
    seconds: float = 60

    async def checked(self, binary: Path) -> str:
        for left in reversed(range(ATTEMPTS)):
            try:
                async with asyncio.timeout(self.seconds):
                    return await self.run(binary)
            except NeighboursWaited as error:
                if left == 0:
                    raise
                print(f"again: {error} ({self.name})", flush=True)
        raise AssertionError


@asynccontextmanager
async def running(
    binary: Path, *options: str, core: int | None = ENGINE_CORE, **process: Any
) -> AsyncIterator[Engine]:
    """An engine that nothing may end but a signal; on one core, or on all."""
    with on_core(core):
        engine = await Engine.start(binary, *options, **process)
    try:
        yield engine
        expect_that(not engine.exit_code, f"the engine has ended with {engine.exit_code}")
    finally:
        await engine.stop(signal.SIGKILL)


class Neighbours:
    """Clients beside an attack, and what their waits are allowed to be."""

    def __init__(self, beside: Bystanders) -> None:
        self._beside = beside

    async def unharmed(self, longest: float = LONGEST_WAIT) -> str:
        """Nothing has ended or been refused, and nobody has waited for long. Returns figures."""
        await self._beside.wait_for_answers()
        waits = self._beside.take_waits()
        text = (
            f"tap p50/p99 {milliseconds(waits.taps)} ms, call {milliseconds(waits.calls)} ms, new "
            f"session {milliseconds(waits.opens)} ms, {waits.refusals.total()} of "
            f"{len(waits.opens) + waits.refusals.total()} refused")  # fmt: skip
        self._beside.expect_undisturbed()
        expect_that(not waits.refusals, f"refused: {dict(waits.refusals)}; {text}")
        for each in (waits.taps, waits.calls, waits.opens):
            expect_that(bool(each), f"nothing was measured: {text}")
            if percentile(each, 99) > longest:
                raise NeighboursWaited(f"neighbours waited: {text}")
        return text


@asynccontextmanager
async def neighbours(engine: Engine) -> AsyncIterator[Neighbours]:
    async with bystanders(engine.address) as beside:
        # The first answers of a process that has just started take longer.
        await asyncio.sleep(0.5)
        beside.take_waits()
        yield Neighbours(beside)

"""An engine under attack, with those beside it."""

import asyncio
import json
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from attack import LIMITS, Attack, Outcome
from certificates import Files
from engine import Engine
from expectations import came_true
from neighbours import Neighbours, neighbours
from process import Process, on_core
from verdict import MOST_LEFT_MIB, MOST_MIB, Figures, State

ENGINE_CORE = 1
WARM_UP_SECONDS = 1


class AttackedEngine:
    def __init__(self, engine: Engine, beside: Neighbours) -> None:
        self.engine = engine
        self.beside = beside
        self.process = Process(engine.pid)
        self._start_mib = 0.0

    @property
    def is_standing(self) -> bool:
        return self.engine.is_running and self.beside.are_playing

    @property
    def disturbance(self) -> str:
        if not self.engine.is_running:
            return f"the engine has ended with {self.engine.exit_code}"
        return self.beside.disturbance

    async def warm_up(self) -> None:
        await asyncio.sleep(WARM_UP_SECONDS)
        self._start_mib = self.process.resident_mib

    async def under(
        self, attacks: list[Attack], before: float, during: float, slack: float
    ) -> tuple[list[Outcome], Figures]:
        """Attacks in all these ways at once; measures before, and then until it is quiet again."""
        process = self.process
        self.beside.take_waits()
        await asyncio.sleep(before)
        first = self._state()
        process.peak_mib = first.resident_mib
        watching = asyncio.create_task(process.watch())
        start = time.monotonic()
        outcomes = await attack_from_outside(
            [each.name for each in attacks], self.engine.port, during, "--slack", str(slack))
        seconds = time.monotonic() - start
        watching.cancel()
        last = first
        if self.engine.is_running:
            await self.beside.wait_for_answers()
            await came_true(lambda: process.descriptors <= first.descriptors)
            most = first.resident_mib + MOST_LEFT_MIB
            # The engine looks every ten seconds whether there is memory to give back.
            await came_true(lambda: process.resident_mib <= most)
            last = self._state()
        same = [seconds for outcome in outcomes for seconds in outcome.waits]
        return outcomes, Figures(first, last, seconds, same)

    async def end_well(self) -> None:
        """After all attacks, all is as if nothing had been."""
        assert self.process.resident_mib - self._start_mib <= MOST_MIB
        await self.beside.end_well()
        assert await self.engine.stop() == 0

    def _state(self) -> State:
        process = self.process
        return State(
            self.beside.take_waits(), process.cpu_seconds, process.resident_mib, process.peak_mib,
            process.descriptors)  # fmt: skip


async def attack_from_outside(
    names: list[str], port: int, seconds: float, *options: str
) -> list[Outcome]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-B", Path(__file__).with_name("attacker.py"), *options, str(port),
        str(seconds), *names, stdout=asyncio.subprocess.PIPE)  # fmt: skip
    try:
        out, _ = await process.communicate()
        return [Outcome(**each) for each in json.loads(out)]
    finally:
        if process.returncode is None:
            process.kill()


@asynccontextmanager
async def attacked_engine(
    binary: Path, tls: bool, is_patient: bool
) -> AsyncIterator[AttackedEngine]:
    with tempfile.TemporaryDirectory() as folder:
        files = Files(Path(folder))
        with on_core(ENGINE_CORE):
            engine = await Engine.start(
                binary, *LIMITS, *(files.options if tls else []), is_patient=is_patient)
        credentials = grpc.ssl_channel_credentials(files.authority.root) if tls else None
        try:
            async with neighbours(engine.address, credentials) as beside:
                attacked = AttackedEngine(engine, beside)
                await attacked.warm_up()
                yield attacked
        finally:
            await engine.stop(signal.SIGKILL)

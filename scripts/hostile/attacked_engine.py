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

from attack import Attack, Outcome
from certificates import LOOPBACK, Authority, Files
from checks import expect
from engine import Engine
from limits import LIMITS
from machine import OtherProcesses, Theft
from process import Process, on_core
from verdict import MOST_LEFT_MIB, Figures, State
from well_behaved import Bystanders, bystanders

ENGINE_CORE = 1
# Seconds that an engine may take to close descriptors and streams.
AFTERMATH_SECONDS = 2
# It looks every ten seconds whether there is memory to give back.
MEMORY_SECONDS = 25


class AttackedEngine:
    def __init__(self, engine: Engine, beside: Bystanders) -> None:
        self.engine = engine
        self.bystanders = beside
        self.process = Process(engine.pid)

    @property
    def is_standing(self) -> bool:
        return self.engine.is_running and self.bystanders.are_playing

    def expect_undisturbed(self) -> None:
        expect("the engine runs", self.engine.is_running, True)
        self.bystanders.expect_undisturbed()

    async def under(
        self, attacks: list[Attack], before: float, during: float, slack: float
    ) -> tuple[list[Outcome], Figures]:
        """Attacks in all these ways at once; measures before, and then until it is quiet again."""
        self.bystanders.take_waits()
        theft, others = Theft(), OtherProcesses(self.process)
        await asyncio.sleep(before)
        first = self._state()
        self.process.peak_mib = first.resident_mib
        watching = asyncio.create_task(self.process.watch())
        start = time.monotonic()
        names = [each.name for each in attacks]
        outcomes = await attack_from_outside(
            names, self.engine.port, during, "--slack", str(slack))
        seconds = time.monotonic() - start
        watching.cancel()
        last, stolen, taken = first, theft.share, others.share
        if self.engine.is_running:
            await self.bystanders.wait_for_answers()
            await self._aftermath(first.descriptors)
            await self._relief(first.resident_mib + MOST_LEFT_MIB)
            last = self._state()
        same = [seconds for outcome in outcomes for seconds in outcome.waits]
        return outcomes, Figures(first, last, seconds, stolen, taken, same)

    async def _aftermath(self, descriptors: int) -> None:
        deadline = time.monotonic() + AFTERMATH_SECONDS
        while self.process.descriptors > descriptors and time.monotonic() < deadline:
            await asyncio.sleep(0.05)

    async def _relief(self, mib: float) -> None:
        deadline = time.monotonic() + MEMORY_SECONDS
        while self.process.resident_mib > mib and time.monotonic() < deadline:
            await asyncio.sleep(0.5)

    def _state(self) -> State:
        process = self.process
        return State(
            *self.bystanders.take_waits(), process.cpu_seconds, process.resident_mib,
            process.peak_mib, process.descriptors)  # fmt: skip


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
    binary: Path, tls: bool = False, is_patient: bool = True
) -> AsyncIterator[AttackedEngine]:
    with tempfile.TemporaryDirectory() as folder:
        authority, files = Authority(), Files(Path(folder))
        files.write(authority.issue(LOOPBACK))
        options = [*LIMITS, *(files.options if tls else [])]
        with on_core(ENGINE_CORE):
            engine = await Engine.start(binary, *options, is_patient=is_patient)
        credentials = grpc.ssl_channel_credentials(authority.root) if tls else None
        try:
            async with bystanders(engine.address, credentials) as beside:
                yield AttackedEngine(engine, beside)
        finally:
            await engine.stop(signal.SIGKILL)

"""An engine under attack, with those beside it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from attack import LIMITS, Attack, Effort, Outcome
from attacker import attack_from_outside
from attacks import CONTROL
from certificates import Files
from engine import Engine
from expectations import came_true
from neighbours import Neighbours, neighbours, running_apart
from process import Process
from verdict import MOST_LEFT_MIB, MOST_MIB, Figures, slow, unbearable

# Of the short form and the long one: seconds that are measured before an attack, and the attack. In
# the short form nothing more is awaited once ends took ten times as long as they may.
SHORT, LONG = (0.2, Effort(seconds=1.5, slack=10)), (2, Effort(seconds=5, slack=1.2))
WARM_UP_SECONDS = 1


class AttackedEngine:
    def __init__(self, engine: Engine, beside: Neighbours, is_long: bool) -> None:
        self._engine, self._beside = engine, beside
        self._process = Process(engine.pid)
        self._start_mib = self._process.resident_mib
        self._before, self._effort = LONG if is_long else SHORT
        # In the long form those beside it may hardly notice attacks, compared with this.
        self.control: Figures | None = None

    async def attack(self, attacks: list[Attack]) -> tuple[list[Outcome], Figures]:
        """Attacks in all these ways at once, and waits until it is quiet again."""
        process = self._process
        self._beside.take_waits()
        await asyncio.sleep(self._before)
        before = self._beside.take_waits()
        resident, descriptors = process.resident_mib, process.descriptors
        process.forget_peak()
        outcomes = await attack_from_outside(
            [each.name for each in attacks], self._engine.port, self._effort)
        if self._engine.is_running:
            await self._beside.wait_for_answers()
            most = resident + MOST_LEFT_MIB
            # The engine looks every ten seconds whether there is memory to give back.
            await came_true(lambda: process.descriptors <= descriptors
                            and process.resident_mib <= most)  # fmt: skip
        return outcomes, Figures(
            before, self._beside.take_waits(),
            same=[seconds for outcome in outcomes for seconds in outcome.waits],
            growth=process.peak_mib - resident, left=process.resident_mib - resident,
            descriptors=process.descriptors - descriptors)  # fmt: skip

    def disturbance(self, attacks: list[Attack], figures: Figures) -> str:
        """The problem of the engine or of those beside the attacks; empty if there is none."""
        if not self._engine.is_running:
            return f"the engine has ended with {self._engine.exit_code}"
        connections = sum(each.connections for each in attacks)
        return (
            self._beside.disturbance or unbearable(figures, connections)
            or (slow(figures, self.control) if self.control else ""))  # fmt: skip

    async def end_well(self) -> None:
        """After all attacks, all is as if nothing had been."""
        assert self._process.resident_mib - self._start_mib <= MOST_MIB
        await self._beside.end_well()
        assert await self._engine.stop() == 0


@asynccontextmanager
async def attacked_engine(
    binary: Path, folder: Path, tls: bool, is_long: bool
) -> AsyncIterator[AttackedEngine]:
    files = Files(folder)
    options = files.options if tls else []
    credentials = grpc.ssl_channel_credentials(files.authority.root) if tls else None
    async with (
        running_apart(binary, *LIMITS, *options, is_patient=not is_long) as engine,
        neighbours(engine.address, credentials) as beside,
    ):
        await asyncio.sleep(WARM_UP_SECONDS)
        attacked = AttackedEngine(engine, beside, is_long)
        if is_long:
            _, attacked.control = await attacked.attack([CONTROL])
        yield attacked
        await attacked.end_well()

"""Engines under all kinds of HTTP/2 attacks, beside clients that must not notice. The engine has to
end each; no session may end, miss a response or be refused; memory and descriptors are released.

In the long form, on an otherwise idle machine, there is one stronger attack at a time; then ends
have time limits, and taps and calls may take twice as long as beside a control, or 10 ms more.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
from attack import LIMITS, Attack, Effort, Outcome
from attacker import attack_from_outside
from attacks import CONTROL, groups
from certificates import Files
from engine import Engine
from expectations import came_true
from neighbours import Neighbours, neighbours, running_apart
from process import Process
from verdict import MOST_LEFT_MIB, MOST_MIB, Figures, not_ended, slow, unbearable

pytestmark = pytest.mark.timeout(600)

# Of the short and the long form: the seconds measured before an attack, and the attack. The short
# form gives up after ten times the bound of an end.
SHORT, LONG = (0.2, Effort(seconds=1.5, slack=10)), (2, Effort(seconds=5, slack=1.2))
WARM_UP_SECONDS = 1


class AttackedEngine:
    def __init__(self, engine: Engine, beside: Neighbours, is_long: bool) -> None:
        self._engine, self._beside = engine, beside
        self._process = Process(engine.pid)
        self._start_mib = self._process.resident_mib
        self._before, self._effort = LONG if is_long else SHORT
        # The baseline for the long form, in which other clients may hardly notice attacks.
        self.control: Figures | None = None

    async def attack(self, attacks: list[Attack]) -> tuple[list[Outcome], Figures]:
        """Runs attacks of all these kinds at once, and waits until their effects are over."""
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
            # The engine checks every ten seconds whether to release memory.
            await came_true(lambda: process.descriptors <= descriptors
                            and process.resident_mib <= most)  # fmt: skip
        return outcomes, Figures(
            before, self._beside.take_waits(),
            same=[seconds for outcome in outcomes for seconds in outcome.waits],
            growth=process.peak_mib - resident, left=process.resident_mib - resident,
            descriptors=process.descriptors - descriptors)  # fmt: skip

    def disturbance(self, attacks: list[Attack], figures: Figures) -> str:
        """Returns the problem of the engine or of other clients; empty if there is none."""
        if not self._engine.is_running:
            return f"the engine has ended with {self._engine.exit_code}"
        connections = sum(each.connections for each in attacks)
        return (
            self._beside.disturbance or unbearable(figures, connections)
            or (slow(figures, self.control) if self.control else ""))  # fmt: skip

    async def end_well(self) -> None:
        """Checks after all attacks that nothing is left of them."""
        assert self._process.resident_mib - self._start_mib <= MOST_MIB
        await self._beside.end_well()
        assert await self._engine.stop() == 0


@pytest.fixture(scope="module")
async def attacked(
    binary: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[AttackedEngine]:
    """An engine without TLS or with it, and clients beside the attackers."""
    is_long = request.config.getoption("--long")
    files = Files(tmp_path_factory.mktemp("certificates"))
    options = files.options if request.param else []
    credentials = grpc.ssl_channel_credentials(files.authority.root) if request.param else None
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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes the test with the groups of attacks, without and with TLS."""
    long = metafunc.config.getoption("--long")
    several = [(tls, attacks) for tls in [False, True] for attacks in groups(long, tls)]
    metafunc.parametrize(
        "attacked, attacks", several, indirect=["attacked"], scope="module",
        ids=[name_of(each) for _, each in several])  # fmt: skip


def name_of(attacks: list[Attack]) -> str:
    more = f" and {len(attacks) - 1} more" if len(attacks) > 1 else ""
    return attacks[0].name + more


async def test_attack(
    attacked: AttackedEngine, attacks: list[Attack], subtests: pytest.Subtests
) -> None:
    outcomes, figures = await attacked.attack(attacks)
    for attack, outcome in zip(attacks, outcomes, strict=True):
        print(f"{attack.name}: {outcome}")
        with subtests.test(attack.name):
            assert not not_ended(attack, outcome)
    print(figures)
    assert not attacked.disturbance(attacks, figures)

"""Engines that are attacked over HTTP/2 in every way there is, beside clients that must not notice.

Each attack has to be ended by the engine; no session may end or miss an answer, none may be
refused; memory and descriptors must come back. In the long form there is one attack at a time, for
longer and with more; then ends have to come in time, and taps and calls may take twice as long as
beside a control, or 10 ms more, so the machine has to do nothing else.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from attack import Attack
from attacked_engine import AttackedEngine, attacked_engine
from attacks import groups
from verdict import not_ended

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
async def attacked(
    binary: Path, long: bool, request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[AttackedEngine]:  # fmt: skip
    """Without TLS and with it."""
    folder = tmp_path_factory.mktemp("certificates")
    async with attacked_engine(binary, folder, request.param, long) as attacked:
        yield attacked


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the test the groups of attacks, and whether they are on TLS."""
    long = metafunc.config.getoption("--long")
    several = [(tls, attacks) for tls in [False, True] for attacks in groups(long, tls)]
    metafunc.parametrize(
        "attacked, attacks", several, indirect=["attacked"],
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

"""Engines under all kinds of HTTP/2 attacks, beside clients that must not notice.

The engine has to end each attack; no session may end or miss a response, none may be refused;
memory and descriptors must be released. In the long form there is one stronger attack at a time;
then ends have time limits, and taps and calls may take twice as long as beside a control, or 10 ms
more, so the machine must be otherwise idle.
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
    binary: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[AttackedEngine]:
    """Without TLS and with it."""
    long = request.config.getoption("--long")
    folder = tmp_path_factory.mktemp("certificates")
    async with attacked_engine(binary, folder, request.param, long) as attacked:
        yield attacked


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

"""Engines that are attacked over HTTP/2 in every way there is, beside clients that must not notice.

Each attack has to be ended by the engine; no session may end or miss an answer, none may be
refused; memory and descriptors must come back. In the long form there is one attack at a time, for
longer and with more; then ends have to come in time, and taps and calls may take twice as long as
beside a control, or 10 ms more, so the machine has to do nothing else.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from attack import Attack
from attacks import groups
from campaign import Campaign

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
async def campaigns(binary: Path, long: bool) -> AsyncIterator[dict[bool, Campaign]]:
    """Without TLS and with it. Afterwards all has to be as if nothing had been."""
    found = {tls: Campaign(binary, tls, long) for tls in [False, True]}
    try:
        yield found
    finally:
        await asyncio.gather(*(each.end_well() for each in found.values()))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the test the groups of attacks, and whether it is on TLS."""
    long = metafunc.config.getoption("--long")
    several = [(tls, attacks) for tls in [False, True] for attacks in groups(long, tls)]
    metafunc.parametrize("tls, attacks", several, ids=[name_of(each) for _, each in several])


def name_of(attacks: list[Attack]) -> str:
    more = f" and {len(attacks) - 1} more" if len(attacks) > 1 else ""
    return attacks[0].name + more


async def test_attack(
    campaigns: dict[bool, Campaign], tls: bool, attacks: list[Attack], subtests: pytest.Subtests
) -> None:
    result = await campaigns[tls].attack(attacks)
    for attack, problem, outcome in zip(attacks, result.ends, result.outcomes, strict=True):
        print(f"{attack.name}: {outcome}")
        with subtests.test(attack.name):
            assert not problem, outcome
    print(result.figures)
    assert not result.beside, result.figures

"""Engines that are attacked over HTTP/2 in every way there is, beside clients that must not notice.

Each attack has to be ended by the engine; no session may end or miss an answer, none may be
refused; memory and descriptors must come back. In the long form there is one attack at a time, for
longer and with more; then ends have to come in time, and taps and calls may take twice as long as
beside a control, or 10 ms more, so the machine has to do nothing else.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from attack import Attack
from attacks import groups
from campaign import Campaign

pytestmark = pytest.mark.timeout(600)


@asynccontextmanager
async def campaigning(binary: Path, tls: bool, long: bool) -> AsyncIterator[Campaign]:
    """Afterwards all has to be as if nothing had been."""
    campaign = Campaign(binary, tls, long)
    try:
        yield campaign
    finally:
        await campaign.end_well()


@pytest.fixture(scope="module")
async def campaign(binary: Path, long: bool) -> AsyncIterator[Campaign]:
    async with campaigning(binary, False, long) as campaign:
        yield campaign


@pytest.fixture(scope="module")
async def tls_campaign(binary: Path, long: bool) -> AsyncIterator[Campaign]:
    async with campaigning(binary, True, long) as campaign:
        yield campaign


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives each test the groups of attacks for its engine."""
    tls = "tls_campaign" in metafunc.fixturenames
    metafunc.parametrize("attacks", groups(metafunc.config.getoption("--long"), tls), ids=name_of)


def name_of(attacks: list[Attack]) -> str:
    more = f" and {len(attacks) - 1} more" if len(attacks) > 1 else ""
    return attacks[0].name + more


async def test_attack(campaign: Campaign, attacks: list[Attack], subtests: pytest.Subtests) -> None:
    await assert_ended(campaign, attacks, subtests)


async def test_attack_on_tls(
    tls_campaign: Campaign, attacks: list[Attack], subtests: pytest.Subtests
) -> None:
    await assert_ended(tls_campaign, attacks, subtests)


async def assert_ended(
    campaign: Campaign, attacks: list[Attack], subtests: pytest.Subtests
) -> None:
    result = await campaign.attack(attacks)
    for attack, problem, outcome in zip(attacks, result.ends, result.outcomes, strict=True):
        print(f"{attack.name}: {outcome}")
        with subtests.test(attack.name):
            assert not problem, outcome
    print(result.figures)
    assert not result.beside, result.figures

"""The rules of RFC 9113, §4 to §8, each on a new connection."""

import asyncio
from pathlib import Path

import pytest
from engine import running
from frame_rules import RULES as FRAMES
from rule import Rule
from rule_client import RuleClient
from stream_rules import RULES as STREAMS
from window_rules import RULES as WINDOWS

# By section and name.
RULES = {f"{rule[0]} {rule[1]}": rule for rule in [*STREAMS, *FRAMES, *WINDOWS]}
AT_ONCE = 32


@pytest.fixture(scope="module")
async def reactions(binary: Path) -> dict[str, str]:
    """The reactions of an engine to all rules, several at once."""
    places = asyncio.Semaphore(AT_ONCE)
    async with running(binary) as engine:

        async def reaction(rule: Rule) -> str:
            async with places:
                return await RuleClient.play(rule, engine.port)

        found = await asyncio.gather(*map(reaction, RULES.values()))
        return dict(zip(RULES, found, strict=True))


@pytest.mark.fast
@pytest.mark.parametrize("name", RULES)
def test_rule(name: str, reactions: dict[str, str]) -> None:
    assert reactions[name] == RULES[name][2]

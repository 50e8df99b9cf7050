"""The rules of RFC 9113, §4 to §8, each on a connection of its own."""

import asyncio
from pathlib import Path

import frame_rules
import pytest
import request_rules
import stream_rules
import window_rules
from engine import running
from rule import Rule
from rule_client import RuleClient

FAMILIES = [stream_rules, frame_rules, window_rules, request_rules]
RULES = [rule for family in FAMILIES for rule in family.RULES]
AT_ONCE = 32


@pytest.fixture(scope="module")
async def reactions(binary: Path) -> dict[Rule, str]:
    """Those of an engine to the frames of all rules, some at once."""
    places = asyncio.Semaphore(AT_ONCE)
    async with running(binary) as engine:

        async def reaction(rule: Rule) -> str:
            async with places:
                return await RuleClient.reaction(rule, engine.port)

        return dict(zip(RULES, await asyncio.gather(*map(reaction, RULES)), strict=True))


@pytest.mark.fast
@pytest.mark.parametrize("rule", RULES, ids=str)
def test_rule(rule: Rule, reactions: dict[Rule, str]) -> None:
    assert reactions[rule] == rule.reaction

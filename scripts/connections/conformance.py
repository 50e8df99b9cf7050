"""Checks an engine against the rules of RFC 9113, each on a connection of its own."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path

import frame_rules
import request_rules
import stream_rules
import window_rules
from client import Client
from engine import Engine
from rule import Rule

FAMILIES = [stream_rules, frame_rules, window_rules, request_rules]
RULES = [rule for family in FAMILIES for rule in family.RULES]
AT_ONCE = 32
# The longest wait for a reaction: a connection that ends lasts a second at least.
SECONDS = 10


async def reaction(rule: Rule, port: int, places: asyncio.Semaphore) -> str:
    async with places:
        client = await Client.open(port, SECONDS)
        try:
            return await client.reaction(rule, SECONDS)
        finally:
            client.close()


async def main(binary: Path, only: str) -> int:
    rules = [rule for rule in RULES if only in str(rule)]
    places = asyncio.Semaphore(AT_ONCE)
    engine = await Engine.start(binary)
    try:
        reactions = await asyncio.gather(*(reaction(rule, engine.port, places) for rule in rules))
    finally:
        await engine.stop(signal.SIGKILL)
    failed = 0
    for rule, found in zip(rules, reactions, strict=True):
        if found != rule.reaction:
            failed += 1
            print(f"FAILED {rule}: {found}; expected: {rule.reaction}")
    print(f"{len(rules) - failed} passed, {failed} failed")
    return 1 if failed or not rules else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("--only", default="", help="rules with this in their names")
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.binary.resolve(), given.only)))

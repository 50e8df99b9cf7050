"""Checks engines that serve as one: on a real etcd, by what operators and clients do.

usage: scripts/fleet/check-store runs it.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import grpc

from absences import compacted, frozen, store_lost
from arrivals import at_hand, coming_and_going
from checks import CheckFailed
from clocks import clocks, far_apart
from conversation import StreamEnded
from damages import damaged, planted, refused
from doubles import doubled
from engine import EngineError
from interruptions import interrupted, lost_answers, store_away
from leaving import leaving
from operating import commanding, operators
from publications import publishing, two_publishers
from rotations import keys, rotating

Check = Callable[[Path], Awaitable[str]]

PUBLICATIONS, MANY_PUBLICATIONS = 40, 500
FAILURES = (CheckFailed, EngineError, StreamEnded, TimeoutError, OSError, grpc.aio.AioRpcError,
            ExceptionGroup)  # fmt: skip


def busy(publications: int) -> dict[str, Check]:
    """Checks that keep the processor busy: one after the other."""
    return {
        "published versions are on all engines": partial(publishing, times=publications),
        "engines come and go meanwhile": partial(coming_and_going, times=publications),
        "earlier versions are at hand": at_hand,
        "operators are told": operators,
        "two publish at once": two_publishers,
        "a publisher that ends withdraws its offer": interrupted,
        "an offer whose answer is lost is withdrawn, or in force": lost_answers,
        "published keys resume sessions": keys,
        "keys are rotated under load": rotating,
        "what engines cannot use is refused": refused,
        "what is damaged in the store does no harm": damaged,
        "what is planted in the store does none either": planted,
    }


# Checks that wait, most of the time: all at once.
WAITING: dict[str, Check] = {
    "a command waits for its session": commanding,
    "a frozen engine lets go": frozen,
    "a publisher cut off the store says so": store_away,
    "sessions go where they belong": leaving,
    "the store has forgotten what an engine missed": compacted,
    "clocks are a minute apart": clocks,
    "a clock is two minutes ahead": far_apart,
    "a session is open on two engines": doubled,
    "the store is lost, and comes back empty": store_lost,
}


def cause(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    name = type(error).__name__
    return str(error) or name if isinstance(error, FAILURES) else f"{name}: {error}"


async def passes(name: str, check: Check, binary: Path) -> bool:
    """Runs a check, and tells how it went."""
    start = time.monotonic()
    try:
        outcome = await check(binary)
    except FAILURES as error:
        print(f"FAILED {name}: {cause(error)}", flush=True)
        return False
    print(f"ok {name}: {outcome} ({time.monotonic() - start:.0f} s)", flush=True)
    return True


async def main(binary: Path, publications: int, only: str) -> int:
    passed = [await passes(name, check, binary)
              for name, check in busy(publications).items() if only in name]  # fmt: skip
    passed += await asyncio.gather(*(
        passes(name, check, binary) for name, check in WAITING.items() if only in name))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("--long", action="store_true", help="500 publications")
    parser.add_argument("--only", default="", help="checks whose name has this in it")
    given = parser.parse_args()
    publications = MANY_PUBLICATIONS if given.long else PUBLICATIONS
    sys.exit(asyncio.run(main(given.binary.resolve(), publications, given.only)))

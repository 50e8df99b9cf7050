"""Engines that are killed between a backend's command and the next event of a session."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from backend import APPLIED, REFUSED, UNCONFIRMED
from checks import Check, CheckFailed, Lab, expect_that
from conversation import StreamEnded
from interaction.v1.control_service_pb2 import CommandOutcome
from kills import KILLS, Kill
from ordered import Order, Step, ordered
from own_engine import key_file, own_engine
from resuming import expect_same
from traces import FOLDERS, read_trace
from witness import Answer, Witness

# Bundled sessions in which something happens that a backend can order.
SESSIONS = ["extended-tabs", "second-floor", "big-logo", "button-bar", "dancing-tabs", "tap-bar"]
ENGINES_AT_ONCE = 4
# The history knows of no tick of the server's own: where the machine stands still for a moment,
# none may come.
NO_TICKS = ["--limit", "tick-grace-ms=3600000"]


@dataclass(frozen=True)
class Point:
    """An order in a bundled session."""

    name: str
    step: int


async def killed_at(point: Point, kill: Kill, keys: Path, second: Lab) -> Answer:
    """Kills the engine at one order; the session goes on with the second engine."""
    opening, steps = session(point.name)
    each = steps[point.step]
    assert isinstance(each, Order)
    witness = Witness(opening)
    async with own_engine(second, "--checkpoint-keys", str(keys), *NO_TICKS) as first:
        await witness.open(first)
        await witness.play(steps[: point.step])
        answer = await kill(witness, each, first.engine)
    await witness.resume(second)
    if answer == APPLIED:
        await witness.note(each)
    else:
        expect_done(witness, each, await witness.carry_out(each))
    expect_done(witness, each, await witness.ask(each))
    await witness.play(steps[point.step + 1 :])
    await witness.catch_up()
    # If the command was lost after all, or carried out twice, this is where it shows.
    expect_same(witness.survivor.directives, await witness.history.directives(second))
    if each.name in witness.heard and answer != REFUSED:
        expect_that(answer in KILLS[kill], f"{each.name} was answered by {told(answer)}")
    await witness.conversation.close()
    return answer


def expect_done(witness: Witness, each: Order, answer: Answer) -> None:
    """What led to nothing yet is confirmed by the next directive."""
    good = {APPLIED, REFUSED} if each.name in witness.heard else {APPLIED, REFUSED, UNCONFIRMED}
    expect_that(answer in good, f"{each.name} again was answered by {told(answer)}")


@cache
def session(name: str) -> tuple[dict[str, Any], list[Step]]:
    opening, events = read_trace(FOLDERS[1] / f"{name}.txt")
    return opening, ordered(events)


def points(name: str) -> list[Point]:
    return [Point(name, number) for number, step in enumerate(session(name)[1])
            if isinstance(step, Order)]  # fmt: skip


async def kill_at_all(lab: Lab, planned: Sequence[tuple[Point, Kill]]) -> Counter[str]:
    """Kills one engine for each of these. Returns how often which call was answered how."""
    answers: Counter[str] = Counter()
    room = asyncio.Semaphore(ENGINES_AT_ONCE)

    async def one(point: Point, kill: Kill, keys: Path, second: Lab) -> None:
        async with room:
            try:
                answer = await killed_at(point, kill, keys, second)
            except (CheckFailed, StreamEnded) as error:
                raise CheckFailed(f"{point}, {kill.__name__}: {error}") from error
            answers[f"{kill.__name__}: {told(answer)}"] += 1

    async with (
        key_file(lab) as keys,
        own_engine(lab, "--checkpoint-keys", str(keys), *NO_TICKS) as second,
        asyncio.TaskGroup() as group,
    ):  # fmt: skip
        for point, kill in planned:
            group.create_task(one(point, kill, keys, second))
    return answers


def told(answer: Answer) -> str:
    """An outcome's name, or that of a status."""
    if isinstance(answer, str):
        return answer
    return CommandOutcome.Name(answer).removeprefix("COMMAND_OUTCOME_")


def every_way(*names: str) -> list[tuple[Point, Kill]]:
    return [(point, kill) for name in names for point in points(name) for kill in KILLS]


def by_turns(name: str) -> list[tuple[Point, Kill]]:
    """Each point once; there are more of them than ways."""
    return list(zip(points(name), cycle(KILLS), strict=False))


def killed_while(kill: Kill) -> Check:
    """Each point of one session, and some of another."""
    planned = [(point, kill) for point in points("second-floor")]
    planned += [each for each in by_turns("extended-tabs") if each[1] is kill]

    async def run(lab: Lab) -> None:
        await kill_at_all(lab, planned)

    return Check(f"killed while a command is {kill.__name__}", run, 60)


# One by one: the bystander is not to be silent for long.
CHECKS = [killed_while(kill) for kill in KILLS]

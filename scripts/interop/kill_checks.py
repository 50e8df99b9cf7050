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
from traces import bundled
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
    opening, steps = session(point.name, load_of(second))
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
def session(name: str, load: Path) -> tuple[dict[str, Any], list[Step]]:
    opening, events = bundled(name, load)
    return opening, ordered(events)


def load_of(lab: Lab) -> Path:
    return lab.binary.with_name("interaction-load")


def points(lab: Lab, name: str) -> list[Point]:
    return [Point(name, number) for number, step in enumerate(session(name, load_of(lab))[1])
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


def killed_while(kill: Kill) -> Check:
    """Each point of one session, and each sixth of another; that has more points than ways."""
    async def run(lab: Lab) -> None:
        planned = [(point, kill) for point in points(lab, "second-floor")]
        turns = zip(points(lab, "extended-tabs"), cycle(KILLS), strict=False)
        await kill_at_all(lab, planned + [each for each in turns if each[1] is kill])

    return Check(f"killed while a command is {kill.__name__}", run, 60)


async def killed_everywhere(lab: Lab) -> None:
    planned = [(point, kill) for name in SESSIONS for point in points(lab, name)
               for kill in KILLS]  # fmt: skip
    answers = await kill_at_all(lab, planned)
    print(f"   {answers.total()} engines killed")
    for way, number in sorted(answers.items()):
        print(f"   {number:4} {way}")


# One by one: the bystander is not to be silent for long.
CHECKS = [killed_while(kill) for kill in KILLS]
LONG_CHECKS = [Check("killed at each point in each way", killed_everywhere, 900)]

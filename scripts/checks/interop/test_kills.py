"""Engines that are killed between a backend's command and the next event of a session."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import cycle
from pathlib import Path
from signal import SIGKILL, SIGSTOP
from typing import Any

import pytest

from checks import Lab
from conversation import StreamEnded
from engine import Engine
from interaction.v1.control_service_pb2 import CommandOutcome
from ordered import Order, Step, ordered
from own_engine import Start, own_engine
from resuming import expect_same
from traces import BUNDLED, read_trace
from witness import APPLIED, REFUSED, UNCONFIRMED, Answer, Witness

UNAVAILABLE = "UNAVAILABLE"
# When the engine is killed, and what the call may come to, where it leads to directives.
KILLS: dict[str, set[Answer]] = {
    # The call is on its way, and nothing more.
    "unheard": {UNAVAILABLE},
    # The backend cannot know how far the call has come.
    "racing": {UNAVAILABLE},
    # The frame has left the engine, and never arrives.
    "unread": {UNCONFIRMED},
    # The frame has arrived, and the engine does not know.
    "unacknowledged": {UNAVAILABLE},
    # The acknowledgement is on its way.
    "acknowledged": {UNAVAILABLE, APPLIED},
    # The backend has its answer.
    "answered": {APPLIED},
}
# Bundled sessions in which something happens that a backend can order.
SESSIONS = ["extended-tabs", "second-floor", "big-logo", "button-bar", "dancing-tabs", "tap-bar"]
ENGINES_AT_ONCE = 4
# The history knows of no tick of the server's own: where the machine stands still for a moment,
# none may come.
NO_TICKS = ["--limit", "tick-grace-ms=3600000"]
# An order in a bundled session: the session, the number of its step, and when to kill.
Point = tuple[str, int, str]


async def killed(engine: Engine, kill: str, witness: Witness, each: Order) -> Answer:
    """Orders something, and kills the engine meanwhile. Returns the answer."""
    if kill == "unheard":
        engine.tell(SIGSTOP)
    call = witness.ask(each)
    match kill:
        case "unheard":
            await asyncio.sleep(0.05)
        case "racing":
            await asyncio.sleep(random.random() * 0.005)
        case "unread":
            await call
        case _:
            await witness.hear(each, call)
    if kill in ("acknowledged", "answered"):
        await witness.acknowledge()
    if kill == "answered":
        await call
    await engine.stop(SIGKILL)
    if kill == "racing":
        await witness.hear_rest()
    return await call


async def killed_at(point: Point, keys: Path, second: Lab) -> Answer:
    """Kills the engine at one order; the session goes on with the second engine."""
    name, number, kill = point
    opening, steps = session(name, load_of(second))
    each = steps[number]
    assert isinstance(each, Order)
    witness = Witness(opening)
    async with own_engine(second, "--checkpoint-keys", keys, *NO_TICKS) as first:
        await witness.open(first)
        await witness.play(steps[:number])
        answer = await killed(first.engine, kill, witness, each)
    await witness.resume(second)
    if answer == APPLIED:
        await witness.note(each)
    else:
        expect_done(witness, each, await witness.carry_out(each))
    expect_done(witness, each, await witness.ask(each))
    await witness.play(steps[number + 1 :])
    await witness.catch_up()
    # If the command was lost after all, or carried out twice, this is where it shows.
    expect_same(witness.survivor.directives, await witness.survived(second))
    if each.name in witness.heard and answer != REFUSED:
        assert answer in KILLS[kill], f"{each.name} was answered by {told(answer)}"
    await witness.conversation.close()
    return answer


def expect_done(witness: Witness, each: Order, answer: Answer) -> None:
    """What led to nothing yet is confirmed by the next directive."""
    good = {APPLIED, REFUSED} if each.name in witness.heard else {APPLIED, REFUSED, UNCONFIRMED}
    assert answer in good, f"{each.name} again was answered by {told(answer)}"


@cache
def session(name: str, load: Path) -> tuple[dict[str, Any], list[Step]]:
    opening, events = read_trace(BUNDLED / f"{name}.txt", load)
    return opening, ordered(events)


def load_of(lab: Lab) -> Path:
    return lab.binary.with_name("interaction-load")


def orders(lab: Lab, name: str) -> list[tuple[str, int]]:
    return [(name, number) for number, step in enumerate(session(name, load_of(lab))[1])
            if isinstance(step, Order)]  # fmt: skip


def told(answer: Answer) -> str:
    """An outcome's name, or that of a status."""
    if isinstance(answer, str):
        return answer
    return CommandOutcome.Name(answer).removeprefix("COMMAND_OUTCOME_")


@pytest.fixture
async def kill_at(start: Start, keys: Path) -> Callable[..., Any]:
    """Kills one engine for each point, some at once, beside a second one. Returns how often which
    call was answered how."""
    second = await start("--checkpoint-keys", keys, *NO_TICKS)
    answers: Counter[str] = Counter()
    room = asyncio.Semaphore(ENGINES_AT_ONCE)

    async def one(point: Point) -> None:
        async with room:
            try:
                answers[f"{point[2]}: {told(await killed_at(point, keys, second))}"] += 1
            except (AssertionError, StreamEnded) as error:
                raise AssertionError(f"{point}: {error}") from error

    async def all_of(points: Iterable[Point]) -> Counter[str]:
        async with asyncio.TaskGroup() as group:
            for point in points:
                group.create_task(one(point))
        return answers

    return all_of


@pytest.mark.timeout(120)
@pytest.mark.parametrize("kill", KILLS)
async def test_killed_while_a_command_is(lab, kill_at, kill):
    """Each point of one session, and each sixth of another; that has more points than ways."""
    turns = zip(orders(lab, "extended-tabs"), cycle(KILLS), strict=False)
    sixth = [order for order, turn in turns if turn == kill]
    await kill_at((*order, kill) for order in orders(lab, "second-floor") + sixth)


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_killed_at_each_point_in_each_way(lab, kill_at):
    answers = await kill_at((*order, kill) for name in SESSIONS for order in orders(lab, name)
                            for kill in KILLS)  # fmt: skip
    print(f"   {answers.total()} engines killed")
    for way, number in sorted(answers.items()):
        print(f"   {number:4} {way}")

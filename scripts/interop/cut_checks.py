"""Bundled traces, cut after their events and resumed on another server: nothing changes."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from checks import Check, Lab, expect_that
from conversation import Conversation
from directives import Directive
from frames import batch
from own_engine import two_engines
from relay import Way, ways
from resuming import Survivor, expect_same
from traces import BUNDLED, Trace, read_trace, recorded

# How long after the last event a stream is cut; None waits until the event is applied.
DELAYS = [None, 0, 0.001]
SHORTEST = sorted(BUNDLED, key=lambda file: len(read_trace(file)[1]))[:2]


@dataclass
class Tally:
    """What was done so far."""

    resumes: int = 0
    # After the connection was lost, not only the stream.
    torn: int = 0
    # By a client that had applied directives after its checkpoint.
    ahead: int = 0
    # Sent by clients, those that were sent again included.
    events: int = 0
    directives: int = 0

    def add(self, other: "Tally") -> None:
        self.resumes += other.resumes
        self.torn += other.torn
        self.ahead += other.ahead
        self.events += other.events
        self.directives += other.directives

    def __str__(self) -> str:
        return (
            f"{self.resumes} resumes, {self.torn} after RST of the connection, {self.ahead} "
            f"ahead of the checkpoint; {self.events} events, {self.directives} directives"
        )


async def cut_after(
    positions: Collection[int], survivor: Survivor, over: list[Way], tally: Tally, turn: int = 0
) -> None:
    """Plays a trace and, after each of these events, goes on over the next way."""
    delays = islice(cycle(DELAYS), turn, None)
    around = cycle(over)
    way = next(around)
    await survivor.open(Conversation(way.channel))
    for position, delay in zip(positions, delays, strict=False):
        await survivor.play_unread(position)
        tally.events += survivor.conversation.sent - survivor.checkpoint.event
        if delay is None:
            await settle(survivor)
        else:
            await asyncio.sleep(delay)
        tally.ahead += survivor.applied > survivor.checkpoint.directive
        tally.torn += await way.cut(survivor.conversation)
        way = next(around)
        await survivor.resume(Conversation(way.channel))
        tally.resumes += 1
    await survivor.play(size=200)
    await survivor.conversation.close()


async def settle(survivor: Survivor) -> None:
    """Waits until all is applied: the last event is sent again, which is answered at once."""
    conversation = survivor.conversation
    await conversation.send(batch(conversation.sent, survivor.events[conversation.sent - 1]))
    for frame in await conversation.acked(conversation.sent):
        survivor.note(frame)


async def whole(lab: Lab, name: str, trace: Trace) -> dict[int, bytes]:
    """The directives of a session that is not cut."""
    survivor = Survivor(f"whole-{name}", trace)
    await survivor.open(conversation := Conversation(lab.channel))
    await survivor.play(size=200)
    await conversation.close()
    return survivor.directives


def encoded(directive: Directive) -> bytes:
    return directive.SerializeToString(deterministic=True)


async def cut_trace(engines: Collection[Lab], file: Path, every: int = 1, turn: int = 0) -> Tally:
    """Cuts one trace after every so many of its events, and after each that led to something."""
    trace, tally = read_trace(file), Tally()
    name = f"{file.parent.name}-{file.stem}-{every}-{turn}"
    expected = await whole(next(iter(engines)), name, trace)
    in_file = recorded(file)
    expect_same(expected, {each.sequence: encoded(each) for each in in_file})
    causes = {each.cause.event_sequence for each in in_file}
    survivor = Survivor(f"cut-{name}", trace)
    async with ways([each.engine for each in engines]) as over:
        positions = sorted(causes - {0} | set(range(every, len(trace[1]) + 1, every)))
        await cut_after(positions, survivor, over, tally, turn)
    expect_same(survivor.directives, expected)
    tally.directives = len(expected)
    return tally


async def cut_now_and_then(lab: Lab) -> None:
    """Every 25th event of each trace and all that led to something; every event of the two
    shortest."""
    tally = Tally()
    async with two_engines(lab) as engines, asyncio.TaskGroup() as group:
        room = asyncio.Semaphore(4)

        async def one(file: Path, every: int, turn: int) -> None:
            async with room:
                tally.add(await cut_trace(engines, file, every, turn))

        for number, file in enumerate(BUNDLED):
            group.create_task(one(file, 25, number))
        for file in SHORTEST:
            for turn in range(len(DELAYS)):
                group.create_task(one(file, 1, turn))
    expect_that(tally.resumes > 600, f"there were only {tally.resumes} resumes")
    expect_that(tally.torn > 20, f"only {tally.torn} of them after RST")
    expect_that(tally.ahead > 50, f"only {tally.ahead} of them ahead of the checkpoint")


CHECKS = [Check("44 traces, cut again and again and resumed elsewhere", cut_now_and_then, 90)]

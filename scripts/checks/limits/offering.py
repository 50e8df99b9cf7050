"""Sessions that arrive at a rate and play at their own pace, and the engine's state each second."""

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice

from bench import Bench
from conversation import Conversation, StreamEnded
from core import Core
from figures import percentile
from frames import BEGAN, ENDED, MOVED, SETTLED, Event, batch, scroll, tap
from http2_client import Connection
from resuming import RESUMES
from transports import FrameTransport

# Per connection.
STREAMS = 10
EVENTS_PER_SECOND, EVENTS_PER_FRAME = 60, 6
# The time of each event, and its duration, seconds.
Moments = list[tuple[float, float]]


def events() -> Iterator[Event]:
    """Yields two taps per second, and a drag back and forth between them."""
    drag = 0
    while True:
        drag += 1
        yield scroll(0, BEGAN, drag=drag)
        for at in range(26):
            yield scroll(20 * min(at, 26 - at), MOVED, drag=drag)
        yield scroll(0, ENDED, drag=drag, velocity=0.0)
        yield scroll(0, SETTLED, drag=drag)
        yield tap(drag % 2)


class Script:
    """The frames of a session after its opening, encoded in advance."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        found = list(islice(events(), seconds * EVENTS_PER_SECOND))
        for number, event in enumerate(found):
            event.time_us = number * 1_000_000 // EVENTS_PER_SECOND
        self.frames = [
            batch(first + 1, *found[first : first + EVENTS_PER_FRAME]).SerializeToString()
            for first in range(0, len(found), EVENTS_PER_FRAME)]  # fmt: skip
        # The second in which each tap is sent.
        self.taps = {
            number + 1: self.due(number // EVENTS_PER_FRAME)
            for number, event in enumerate(found) if event.HasField("tap")}  # fmt: skip

    @staticmethod
    def due(frame: int) -> float:
        return frame * EVENTS_PER_FRAME / EVENTS_PER_SECOND


@dataclass
class Tally:
    """The outcomes of all sessions, with their times."""

    offered: int = 0
    # The ends of sessions: OK, or the reason.
    ends_of_taken: Counter[str] = field(default_factory=Counter)
    ends_of_others: Counter[str] = field(default_factory=Counter)
    # Refusals without a retry delay.
    without_delay: int = 0
    # From the scheduled time of a tap, late or not, to its first directive.
    taps: Moments = field(default_factory=list)
    # From arrival.
    opens: Moments = field(default_factory=list)
    refusals: Moments = field(default_factory=list)


@dataclass(frozen=True)
class Sample:
    """The engine's state at a time; events, and the seconds of its core used by others, since
    its start."""

    time: float
    events: float
    others: float
    memory: int


class Offering:
    """Starts sessions at a variable rate, and samples the engine each second."""

    def __init__(
        self, own: Bench, core: Core, scripts: list[Script], tasks: asyncio.TaskGroup
    ) -> None:
        self.tally, self.core = Tally(), core
        self.samples: list[Sample] = []
        self._own, self._scripts, self._tasks = own, scripts, tasks
        self._number = 0

    async def run(
        self, seconds: float, rate: Callable[[float], float],
        is_enough: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """The rate is sessions per second, by the time since the start."""
        start, due = time.monotonic(), 0.0
        while due < seconds and not is_enough():
            await asyncio.sleep(start + due - time.monotonic())
            self._number += 1
            self._tasks.create_task(self._connect(self._number))
            due += STREAMS / max(rate(due), 1)

    async def _connect(self, number: int) -> None:
        connection = await Connection.open(self._own.engine.port)
        script = self._scripts[number % len(self._scripts)]
        names = [f"{os.getpid()}-{number}-{stream}" for stream in range(STREAMS)]
        self.tally.offered += STREAMS
        try:
            await asyncio.gather(*(self._play(connection, script, name) for name in names))
        finally:
            connection.close()

    async def _play(self, connection: Connection, script: Script, name: str) -> None:
        conversation, start, tally = Conversation(FrameTransport(connection)), now(), self.tally
        try:
            await conversation.open(session_id=name, capabilities=RESUMES, time_us=0)
        except StreamEnded as ended:
            reason = ended.failure.reason or ended.failure.code
            tally.ends_of_others[reason] += 1
            if reason == "OVERLOADED":
                tally.refusals.append((now(), now() - start))
                tally.without_delay += ended.failure.retry_delay is None
            return
        tally.opens.append((now(), now() - start))
        reading = asyncio.create_task(self._read(conversation, script, start))
        with suppress(StreamEnded):
            for number, frame in enumerate(script.frames):
                await asyncio.sleep(start + script.due(number) - now())
                await conversation.send(frame)
            await conversation.half_close()
        await reading

    async def _read(self, conversation: Conversation, script: Script, start: float) -> None:
        tally, due = self.tally, dict(script.taps)
        try:
            async for frame in conversation.frames():
                for directive in frame.directives:
                    second = due.pop(directive.cause.event_sequence, None)
                    if second is not None:
                        tally.taps.append((now(), now() - start - second))
        except StreamEnded as ended:
            tally.ends_of_taken[ended.failure.reason or ended.failure.code] += 1

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(1)
            # It may be too busy to answer.
            with suppress(OSError):
                events = await self._own.page.numbers("events_total")
                self.samples.append(Sample(
                    now(), sum(events.values()), self.core.others, self._own.process.memory))

    @property
    def longest(self) -> float:
        """The duration of the longest sessions, seconds."""
        return max(script.seconds for script in self._scripts)

    def goodput(self, since: float, to: float) -> float:
        """Returns the events applied per second of the core, without the part used by others."""
        found = [sample for sample in self.samples if since <= sample.time <= to]
        if len(found) < 2:
            return float("nan")
        first, last = found[0], found[-1]
        return (last.events - first.events) / (last.time - first.time - last.others + first.others)

    @property
    def is_saturated(self) -> bool:
        """Returns whether, in the last three seconds, more sessions were refused than admitted
        or taps took a second."""
        last = now() - 3, now()
        refused, taken = (len(within(found, *last)) for found in
                          [self.tally.refusals, self.tally.opens])  # fmt: skip
        return refused > taken or percentile(within(self.tally.taps, *last), 50) > 1


@asynccontextmanager
async def offering(own: Bench, core: Core, scripts: list[Script]) -> AsyncIterator[Offering]:
    """Ends after all sessions."""
    try:
        async with asyncio.TaskGroup() as tasks:
            load = Offering(own, core, scripts, tasks)
            watching = asyncio.create_task(load.watch())
            yield load
        watching.cancel()
    except ExceptionGroup as group:
        # The others have been cancelled since.
        raise group.exceptions[0] from None
    finally:
        core.close()


def now() -> float:
    return time.monotonic()


def within(moments: Moments, since: float, to: float) -> list[float]:
    return [seconds for moment, seconds in moments if since <= moment < to]

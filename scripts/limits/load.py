"""Sessions that arrive at a rate, and what the engine makes of them from second to second."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bench import Bench, quantile
from cohort import Cohort
from script import Script
from tally import Moments, Tally

# A peak is the best mean of so many sessions' lives: over less, what had waited would count.
PEAK_LIVES = 1.5


@dataclass(frozen=True)
class Sample:
    """The engine at one moment; events since its start."""

    time: float
    events: float
    sessions: int
    memory: int


class Load:
    """Lets sessions arrive at a rate that may change, and looks at the engine each second."""

    def __init__(self, own: Bench, script: Script, cohorts: asyncio.TaskGroup) -> None:
        self.tally = Tally()
        self.samples: list[Sample] = []
        self._own, self._script, self._cohorts = own, script, cohorts
        self._number = 0

    async def run(
        self, seconds: float, rate: Callable[[float], float],
        is_enough: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """Sessions per second, by the time since the start."""
        start, due = time.monotonic(), 0.0
        while due < seconds and not is_enough():
            await asyncio.sleep(start + due - time.monotonic())
            self._number += 1
            cohort = Cohort(self._script, f"{os.getpid()}-{self._number}", self.tally)
            self._cohorts.create_task(cohort.run(self._own.engine.port))
            due += len(self._script.streams) / max(rate(due), 1)

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(1)
            try:
                events = sum((await self._own.page.numbers("events_total")).values())
                sessions = await self._own.sessions()
            except OSError:
                # It is too busy to say.
                continue
            memory = self._own.process.memory
            self.samples.append(Sample(time.monotonic(), events, sessions, memory))

    def goodput(self, since: float, to: float) -> float:
        """Events applied per second."""
        found = [sample for sample in self.samples if since <= sample.time <= to]
        if len(found) < 2:
            return float("nan")
        return (found[-1].events - found[0].events) / (found[-1].time - found[0].time)

    @property
    def peak(self) -> float:
        length = PEAK_LIVES * self._script.seconds
        last = self.samples[-1].time
        moments = [sample.time for sample in self.samples if sample.time <= last - length]
        return max((self.goodput(moment, moment + length) for moment in moments), default=0)

    @property
    def is_saturated(self) -> bool:
        """Whether, in the last three seconds, more were refused than taken or taps took one."""
        now = time.monotonic()
        last = now - 3, now
        refused, taken = (len(within(found, *last)) for found in
                          [self.tally.refusals, self.tally.opens])  # fmt: skip
        return refused > taken or median(self.tally.taps, *last) > 1


@asynccontextmanager
async def loading(own: Bench, script: Script) -> AsyncIterator[Load]:
    async with asyncio.TaskGroup() as cohorts:
        load = Load(own, script, cohorts)
        watching = asyncio.create_task(load.watch())
        try:
            yield load
        finally:
            watching.cancel()


def within(moments: Moments, since: float, to: float) -> list[float]:
    return [seconds for moment, seconds in moments if since <= moment < to]


def median(moments: Moments, since: float, to: float) -> float:
    found = within(moments, since, to)
    return quantile(found, 0.5) if found else 0

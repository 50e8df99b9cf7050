"""Sessions that arrive at a rate, and what the engine makes of them from second to second."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bench import Bench, quantile
from cohort import Cohort, Script
from core import Core
from tally import Moments, Tally

# The longest delay of the load, seconds, and the largest part of the engine's core that others
# have, for times to tell something of the engine.
LATEST = 0.02
OTHERS = 0.1


@dataclass(frozen=True)
class Sample:
    """The engine at one moment; events, and seconds of its core for others, since its start."""

    time: float
    events: float
    others: float
    sessions: int
    memory: int


class Offering:
    """Lets sessions arrive at a rate that may change, and looks at the engine each second."""

    def __init__(
        self, own: Bench, core: Core, scripts: list[Script], cohorts: asyncio.TaskGroup
    ) -> None:
        self.tally = Tally()
        self.samples: list[Sample] = []
        self.core = core
        self._own, self._scripts, self._cohorts = own, scripts, cohorts
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
            script = self._scripts[self._number % len(self._scripts)]
            cohort = Cohort(script, f"{os.getpid()}-{self._number}", self.tally)
            self._cohorts.create_task(cohort.run(self._own.engine.port))
            due += len(script.streams) / max(rate(due), 1)

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(1)
            try:
                events, sessions = await asyncio.gather(
                    self._own.page.numbers("events_total"), self._own.sessions())
            except OSError:
                # It is too busy to say.
                continue
            self.samples.append(Sample(
                time.monotonic(), sum(events.values()), self.core.others, sessions,
                self._own.process.memory))  # fmt: skip

    @property
    def longest(self) -> float:
        """Seconds of the longest sessions."""
        return max(script.seconds for script in self._scripts)

    def goodput(self, since: float, to: float) -> float:
        """Events applied per second of the core, without the part that others had of it."""
        found = [sample for sample in self.samples if since <= sample.time <= to]
        if len(found) < 2:
            return float("nan")
        first, last = found[0], found[-1]
        return (last.events - first.events) / (last.time - first.time - last.others + first.others)

    def peak(self, since: float, length: float) -> float:
        """The best goodput over some seconds."""
        last = self.samples[-1].time - length
        moments = [sample.time for sample in self.samples if since <= sample.time <= last]
        return max((self.goodput(moment, moment + length) for moment in moments), default=0)

    def excuse(self, since: float, to: float) -> str:
        """Why times of this span may tell nothing of the engine; empty if they do."""
        found = [sample for sample in self.samples if since <= sample.time <= to]
        delay = quantile(within(self.tally.delays, since, to), 0.99)
        if delay > LATEST:
            return f"the load was late by {1e3 * delay:.0f} ms"
        if len(found) < 2:
            return ""
        others = (found[-1].others - found[0].others) / (found[-1].time - found[0].time)
        return f"others had {others:.0%} of the engine's core" if others > OTHERS else ""

    @property
    def is_saturated(self) -> bool:
        """Whether, in the last three seconds, more were refused than taken or taps took one."""
        now = time.monotonic()
        last = now - 3, now
        refused, taken = (len(within(found, *last)) for found in
                          [self.tally.refusals, self.tally.opens])  # fmt: skip
        return refused > taken or median(self.tally.taps, *last) > 1


@asynccontextmanager
async def offering(own: Bench, core: Core, scripts: list[Script]) -> AsyncIterator[Offering]:
    try:
        async with asyncio.TaskGroup() as cohorts:
            load = Offering(own, core, scripts, cohorts)
            watching = cohorts.create_task(load.watch())
            yield load
            watching.cancel()
    except ExceptionGroup as group:
        # The others have been cancelled since.
        raise group.exceptions[0] from None
    finally:
        core.close()


def within(moments: Moments, since: float, to: float) -> list[float]:
    return [seconds for moment, seconds in moments if since <= moment < to]


def median(moments: Moments, since: float, to: float) -> float:
    found = within(moments, since, to)
    return quantile(found, 0.5) if found else 0

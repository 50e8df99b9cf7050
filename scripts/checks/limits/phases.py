"""Rates at which sessions arrive, one after the other, and how the engine serves them."""

import asyncio
import time
from dataclasses import dataclass
from math import log2

from bench import quantile, show
from checks import CheckFailed
from cohort import PER_SECOND
from offering import Offering, median, within
from tally import Tally

# A ramp begins with so many events per second, doubles with each session's life, and ends where
# the load could not offer a multiple of it.
LEAST, MOST = 2_000, 80_000
# An engine that has not enough then has to share its core with so many busy processes.
BUSY = [0, 3, 6, 9]
# A capacity is the best mean of so many lives: over less, what had waited would count.
LIVES = 1.5
# Seconds at most until an engine that has had too much has no more to do.
WAIT = 30
# Seconds that an engine has to be well to count as recovered, and that a tap may be later.
LASTING, SLACK = 3, 0.05
COLUMNS = ["phase", "events/s", "refused", "tap p50", "p99", "refusal p99", "MiB", ""]
SECONDS = ["s", "events/s", "sessions", "MiB", "taken", "refused", "open p50", "p99",
           "refusal p50", "p99", "tap p50", "p99"]  # fmt: skip


async def capacity_of(load: Offering, life: int) -> float:
    """Sessions per second, each of so many seconds; a little less than the engine can serve. It is
    found by letting more and more arrive."""
    per_session = PER_SECOND * life
    for busy in BUSY:
        load.core.share_with(busy)
        start = time.monotonic()
        await load.run(
            life * log2(MOST / LEAST), lambda at: LEAST / per_session * 2 ** (at / life),
            lambda: load.is_saturated)  # fmt: skip
        if load.is_saturated:
            title = f"ramp beside {busy} busy processes"
            show_timeline(title, load, start, time.monotonic(), life / 3)
            return load.peak(start, LIVES * life) / per_session
        # Until these sessions have ended, and what has waited of them is done.
        await asyncio.sleep(load.longest)
        for _ in range(WAIT):
            if not load.is_saturated:
                break
            await asyncio.sleep(1)
    raise CheckFailed("the engine has room for all that can be offered here")


@dataclass(frozen=True)
class Phase:
    """Seconds in which all sessions are of one rate: those of an earlier one have ended."""

    since: float
    to: float
    # Events per second; see `Offering.goodput`.
    goodput: float
    # Medians and 99th percentiles in seconds: to the first directive of a tap of an accepted
    # session, and to a refusal.
    tap_median: float
    tap: float
    refusal: float
    # The part of sessions that was refused.
    refused: float
    # Bytes, in the end.
    memory: int
    # Why times tell nothing of the engine; empty if they do.
    excuse: str

    @classmethod
    async def run(cls, load: Offering, rate: float, seconds: float) -> "Phase":
        """Sessions per second; the first of them are not looked at."""
        since = time.monotonic() + load.longest
        await load.run(seconds, lambda _: rate)
        span, tally = (since, time.monotonic()), load.tally
        taps, refusals, opens = (
            within(found, *span) for found in [tally.taps, tally.refusals, tally.opens])
        return cls(
            *span, load.goodput(*span), quantile(taps, 0.5), quantile(taps, 0.99),
            quantile(refusals, 0.99), len(refusals) / max(len(refusals) + len(opens), 1),
            load.samples[-1].memory, load.excuse(*span))  # fmt: skip

    @property
    def row(self) -> list[str]:
        times = (f"{1e3 * time:.0f}" for time in [self.tap_median, self.tap, self.refusal])
        return [f"{self.goodput:.0f}", f"{self.refused:.0%}", *times, str(self.memory >> 20),
                self.excuse]  # fmt: skip


def recovery(tally: Tally, eased: float, end: float, normal: float) -> float:
    """Seconds until all sessions are admitted and taps about as fast as `normal`, for a while."""
    def is_well(second: int) -> bool:
        span = eased + second, eased + second + 1
        is_fast = median(tally.taps, *span) <= 2 * normal + SLACK
        return is_fast and bool(within(tally.taps, *span)) and not within(tally.refusals, *span)

    well = (second for second in range(int(end - eased) - LASTING + 1)
            if all(is_well(at) for at in range(second, second + LASTING)))  # fmt: skip
    return next(well, float("inf"))


def show_timeline(title: str, load: Offering, start: float, end: float, step: float) -> None:
    """The fate of sessions from step to step, as a table."""
    rows, tally = [], load.tally
    for number in range(round((end - start) / step)):
        span = start + number * step, start + (number + 1) * step
        samples = [sample for sample in load.samples if span[0] <= sample.time < span[1]]
        cells = [f"{load.goodput(span[0] - 1, span[1]):.0f}"]
        cells += [str(samples[-1].sessions), str(samples[-1].memory >> 20)] if samples else ["", ""]
        cells += [str(len(within(found, *span))) for found in [tally.opens, tally.refusals]]
        for found in [tally.opens, tally.refusals, tally.taps]:
            seconds = within(found, *span)
            cells += [f"{1e3 * quantile(seconds, part):.0f}" for part in [0.5, 0.99]]
        rows.append([f"{span[0] - start:.0f}", *cells])
    show(f"{title}; times in ms", SECONDS, rows)

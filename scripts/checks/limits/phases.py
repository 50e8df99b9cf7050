"""Rates at which sessions arrive, one after the other, and how the engine serves them."""

import asyncio
from dataclasses import dataclass
from math import log2

from checks import CheckFailed
from figures import percentile
from offering import EVENTS_PER_SECOND, Offering, Tally, now, within

# A ramp begins with so many events per second, doubles with each session's life, and ends where
# the load could not offer a multiple of it.
LEAST, MOST = 2_000, 80_000
# An engine that has not enough then has to share its core with so many busy processes.
BUSY = [0, 3, 6, 9]
# A capacity is the best mean of so many lives: over less, what had waited would count.
LIVES = 1.5
# Seconds that an engine has to be well to count as recovered, and that a tap may be later.
LASTING, SLACK = 3, 0.05


async def capacity_of(load: Offering, life: int) -> float:
    """Sessions per second, each of so many seconds; a little less than the engine can serve. It is
    found by letting more and more arrive."""
    per_session = EVENTS_PER_SECOND * life
    for busy in BUSY:
        load.core.share_with(busy)
        start = now()
        await load.run(
            life * log2(MOST / LEAST), lambda at: LEAST / per_session * 2 ** (at / life),
            lambda: load.is_saturated)  # fmt: skip
        if load.is_saturated:
            length = LIVES * life
            moments = [sample.time for sample in load.samples
                       if start <= sample.time <= now() - length]  # fmt: skip
            return max(load.goodput(each, each + length) for each in moments) / per_session
        # Until these sessions have ended.
        await asyncio.sleep(load.longest)
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

    @classmethod
    async def run(cls, load: Offering, rate: float, seconds: float) -> "Phase":
        """Sessions per second; the first of them are not looked at."""
        since = now() + load.longest
        await load.run(seconds, lambda _: rate)
        span, tally = (since, now()), load.tally
        taps, refusals, opens = (
            within(found, *span) for found in [tally.taps, tally.refusals, tally.opens])
        return cls(
            *span, load.goodput(*span), percentile(taps, 50), percentile(taps, 99),
            percentile(refusals, 99), len(refusals) / max(len(refusals) + len(opens), 1),
            load.samples[-1].memory)  # fmt: skip

    def __str__(self) -> str:
        return (
            f"{self.goodput:.0f} events/s, {self.refused:.0%} refused, {self.memory >> 20} MiB; "
            f"tap p50/p99 {1e3 * self.tap_median:.0f}/{1e3 * self.tap:.0f} ms, refusal p99 "
            f"{1e3 * self.refusal:.0f} ms")  # fmt: skip


def recovery(tally: Tally, eased: float, end: float, normal: float) -> float:
    """Seconds until all sessions are admitted and taps about as fast as `normal`, for a while."""
    def is_well(second: int) -> bool:
        span = eased + second, eased + second + 1
        is_fast = percentile(within(tally.taps, *span), 50) <= 2 * normal + SLACK
        return is_fast and not within(tally.refusals, *span)

    well = (second for second in range(int(end - eased) - LASTING + 1)
            if all(is_well(at) for at in range(second, second + LASTING)))  # fmt: skip
    return next(well, float("inf"))

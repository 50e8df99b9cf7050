"""Sessions that arrive at one rate for a while, and how the engine serves them."""

import time
from dataclasses import dataclass

from bench import quantile
from load import Load, within


@dataclass(frozen=True)
class Phase:
    """Seconds in which all sessions are of one rate: those of an earlier one have ended."""

    since: float
    to: float
    # Events per second; see `Load.goodput`.
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
    async def run(cls, load: Load, rate: float, seconds: float) -> "Phase":
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


COLUMNS = ["phase", "events/s", "refused", "tap p50", "p99", "refusal p99", "MiB", ""]

"""The waits of neighbours, and how long they may be."""

from collections import Counter
from typing import NamedTuple

Waits = list[float]
Refusals = Counter[str]


class Bound(NamedTuple):
    """The longest that a neighbour may wait, by the wait without an attack."""

    ratio: float
    # Seconds, below which the ratio does not count.
    least: float
    added: float

    def longest(self, usual: float) -> float:
        return max(self.ratio * usual, usual + self.added, self.least)


def percentile(values: Waits, percent: int) -> float:
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) * percent // 100, len(values) - 1)]


def milliseconds(values: Waits) -> str:
    return f"{percentile(values, 50) * 1000:.1f}/{percentile(values, 99) * 1000:.1f}"


class NeighbourWaits(NamedTuple):
    """Seconds that taps, calls and new sessions took, and the sessions that were refused."""

    taps: Waits
    calls: Waits
    opens: Waits
    refusals: Refusals

    def __str__(self) -> str:
        return (
            f"tap p50/p99 {milliseconds(self.taps)} ms, call {milliseconds(self.calls)} ms, new "
            f"session {milliseconds(self.opens)} ms, {self.refusals.total()} of "
            f"{len(self.opens) + self.refusals.total()} refused {dict(self.refusals)}"
        )  # fmt: skip

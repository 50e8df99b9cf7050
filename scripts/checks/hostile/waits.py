"""The waits of neighbours."""

from collections import Counter
from typing import NamedTuple

from figures import milliseconds

Refusals = Counter[str]


class NeighbourWaits(NamedTuple):
    """Seconds that taps, calls and new sessions took, and the sessions that were refused."""

    taps: list[float]
    calls: list[float]
    opens: list[float]
    refusals: Refusals

    def __str__(self) -> str:
        return (
            f"tap p50/p99 {milliseconds(self.taps)} ms, call {milliseconds(self.calls)} ms, new "
            f"session {milliseconds(self.opens)} ms, {self.refusals.total()} of "
            f"{len(self.opens) + self.refusals.total()} refused {dict(self.refusals)}"
        )  # fmt: skip

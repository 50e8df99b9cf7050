"""Trends of what engines take, from samples that vary."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median


@dataclass(frozen=True)
class Sample:
    """The figures of all engines together; memory in bytes."""

    seconds: float
    memory: int
    descriptors: int
    threads: int


@dataclass(frozen=True)
class Span:
    """Samples of a time in which nothing is to grow."""

    samples: list[Sample]
    since: float
    to: float

    @property
    def hours(self) -> float:
        return (self.to - self.since) / 3600

    def within(self, since: float, to: float) -> list[Sample]:
        return [sample for sample in self.samples if since <= sample.seconds < to]

    def windows(self, count: int) -> list[list[Sample]]:
        """The samples of as many parts of the same length, without those that have none."""
        length = (self.to - self.since) / count
        starts = [self.since + number * length for number in range(count)]
        return [found for start in starts if (found := self.within(start, start + length))]

    def memory_slope(self, windows: int) -> float:
        """Bytes per hour, by the least memory of each window: what is freed a moment later is in
        none of them."""
        least = [min(window, key=lambda sample: sample.memory) for window in self.windows(windows)]
        return 3600 * slope([(sample.seconds, sample.memory) for sample in least])

    def growth(self, figure: Callable[[Sample], int]) -> float:
        """The mean of the second half minus that of the first one."""
        first, second = self.windows(2)
        return fmean(map(figure, second)) - fmean(map(figure, first))


def slope(points: list[tuple[float, float]]) -> float:
    """The median of the slopes between any two points (Theil–Sen), which outliers do not change."""
    return median((y - x) / (to - since) for (since, x), (to, y) in combinations(points, 2))

"""What attacks cost, and whether that is bearable."""

from dataclasses import dataclass

from attack import Attack, End, Outcome
from checks import expect, expect_that
from limits import SLACK
from machine import MOST_STOLEN
from tapping_session import Waits

# How much more memory the engine may take while it is attacked, and afterwards.
MOST_MIB, MOST_LEFT_MIB = 200, 100
# What a connection without a call takes at most, beside that: HTTP/2's tables and the transport's
# tasks.
CONNECTION_MIB = 40 / 1024
# How much longer taps may take than beside the control: twice is promised, the rest is the
# machine's.
MOST_RATIO = 3


def percentile(values: Waits, percent: int) -> float:
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) * percent // 100, len(values) - 1)]


def milliseconds(values: Waits) -> str:
    return f"{percentile(values, 50) * 1000:.1f}/{percentile(values, 99) * 1000:.1f}"


@dataclass(frozen=True)
class State:
    """What can be seen of an engine and those beside it."""

    taps: Waits
    calls: Waits
    cpu_seconds: float
    resident_mib: float
    peak_mib: float
    descriptors: int


@dataclass(frozen=True)
class Figures:
    before: State
    after: State
    seconds: float
    # Of a core, by other guests of the host.
    stolen: float = 0

    @property
    def growth(self) -> float:
        return self.after.peak_mib - self.before.resident_mib

    @property
    def left(self) -> float:
        return self.after.resident_mib - self.before.resident_mib

    def __str__(self) -> str:
        before, after = self.before, self.after
        share = (after.cpu_seconds - before.cpu_seconds) / self.seconds
        return (
            f"tap p50/p99 {milliseconds(before.taps)} -> {milliseconds(after.taps)} ms, "
            f"call {milliseconds(before.calls)} -> {milliseconds(after.calls)} ms; "
            f"{share:.0%} of a core in {self.seconds:.1f} s; {before.resident_mib:.0f} MiB, "
            f"{self.growth:+.0f} at most, {self.left:+.0f} after; "
            f"descriptors {before.descriptors} -> {after.descriptors}"
            + (f"; others had {self.stolen:.0%} of a core" if self.stolen > MOST_STOLEN else "")
        )  # fmt: skip


def expect_ended(attack: Attack, outcome: Outcome) -> None:
    if attack.end == End.NOTHING:
        return
    expect(f"the number of {attack.end} left", outcome.left, 0)
    expect_that(outcome.seconds <= attack.within * SLACK, f"it took {outcome.seconds:.1f} s")


def expect_bearable(figures: Figures, connections: int) -> None:
    most = MOST_MIB + connections * CONNECTION_MIB
    expect_that(figures.growth <= most, f"it took {figures.growth:.0f} MiB of {most:.0f}")
    expect_that(figures.left <= MOST_LEFT_MIB, f"it kept {figures.left:.0f} MiB")
    more = figures.after.descriptors - figures.before.descriptors
    expect_that(more <= 0, f"it kept {more} descriptors")


def expect_quick(figures: Figures, control: Figures) -> None:
    usual = max(percentile(each.taps, 99) for each in (control.before, control.after))
    ratio = percentile(figures.after.taps, 99) / usual
    expect_that(ratio <= MOST_RATIO, f"taps took {ratio:.1f} times as long as beside the control")

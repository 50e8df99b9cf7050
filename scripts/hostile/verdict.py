"""The costs of attacks, and whether they are bearable."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from attack import Attack, End, Outcome
from checks import expect, expect_that
from machine import MOST_OF_OTHERS, MOST_STOLEN

# Memory that the engine may take while it is attacked, and afterwards, MiB.
MOST_MIB, MOST_LEFT_MIB = 200, 100
# The longest that neighbours wait without an attack, p99, seconds: more are the machine's.
USUAL = 0.03
# Memory of a connection without a call, at most: HTTP/2's tables and the transport's tasks.
CONNECTION_MIB = 40 / 1024

Waits = list[float]


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


@dataclass(frozen=True)
class State:
    """An engine and those beside it, as far as can be seen from outside; waits in seconds."""

    taps: Waits
    calls: Waits
    opens: Waits
    refusals: Counter[str]
    cpu_seconds: float
    resident_mib: float
    peak_mib: float
    descriptors: int


@dataclass(frozen=True)
class Figures:
    before: State
    after: State
    seconds: float
    # Share of a core that other guests of the host had.
    stolen: float = 0
    # Share of a core that other processes of this machine had.
    others: float = 0
    # Taps of sessions on attackers' connections.
    same: Waits = field(default_factory=list)

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
            + (f"on its connection {milliseconds(self.same)} ms, " if self.same else "")
            + f"call {milliseconds(before.calls)} -> {milliseconds(after.calls)} ms, "
            f"new session {milliseconds(after.opens)} ms, {self._refused}; "
            f"{share:.0%} of a core in {self.seconds:.1f} s; {before.resident_mib:.0f} MiB, "
            f"{self.growth:+.0f} at most, {self.left:+.0f} after; "
            f"descriptors {before.descriptors} -> {after.descriptors}"
            + (f"; others had {self.taken:.0%} of a core" if self.is_disturbed else "")
        )  # fmt: skip

    @property
    def taken(self) -> float:
        """Share of a core that neither the engine nor its clients had."""
        return self.stolen + self.others

    @property
    def is_disturbed(self) -> bool:
        return self.stolen > MOST_STOLEN or self.others > MOST_OF_OTHERS

    @property
    def _refused(self) -> str:
        refusals = self.after.refusals
        reasons = ", ".join(f"{number} {reason}" for reason, number in refusals.items())
        return (
            f"{refusals.total()} of {len(self.after.opens) + refusals.total()} refused"
            + (f" ({reasons})" if reasons else ""))  # fmt: skip


def expect_ended(attack: Attack, outcome: Outcome, slack: float) -> None:
    expect_that(not outcome.disturbed, f"a session on its connection: {outcome.disturbed}")
    if attack.end == End.NOTHING:
        return
    expect(f"the number of {attack.end} left", outcome.left, 0)
    longest = attack.within * slack
    expect_that(outcome.seconds <= longest, f"it took {outcome.seconds:.1f} s of {longest:.1f}")


def expect_bearable(figures: Figures, connections: int) -> None:
    most = MOST_MIB + connections * CONNECTION_MIB
    expect_that(figures.growth <= most, f"it took {figures.growth:.0f} MiB of {most:.0f}")
    expect_that(figures.left <= MOST_LEFT_MIB, f"it kept {figures.left:.0f} MiB")
    more = figures.after.descriptors - figures.before.descriptors
    expect_that(more <= 0, f"it kept {more} descriptors")


def expect_admitted(figures: Figures) -> None:
    refused = figures.after.refusals
    expect_that(not refused, f"new sessions were refused: {dict(refused)}")


def expect_usual(control: Figures) -> None:
    """Without an attack, neighbours are answered at once."""
    for name in ["taps", "calls"]:
        found = percentile(getattr(control.after, name), 99)
        expect_that(found <= USUAL, f"{name} took {found * 1000:.0f} ms, p99, without an attack")


def expect_quick(figures: Figures, control: Figures, bound: Bound) -> None:
    """Neighbours hardly notice."""
    for name in ["taps", "calls"]:
        usual = max(percentile(getattr(each, name), 99) for each in (control.before, control.after))
        found, longest = percentile(getattr(figures.after, name), 99), bound.longest(usual)
        expect_that(
            found <= longest,
            f"{name} took {found * 1000:.0f} ms, p99; the bound is {longest * 1000:.0f}")

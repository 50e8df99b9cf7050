"""The costs of attacks, and whether they are bearable."""

from dataclasses import dataclass, field

from attack import Attack, End, Outcome
from machine import MOST_OF_OTHERS, MOST_STOLEN
from waits import Bound, NeighbourWaits, Waits, milliseconds, percentile

# Memory that the engine may take while it is attacked, and afterwards, MiB.
MOST_MIB, MOST_LEFT_MIB = 200, 100
# The longest that neighbours wait without an attack, p99, seconds: more are the machine's.
USUAL = 0.03
# Memory of a connection without a call, at most: HTTP/2's tables and the transport's tasks.
CONNECTION_MIB = 40 / 1024


@dataclass(frozen=True)
class State:
    """An engine and those beside it, as far as can be seen from outside."""

    waits: NeighbourWaits
    cpu_seconds: float
    resident_mib: float
    peak_mib: float
    descriptors: int


@dataclass(frozen=True)
class Figures:
    before: State
    after: State
    seconds: float
    # Shares of a core that other guests of the host had, and other processes of this machine.
    stolen: float = 0
    others: float = 0
    # Taps of sessions on attackers' connections.
    same: Waits = field(default_factory=list)

    @property
    def taken(self) -> float:
        """Share of a core that neither the engine nor its clients had."""
        return self.stolen + self.others

    @property
    def is_disturbed(self) -> bool:
        return self.stolen > MOST_STOLEN or self.others > MOST_OF_OTHERS

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
            f"before: {before.waits}; beside: {after.waits}; on its connection "
            f"{milliseconds(self.same)} ms; {share:.0%} of a core in {self.seconds:.1f} s; "
            f"{before.resident_mib:.0f} MiB, {self.growth:+.0f} at most, {self.left:+.0f} after; "
            f"descriptors {before.descriptors} -> {after.descriptors}; others had "
            f"{self.taken:.0%} of a core")  # fmt: skip


# Problems; empty if there is none.
def not_ended(attack: Attack, outcome: Outcome, slack: float) -> str:
    if outcome.disturbed:
        return f"a session on its connection: {outcome.disturbed}"
    longest = attack.within * slack
    if attack.end == End.NOTHING:
        return ""
    if outcome.left:
        return f"{outcome.left} {attack.end} are left"
    if outcome.seconds > longest:
        return f"it took {outcome.seconds:.1f} s of {longest:.1f}"
    return ""


def unbearable(figures: Figures, connections: int) -> str:
    most = MOST_MIB + connections * CONNECTION_MIB
    more = figures.after.descriptors - figures.before.descriptors
    if figures.growth > most:
        return f"it took {figures.growth:.0f} MiB of {most:.0f}"
    if figures.left > MOST_LEFT_MIB:
        return f"it kept {figures.left:.0f} MiB"
    if more > 0:
        return f"it kept {more} descriptors"
    refused = figures.after.waits.refusals
    return f"new sessions were refused: {dict(refused)}" if refused else ""


def unusual(control: Figures) -> str:
    """Without an attack, neighbours are answered at once."""
    return too_long(control.after.waits, {"taps": USUAL, "calls": USUAL})


def slow(figures: Figures, control: Figures, bound: Bound) -> str:
    """Neighbours hardly notice."""
    states = control.before.waits, control.after.waits
    return too_long(figures.after.waits, {
        name: bound.longest(max(percentile(getattr(each, name), 99) for each in states))
        for name in ("taps", "calls")})  # fmt: skip


def too_long(waits: NeighbourWaits, bounds: dict[str, float]) -> str:
    for name, longest in bounds.items():
        found = percentile(getattr(waits, name), 99)
        # Not a number where there was none.
        if not found <= longest:
            return f"{name} took {1e3 * found:.0f} ms, p99; the bound is {1e3 * longest:.0f}"
    return ""

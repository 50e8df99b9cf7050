"""The costs of attacks, and their bounds."""

from dataclasses import dataclass

from attack import Attack, End, Outcome
from figures import milliseconds, percentile
from neighbours import NeighbourWaits

# The end of a connection without a call.
IDLE = "GOAWAY 0"
# The engine's maximum memory growth during an attack, and afterwards, MiB.
MOST_MIB, MOST_LEFT_MIB = 200, 100
# The maximum memory of a connection without a call: the HPACK tables and the transport's tasks.
CONNECTION_MIB = 40 / 1024
# Bounds on others' latencies in the long form, p99: a factor on the control's, or seconds more.
RATIO, ADDED = 2, 0.01


@dataclass(frozen=True)
class Figures:
    """The costs of attacks."""

    before: NeighbourWaits
    beside: NeighbourWaits
    # The taps of sessions on attackers' connections.
    same: list[float]
    # The maximum and the final growth, MiB, and the final descriptors.
    growth: float
    left: float
    descriptors: int

    def __str__(self) -> str:
        return (
            f"before: {self.before}; beside: {self.beside}; on its connection "
            f"{milliseconds(self.same)} ms; {self.growth:+.0f} MiB at most, {self.left:+.0f} after;"
            f" {self.descriptors:+} descriptors")  # fmt: skip


# Problems; empty if there is none.
def not_ended(attack: Attack, outcome: Outcome) -> str:
    if outcome.disturbed:
        return f"a session on its connection: {outcome.disturbed}"
    if attack.end == End.NOTHING:
        return ""
    if outcome.left:
        return f"{outcome.left} {attack.end} are left"
    if outcome.how.startswith(IDLE) != attack.is_idle:
        return f"it was ended by {outcome.how}"
    return ""


def unbearable(figures: Figures, connections: int) -> str:
    most = MOST_MIB + connections * CONNECTION_MIB
    if figures.growth > most:
        return f"it took {figures.growth:.0f} MiB of {most:.0f}"
    if figures.left > MOST_LEFT_MIB:
        return f"it kept {figures.left:.0f} MiB"
    if figures.descriptors > 0:
        return f"it kept {figures.descriptors} descriptors"
    refused = figures.beside.refusals
    return f"new sessions were refused: {dict(refused)}" if refused else ""


def slow(figures: Figures, control: Figures) -> str:
    """Returns the latencies beyond their bounds."""
    states = control.before, control.beside
    for name in ("taps", "calls"):
        usual = max(percentile(getattr(each, name), 99) for each in states)
        found = percentile(getattr(figures.beside, name), 99)
        longest = max(RATIO * usual, usual + ADDED)
        # NaN if there was none.
        if not found <= longest:
            return f"{name} took {1e3 * found:.0f} ms, p99; the bound is {1e3 * longest:.0f}"
    return ""

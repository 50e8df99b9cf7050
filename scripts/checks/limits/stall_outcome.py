"""Figures of clients that stopped reading, and their bounds."""

from collections import Counter
from dataclasses import dataclass, field

from checks import expect, expect_that
from crowd import Form
from figures import milliseconds, percentile
from monitoring import Key
from peer import Stall
from tapping_session import Waits

# The maximum memory of a client that does not read, bytes, by its frames.
CLIENT_BYTES = {"taps": 300 * 1024, "turns": 400 * 1024}
# The bounds of the long form: seconds from the stall until the last session has ended, which the
# engine does not check all the time; and the latency of another client beside them, p99: a factor
# on that beside clients that read, and a number of seconds.
ENDS_WITHIN, RATIO, SLACK = 10.5, 1.2, 0.005
SLOW_CONSUMER = "SLOW_CONSUMER"
# Trailers do not count against a flow-control window, but an unfinished message comes before them:
# a stream whose window was used up within a message ends with RST_STREAM, which has no reason. A
# tap's directives are too small to use up a window before the session ends.
MAY_BE_RESET = {"taps": set[Stall](), "turns": {Stall.STREAM, Stall.CONNECTION}}

# The phases, by the clients beside which another client is measured; the last one is the end.
READING, STALLING, ENDED = "clients that read", "clients that stall", "no clients"


@dataclass
class Outcome:
    form: Form
    diet: str
    # The memory of a client that stalls, bytes.
    cost: float = 0
    # The begin of each phase, in order.
    phases: dict[str, float] = field(default_factory=dict)
    latencies: Waits = field(default_factory=list)
    reasons: dict[Key, float] = field(default_factory=dict)
    told: Counter[tuple[Stall, str | None]] = field(default_factory=Counter)
    # Sessions that were resumed without loss.
    resumed: int = 0

    @property
    def seconds(self) -> float:
        """Seconds from the stall to the last end."""
        return self.phases[ENDED] - self.phases[STALLING]

    def waits(self, phase: str) -> list[float]:
        names = list(self.phases)
        since, to = self.phases[phase], self.phases[names[names.index(phase) + 1]]
        return [seconds for moment, seconds in self.latencies if since <= moment < to]

    def show(self) -> None:
        print(f"{self.form.clients} clients, {self.diet}: {self.cost / 1024:.0f} KiB each")
        for phase in [READING, STALLING]:
            waits = self.waits(phase)
            print(f"  {len(waits)} taps beside {phase}: p50/p99 {milliseconds(waits)} ms")
        print(f"  ends {self.reasons}, the last after {self.seconds:.1f} s; told {self.told}; "
              f"{self.resumed} resumed and complete")  # fmt: skip

    def judge(self) -> None:
        expect("ends", self.reasons, {(SLOW_CONSUMER,): self.form.clients})
        expect("clients that were told something else", self._misled, [])
        expect_that(self.cost <= CLIENT_BYTES[self.diet],
                    f"a stalled client costs {self.cost / 1024:.0f} KiB")  # fmt: skip
        expect("clients that resumed", self.resumed, self.form.resumed)

    def judge_times(self) -> None:
        expect_that(self.seconds <= ENDS_WITHIN, f"the last end came after {self.seconds:.1f} s")
        usual, found = (percentile(self.waits(phase), 99) for phase in [READING, STALLING])
        # NaN if there was no tap.
        expect_that(
            found <= RATIO * usual + SLACK,
            f"another client's taps took {1e3 * found:.1f} ms beside clients that stall,"
            f" {1e3 * usual:.1f} ms beside clients that read, p99")  # fmt: skip

    @property
    def _misled(self) -> list[str]:
        return [
            f"{count} without {stall.value}: {end}"
            for (stall, end), count in self.told.items()
            if end != SLOW_CONSUMER
            and not (end == "RESET" and stall in MAY_BE_RESET[self.diet])]  # fmt: skip

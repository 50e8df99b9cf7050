"""More sessions than an engine can serve: whom it refuses, and how it serves the others."""

from dataclasses import dataclass
from pathlib import Path

from bench import bench, show
from bounds import Verdict
from checks import expect_that
from cohort import PER_SECOND, Script
from core import Core
from offering import Offering, offering
from phases import COLUMNS, Phase, capacity_of, recovery, show_timeline
from process import CORES
from tally import Tally

STREAMS = 10
# Of what a ramp showed, which is less than an engine can do: enough for it to refuse some sessions.
JUST_ENOUGH = 1.5
# Of its capacity: what an engine serves well.
NOMINAL = 0.8
# Seconds until no session is refused and taps are fast again.
RECOVERY = 10


@dataclass(frozen=True)
class Form:
    # The mean; sessions take a third more or less, so as not to end together.
    session_seconds: int
    # Multiples of the capacity that are offered.
    factors: list[int]
    overload_seconds: float
    # Of just enough, before and after, and of what is served well.
    plateau_seconds: float
    # Of half the capacity after each overload.
    ease_seconds: float
    # The part of the goodput that has to stay.
    goodput: float
    # Taps may take so many times as long as with just enough; so many seconds are fast in any case.
    slowdown: float
    fast: float
    # Seconds until a refusal, and until a tap is answered with just enough.
    longest: float
    # Memory that the engine may have more with just enough afterwards: it has as many sessions
    # as before, and refused ones leave nothing behind. That of its heap differs a little.
    memory_mib: float

    @property
    def lives(self) -> list[int]:
        third = self.session_seconds // 3
        return [self.session_seconds + change for change in [0, -third, third]]


# Bounds that hold where others use the machine, and for an unoptimised engine, whom it costs a
# third of its time to refuse sessions that are this short.
SHORT = Form(session_seconds=3, factors=[3], overload_seconds=12, plateau_seconds=10,
             ease_seconds=13, goodput=0.6, slowdown=4, fast=0.75, longest=3,
             memory_mib=32)  # fmt: skip
LONG = Form(session_seconds=15, factors=[2, 4], overload_seconds=150, plateau_seconds=50,
            ease_seconds=30, goodput=0.9, slowdown=2, fast=0.02, longest=1,
            memory_mib=16)  # fmt: skip


@dataclass(frozen=True)
class Overload:
    """A multiple of the capacity, and half of it afterwards."""

    factor: int
    phase: Phase
    ease: Phase


async def run(binary: Path, options: list[str], is_long: bool) -> None:
    form = LONG if is_long else SHORT
    scripts = [Script(STREAMS, seconds) for seconds in form.lives]
    async with bench(binary, *options, core=CORES[0], is_patient=False) as own:
        async with offering(own, Core(CORES[0], own.process), scripts) as load:
            shown = await capacity_of(load, form.session_seconds)
            nominal = await Phase.run(load, NOMINAL * shown, form.plateau_seconds)
            before = await Phase.run(load, JUST_ENOUGH * shown, form.plateau_seconds)
            capacity = before.goodput / PER_SECOND / form.session_seconds
            overloads = [await overload(load, form, factor, capacity) for factor in form.factors]
            after = await Phase.run(load, JUST_ENOUGH * shown, form.plateau_seconds)
            expect_that(own.engine.is_running, "the engine is gone")
    phases = {f"{NOMINAL:.0%}": nominal, "just enough": before}
    for each in overloads:
        phases |= {f"{each.factor} times": each.phase, f"half, after {each.factor}": each.ease}
    phases["just enough again"] = after
    show(f"{capacity:.1f} sessions of {form.session_seconds} s per second; times in ms", COLUMNS,
         [[name, *phase.row] for name, phase in phases.items()])  # fmt: skip
    judge(form, overloads, before, nominal, after, load.tally, is_long)


async def overload(load: Offering, form: Form, factor: int, capacity: float) -> Overload:
    phase = await Phase.run(load, factor * capacity, form.overload_seconds)
    ease = await Phase.run(load, capacity / 2, form.ease_seconds)
    start = phase.since - load.longest
    show_timeline(f"{factor} times the capacity", load, start, phase.to, form.overload_seconds / 12)
    show_timeline("half of it", load, phase.to, ease.to, form.ease_seconds / 13)
    return Overload(factor, phase, ease)


def judge(
    form: Form, overloads: list[Overload], before: Phase, nominal: Phase, after: Phase,
    tally: Tally, is_long: bool,
) -> None:  # fmt: skip
    ends = [*tally.ends_of_taken.items(), *tally.ends_of_others.items()]
    wrong = {reason: count for reason, count in ends if reason not in ["OK", "OVERLOADED"]}
    best, slowest = max(before.goodput, after.goodput), form.slowdown * max(before.tap, form.fast)
    verdict = Verdict()
    verdict.at_most(" ".join(["sessions that ended otherwise", *wrong]), sum(wrong.values()), 0)
    verdict.at_most("accepted sessions that were refused", tally.ends_of_taken["OVERLOADED"], 0)
    verdict.at_most("refusals without a delay", tally.without_delay, 0)
    if is_long:
        verdict.at_most("just enough: tap p99, ms", 1e3 * before.tap, 1e3 * form.longest, before.excuse)
        for each in overloads:
            phase, factor = each.phase, each.factor
            excuse = phase.excuse or before.excuse
            verdict.at_least(f"{factor} times: part refused", phase.refused, (1 - 1 / factor) / 2)
            verdict.at_least("goodput, part of the better one with just enough", phase.goodput / best,
                             form.goodput, excuse)  # fmt: skip
            verdict.at_most("tap p99, ms", 1e3 * phase.tap, 1e3 * slowest, excuse)
            verdict.at_most("refusal p99, ms", 1e3 * phase.refusal, 1e3 * form.longest, excuse)
            seconds = recovery(tally, phase.to, each.ease.to, nominal.tap_median)
            verdict.at_most("seconds until it has recovered", seconds, RECOVERY, each.ease.excuse)
        growth = (after.memory - before.memory) / (1 << 20)
        verdict.at_most("memory afterwards, MiB more", growth, form.memory_mib)
    else:
        verdict.at_least("part refused", overloads[0].phase.refused, 0.01)
    verdict.close(f"overload, with {tally.offered} sessions")

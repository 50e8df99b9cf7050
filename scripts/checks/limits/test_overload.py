"""More sessions than an engine can serve: its refusals, and its service for the others."""

from pathlib import Path
from statistics import fmean

import pytest
from checks import eventually
from overload import JSON, LIFE, OverloadedEngine, Phase, overloaded

# The short form: arrival rates, the seconds of each, and the minimum number of refusals.
RATES, SECONDS, REFUSALS = [16, 64, 256], 3, 100
# The long form: the maximum arrival rate of the ramp; the seconds of the overload, of the plateaus
# before and after it, and of half the capacity after it.
MOST, OVERLOAD, PLATEAU, EASE = 2_000, 150, 50, 30
# A capacity is the best mean over this number of seconds: over less, queued work would count.
CAPACITY_SECONDS = round(1.5 * LIFE)
# Multiples of the ramp's low estimate of the capacity: served well, some refusals, overload.
NOMINAL, JUST_ENOUGH, FACTORS = 0.8, 1.5, [2, 4]
# The minimum share of the goodput, and the maximum factor on the latency of directives at the
# plateau; a latency that always counts as fast, and the maximum of a refusal, seconds.
GOODPUT, SLOWDOWN, FAST, LONGEST = 0.9, 2, 0.02, 1
# The seconds until no session is refused and directives are fast again.
RECOVERY = 10
# The maximum growth of memory: refused sessions leave nothing behind.
MEMORY_MIB = 16


@pytest.mark.timeout(600)
async def test_more_sessions_than_it_can_serve(binary: Path, tmp_path: Path) -> None:
    """The rate grows until many sessions are refused, and then is zero."""
    async with overloaded(binary, tmp_path) as own:
        report = await own.load([(SECONDS, rate) for rate in RATES], "--speed", "4x")
        refused = sum(row["errors"] for row in report["rows"])
        assert refused >= REFUSALS
        await eventually("a session is let in afterwards", own.is_let_in)


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_so_many_times_as_many_sessions_as_it_can_serve(binary: Path, tmp_path: Path) -> None:
    async with overloaded(binary, tmp_path) as own:
        shown = await capacity_of(own)
        nominal = await own.phase(NOMINAL * shown, PLATEAU)
        before = await own.phase(JUST_ENOUGH * shown, PLATEAU)
        capacity = before.goodput / directives(before.report)
        overloads = {
            factor: await own.phase(factor * capacity, OVERLOAD, (EASE, capacity / 2))
            for factor in FACTORS}  # fmt: skip
        after = await own.phase(JUST_ENOUGH * shown, PLATEAU)
    print(f"{capacity:.1f} sessions of {LIFE} s per second")
    phases = {f"{NOMINAL:.0%}": nominal, "just enough": before, "just enough again": after}
    for name, phase in (phases | {f"{each} times": overloads[each] for each in FACTORS}).items():
        print(f"{name}: {phase}")
    judge(overloads, before, nominal, after)


async def capacity_of(own: OverloadedEngine) -> float:
    """Returns sessions per second below the capacity: a ramp doubles until many are refused."""
    rates = [2**power for power in range(MOST.bit_length())]
    # Exit code 99: the objective was broken before the end.
    report = await own.load(
        [(LIFE, rate) for rate in rates], "--slo", "errors<=1000", "--abort-early", code=99)
    found = [row["directives"] for row in report["rows"]]
    return max(
        fmean(found[at : at + CAPACITY_SECONDS])
        for at in range(max(len(found) - CAPACITY_SECONDS, 1))) / directives(report)  # fmt: skip


def directives(report: JSON) -> float:
    """Returns the mean number of directives of a session."""
    return fmean(script["directives"] for script in report["configuration"]["scripts"])


def judge(overloads: dict[int, Phase], before: Phase, nominal: Phase, after: Phase) -> None:
    best, usual = max(before.goodput, after.goodput), before.latency("p99")
    slowest = SLOWDOWN * max(usual, FAST)
    # The figures, and whether each is within its bound.
    bounds = {f"p99 with just enough, {usual:.2f} s": usual <= LONGEST}
    for factor, phase in overloads.items():
        times, latency = f"at {factor} times the capacity", phase.latency("p99")
        recovered = phase.recovery(nominal.latency("p50"))
        bounds |= {
            f"{phase.refused:.0%} refused {times}": phase.refused >= (1 - 1 / factor) / 2,
            f"goodput {phase.goodput / best:.0%} {times}": phase.goodput >= GOODPUT * best,
            f"p99 {latency:.2f} s {times}": latency <= slowest,
            f"refusal p99 {phase.refusal:.2f} s {times}": phase.refusal <= LONGEST,
            f"recovered after {recovered:.0f} s {times}": recovered <= RECOVERY,
        }
    growth = (after.memory - before.memory) / (1 << 20)
    bounds[f"{growth:.0f} MiB more afterwards"] = growth <= MEMORY_MIB
    assert not [name for name, holds in bounds.items() if not holds]

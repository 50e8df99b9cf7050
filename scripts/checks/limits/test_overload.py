"""More sessions than an engine can serve: whom it refuses, and how it serves the others."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from bench import Bench, bench
from checks import eventually, expect
from conversation import Conversation, StreamEnded
from core import Core
from http2_client import Connection
from offering import Offering, Script, Tally, offering
from phases import EVENTS_PER_SECOND, Phase, capacity_of, recovery
from process import CORES
from transports import FrameTransport

# The short form: busy processes beside the engine, which make it slow, seconds of a session, and
# refusals until there have been enough.
BUSY, SECONDS, REFUSALS = 3, 3, 100
# The long form: seconds of a session in the mean, with a third more or less so as not to end
# together; of an overload, of just enough before and after, and of half the capacity after it.
LIFE, OVERLOAD, PLATEAU, EASE = 15, 150, 50, 30
# Multiples of the capacity that are offered: what is served well, enough for some to be refused, by
# what a ramp showed, which is less than an engine can do; and too much.
NOMINAL, JUST_ENOUGH, FACTORS = 0.8, 1.5, [2, 4]
# The part of the goodput that has to stay, and how many times as long as with just enough taps may
# take; so many seconds are fast in any case, and so many the longest for a refusal.
GOODPUT, SLOWDOWN, FAST, LONGEST = 0.9, 2, 0.02, 1
# Seconds until no session is refused and taps are fast again.
RECOVERY = 10
# Memory that the engine may have more afterwards: refused sessions leave nothing behind.
MEMORY_MIB = 16


@asynccontextmanager
async def loaded(binary: Path, lives: list[int]) -> AsyncIterator[tuple[Bench, Offering]]:
    async with bench(binary, core=0, is_patient=False) as own:
        async with offering(own, Core(CORES[0], own.process), [Script(it) for it in lives]) as load:
            yield own, load
        judge(load.tally)


@pytest.mark.timeout(600)
async def test_more_sessions_than_it_can_serve(binary: Path) -> None:
    """More and more arrive until many are refused, and then none for a while."""
    async with loaded(binary, [SECONDS]) as (own, load):
        load.core.share_with(BUSY)
        await load.run(
            3600, lambda at: 20 * 2 ** (at / 3), lambda: len(load.tally.refusals) > REFUSALS)

        async def is_let_in() -> bool:
            connection = await Connection.open(own.engine.port)
            try:
                await Conversation(FrameTransport(connection)).open()
            except StreamEnded:
                return False
            finally:
                connection.close()
            return True

        await eventually("a session is let in afterwards", is_let_in)


@dataclass(frozen=True)
class Overload:
    """A multiple of the capacity, and half of it afterwards."""

    factor: int
    phase: Phase
    ease: Phase


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_so_many_times_as_many_sessions_as_it_can_serve(binary: Path) -> None:
    lives = [LIFE + change for change in [0, -LIFE // 3, LIFE // 3]]
    async with loaded(binary, lives) as (_, load):
        shown = await capacity_of(load, LIFE)
        nominal = await Phase.run(load, NOMINAL * shown, PLATEAU)
        before = await Phase.run(load, JUST_ENOUGH * shown, PLATEAU)
        capacity = before.goodput / EVENTS_PER_SECOND / LIFE
        overloads = [
            Overload(factor, await Phase.run(load, factor * capacity, OVERLOAD),
                     await Phase.run(load, capacity / 2, EASE))
            for factor in FACTORS]  # fmt: skip
        after = await Phase.run(load, JUST_ENOUGH * shown, PLATEAU)
    phases = {f"{NOMINAL:.0%}": nominal, "just enough": before}
    for each in overloads:
        phases |= {f"{each.factor} times": each.phase, f"half, after {each.factor}": each.ease}
    phases["just enough again"] = after
    print(f"{capacity:.1f} sessions of {LIFE} s per second")
    for name, phase in phases.items():
        print(f"{name}: {phase}")
    judge_times(overloads, before, nominal, after, load.tally)


def judge(tally: Tally) -> None:
    print(f"{tally.offered} sessions, of which {len(tally.refusals)} were refused")
    ends = {reason for reason in tally.ends_of_taken | tally.ends_of_others}
    expect("ends", ends, {"OK", "OVERLOADED"})
    expect("accepted sessions that were refused", tally.ends_of_taken["OVERLOADED"], 0)
    expect("refusals without a delay", tally.without_delay, 0)


def judge_times(
    overloads: list[Overload], before: Phase, nominal: Phase, after: Phase, tally: Tally
) -> None:
    best, slowest = max(before.goodput, after.goodput), SLOWDOWN * max(before.tap, FAST)
    # What each figure is, and whether it is within its bound.
    bounds = {f"tap p99 with just enough, {before.tap:.2f} s": before.tap <= LONGEST}
    for each in overloads:
        phase, times = each.phase, f"at {each.factor} times the capacity"
        recovered = recovery(tally, phase.to, each.ease.to, nominal.tap_median)
        bounds |= {
            f"{phase.refused:.0%} refused {times}": phase.refused >= (1 - 1 / each.factor) / 2,
            f"goodput {phase.goodput / best:.0%} {times}": phase.goodput >= GOODPUT * best,
            f"tap p99 {phase.tap:.2f} s {times}": phase.tap <= slowest,
            f"refusal p99 {phase.refusal:.2f} s {times}": phase.refusal <= LONGEST,
            f"recovered after {recovered:.0f} s {times}": recovered <= RECOVERY,
        }
    growth = (after.memory - before.memory) / (1 << 20)
    bounds[f"{growth:.0f} MiB more afterwards"] = growth <= MEMORY_MIB
    expect("figures out of their bounds", [name for name, holds in bounds.items() if not holds], [])

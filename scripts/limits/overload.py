"""More sessions than an engine can serve: whom it refuses, and how it serves the others."""

import time
from dataclasses import dataclass
from pathlib import Path

from bench import bench, quantile, show
from checks import expect, expect_that
from load import Load, loading, median, within
from script import PER_SECOND, Script
from tally import Tally

STREAMS = 10
CORE = 0
# Of what a ramp showed, which is less than an engine can do: enough for it to refuse some sessions.
JUST_ENOUGH = 1.5
# How long an engine has to be well to count as recovered, seconds; and how much later a tap may be.
LASTING = 3
SLACK = 0.05


@dataclass(frozen=True)
class Form:
    session_seconds: int
    # The ramp goes on until the engine has enough, or the load: so many sessions per second more
    # with each second.
    growth: float
    ramp_seconds: float
    overload_seconds: float
    # Of just enough, before and after: what is too much is compared with the better one.
    plateau_seconds: float
    recovery_seconds: float = 30


SHORT = Form(session_seconds=5, growth=3, ramp_seconds=120, overload_seconds=60,
             plateau_seconds=30)  # fmt: skip
LONG = Form(session_seconds=30, growth=0.2, ramp_seconds=360, overload_seconds=300,
            plateau_seconds=90)  # fmt: skip


def timeline(load: Load, start: float, end: float, step: float) -> list[list[str]]:
    rows, tally = [], load.tally
    for number in range(round((end - start) / step)):
        span = start + number * step, start + (number + 1) * step
        samples = [sample for sample in load.samples if span[0] <= sample.time < span[1]]
        cells = [f"{load.goodput(span[0] - 1, span[1]):.0f}"]
        cells += [str(samples[-1].sessions), str(samples[-1].memory >> 20)] if samples else ["", ""]
        cells += [str(len(within(found, *span))) for found in [tally.opens, tally.refusals]]
        for found in [tally.opens, tally.refusals, tally.taps]:
            seconds = within(found, *span)
            cells += [f"{1e3 * quantile(seconds, part):.0f}" for part in [0.5, 0.99]]
        rows.append([f"{span[0] - start:.0f}", *cells])
    return rows


COLUMNS = ["s", "events/s", "sessions", "MiB", "taken", "refused", "open p50", "p99",
           "refusal p50", "p99", "tap p50", "p99"]  # fmt: skip


async def run(
    binary: Path, options: list[str], is_long: bool, group: Path | None = None
) -> None:  # fmt: skip
    form = LONG if is_long else SHORT
    script = Script(STREAMS, form.session_seconds)
    limited = bench(binary, *options, core=CORE, group=group, is_patient=False)
    async with limited as own, loading(own, script) as load:
        start = time.monotonic()
        await load.run(form.ramp_seconds, lambda at: form.growth * at, lambda: load.is_saturated)
        expect_that(load.is_saturated,
                    "the engine has room for all that can be offered here; give it less of a"
                    " processor, with a control group")  # fmt: skip
        capacity = load.peak / PER_SECOND / form.session_seconds
        show("ramp; times in ms", COLUMNS, timeline(load, start, time.monotonic(), 2))
        print(f"\n{load.peak:.0f} events/s at most: {capacity:.1f} sessions of"
              f" {form.session_seconds} s per second", flush=True)  # fmt: skip
        await load.run(2 * form.session_seconds, lambda _: capacity / 2)
        normal = median(load.tally.taps, time.monotonic() - form.session_seconds, time.monotonic())
        load.tally.late = 0
        before = await plateau(load, form, JUST_ENOUGH * capacity, form.plateau_seconds)
        enough, capacity = capacity, before / PER_SECOND / form.session_seconds
        print(f"\n{before:.0f} events/s lastingly: {capacity:.1f} sessions per second", flush=True)
        over = time.monotonic()
        goodput = await plateau(load, form, 3 * capacity, form.overload_seconds)
        eased = time.monotonic()
        show("three times that; times in ms", COLUMNS,
             timeline(load, over, eased, form.overload_seconds / 20))  # fmt: skip
        await load.run(form.recovery_seconds, lambda _: capacity / 2)
        end = time.monotonic()
        show("half of it; times in ms", COLUMNS, timeline(load, eased, end, 1))
        after = await plateau(load, form, JUST_ENOUGH * enough, form.plateau_seconds)
        late = load.tally.late
        expect_that(own.engine.is_running, "the engine is gone")
    tally = load.tally
    show("overload", ["", ""], [
        ["events/s with just enough, before and after", f"{before:.0f} {after:.0f}"],
        ["events/s with three times as much", f"{goodput:.0f}"],
        ["goodput, part of the better one", f"{goodput / max(before, after):.2f}"],
        ["sessions", str(tally.offered)],
        *([f"taken, {reason}", str(count)] for reason, count in tally.ends_of_taken.items()),
        *([f"not taken, {reason}", str(count)] for reason, count in tally.ends_of_others.items()),
        ["refused without a delay", str(tally.without_delay)],
        ["tap p50 at half of it before, ms", f"{1e3 * normal:.0f}"],
        ["seconds until no session is refused", recovery(tally, eased, end, float("inf"))],
        ["seconds until taps are as fast, too", recovery(tally, eased, end, normal)],
        ["most memory, MiB", f"{max(sample.memory for sample in load.samples) >> 20}"],
        ["the load's own delay, at most ms", f"{1e3 * late:.0f}"],
    ])  # fmt: skip
    expect("ends of sessions that were taken", list(tally.ends_of_taken), ["OK"])
    expect_that(set(tally.ends_of_others) <= {"OVERLOADED"},
                f"others ended with {dict(tally.ends_of_others)}")  # fmt: skip
    expect("refusals without a delay", tally.without_delay, 0)


async def plateau(load: Load, form: Form, rate: float, seconds: float) -> float:
    """Events per second at a rate of sessions, once all sessions are of that rate."""
    start = time.monotonic()
    await load.run(seconds, lambda _: rate)
    return load.goodput(start + form.session_seconds, time.monotonic())


def recovery(tally: Tally, eased: float, end: float, normal: float) -> str:
    """Seconds until every session is admitted and taps are about as fast as `normal`, for a while."""
    def is_well(second: int) -> bool:
        span = eased + second, eased + second + 1
        is_fast = median(tally.taps, *span) <= 2 * normal + SLACK
        return is_fast and bool(within(tally.taps, *span)) and not within(tally.refusals, *span)

    seconds = range(int(end - eased) - LASTING)
    well = (second for second in seconds
            if all(is_well(at) for at in range(second, second + LASTING)))  # fmt: skip
    found = next(well, None)
    return f"more than {len(seconds)}" if found is None else str(found)

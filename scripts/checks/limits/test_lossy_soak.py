"""Sessions that lose their connections for long: the memory of their engines must not grow."""

import asyncio
from dataclasses import dataclass
from itertools import combinations
from math import inf
from pathlib import Path
from statistics import fmean, median
from time import monotonic

import pytest
from checks import eventually
from process import Process
from programs import running_load

ENGINES = 2
# Bounds of a long soak, bytes: per hour and engine; and twice the observed growth of heaps.
MOST_BYTES_PER_HOUR, SPARE_BYTES = 1 << 20, 2 << 20
# The maximum number of events: the load keeps them to compare both ends, in 700 bytes each.
MOST_EVENTS = 3_000_000
# The bytes of a connection, both ways: until its session is open, and for each event.
OPENING_BYTES, EVENT_BYTES = 1_000, 80
# The maximum number of samples, of which the first third is ignored; and a window whose minimum
# counts, to exclude memory that is freed a moment later.
SAMPLES, WINDOW = 150, 5
# The tolerances on descriptors, by session, since those being replaced vary; and on threads, by
# engine, since pools start theirs when many tasks wait.
SPARE_DESCRIPTORS, SPARE_THREADS = 0.05, 3
# The seconds for comparing both ends afterwards.
PATIENCE = 120


@dataclass(frozen=True)
class Form:
    seconds: float
    sessions: int
    # The mean lifetime of a connection, seconds.
    cut_seconds: float
    # The minimum number of cuts.
    cuts: int
    # True if it is long enough to tell a leak from heaps that grow to the size of their work.
    is_long: bool

    @property
    def rate(self) -> float:
        """The events per second of each session."""
        return min(5, MOST_EVENTS / self.sessions / self.seconds)

    @property
    def cut_bytes(self) -> int:
        """The maximum bytes of a connection; the mean is half of it."""
        return round(2 * (OPENING_BYTES + self.cut_seconds * self.rate * EVENT_BYTES))


@pytest.fixture
def form(pytestconfig: pytest.Config) -> Form:
    """The short form has more cuts, so that leaks show; the long one requires a third of them."""
    seconds = 60 * (pytestconfig.getoption("--minutes") or 0.75)
    if seconds < 600:
        return Form(seconds, sessions=200, cut_seconds=10, cuts=200, is_long=False)
    return Form(seconds, 300, cut_seconds=60, cuts=round(300 * seconds / 60 / 3), is_long=True)


@dataclass(frozen=True)
class Sample:
    """The figures of all engines together; memory in bytes."""

    seconds: float
    memory: int
    descriptors: int
    threads: int


async def watch(load: asyncio.subprocess.Process, form: Form) -> list[Sample]:
    """Takes samples while sessions last; no engine may end or start."""
    started = Process(load.pid)
    await eventually("the engines have started", lambda: len(started.children) == ENGINES)
    engines, samples = started.children, []
    began = monotonic()
    # The load ends by the clock, however long the samples take.
    while (seconds := monotonic() - began) < 0.95 * form.seconds:
        assert started.children == engines
        found = [Process(engine) for engine in engines]
        samples.append(Sample(
            seconds, sum(each.anonymous for each in found),
            sum(each.descriptors for each in found), sum(each.threads for each in found)))
        await asyncio.sleep(form.seconds / SAMPLES)
    return samples


def slope(samples: list[Sample]) -> float:
    """Returns bytes of memory per hour: the median of the slopes between any two (Theil–Sen)."""
    least = [min(samples[at : at + WINDOW], key=lambda each: each.memory)
             for at in range(0, len(samples), WINDOW)]  # fmt: skip
    return 3600 * median((b.memory - a.memory) / (b.seconds - a.seconds)
                         for a, b in combinations(least, 2))  # fmt: skip


def growth(figures: list[int]) -> float:
    """Returns the mean of the second half minus that of the first one."""
    half = len(figures) // 2
    return fmean(figures[half:]) - fmean(figures[:half])


@pytest.mark.timeout(100_000)
async def test_sessions_that_lose_their_connections_leave_nothing(binary: Path, form: Form) -> None:
    async with running_load(
        binary, "chaos", "--engine", binary, "--engines", str(ENGINES), "--sessions",
        str(form.sessions), "--rate", str(form.rate), "--cuts", "any", "--cut-bytes",
        str(form.cut_bytes), "--duration", str(round(form.seconds)),
        "--slo", f"cuts>={form.cuts}",
    ) as load:  # fmt: skip
        samples = await watch(load, form)
        async with asyncio.timeout(PATIENCE + form.seconds):
            report, _ = await load.communicate()
    print(report.decode(), end="", flush=True)
    assert load.returncode == 0
    judged = samples[len(samples) // 3 :]
    spare = SPARE_BYTES / (form.seconds / 1.5 / 3600)
    most_bytes = ENGINES * max(MOST_BYTES_PER_HOUR, spare) if form.is_long else inf
    # The growth of both engines after the first third, and its bound.
    growths = {
        "MiB of memory per hour": (slope(judged) / 2**20, most_bytes / 2**20),
        "descriptors": (
            growth([each.descriptors for each in judged]), SPARE_DESCRIPTORS * form.sessions),
        "threads": (growth([each.threads for each in judged]), ENGINES * SPARE_THREADS),
    }  # fmt: skip
    for name, (more, most) in growths.items():
        print(f"{more:.1f} {name} more; at most {most:.1f}")
    assert all(more <= most for more, most in growths.values()), growths

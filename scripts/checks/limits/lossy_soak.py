"""Sessions that lose their connections for long: what their engines take must not grow."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import show
from checks import expect, expect_that
from process import Process
from trend import Sample, Span

ENGINES = 2
# The bound of a long soak, bytes per hour and engine; and bytes that an engine may take more in
# all, twice what heaps were seen to take.
MOST_BYTES_PER_HOUR, SPARE_BYTES = 1 << 20, 2 << 20
# Events of all sessions at most: the load keeps them to compare both ends, in 700 bytes each.
MOST_EVENTS = 3_000_000
# Bytes of a connection, both ways: until its session is open, and for each event.
OPENING_BYTES, EVENT_BYTES = 1_000, 80
# Parts of the judged time, of which each has a sample of its least memory.
WINDOWS = 20
SAMPLES_PER_WINDOW = 5
# Descriptors more than before, by session: those whose connections are being replaced vary.
SPARE_DESCRIPTORS = 0.05
# Threads more than before, by engine: pools start theirs when many tasks wait.
SPARE_THREADS = 3
# Seconds for engines to start, and to compare both ends afterwards.
PATIENCE = 120


@dataclass(frozen=True)
class Form:
    seconds: float
    sessions: int
    # The time that a connection lasts in the mean, seconds.
    cut_seconds: float
    # Whether it is long enough to tell a leak from heaps that grow to the size of their work.
    is_long: bool

    @property
    def rate(self) -> float:
        """Events per second of each session."""
        return min(5, MOST_EVENTS / self.sessions / self.seconds)

    @property
    def cut_bytes(self) -> int:
        """The most bytes of a connection, of which it has half in the mean."""
        return round(2 * (OPENING_BYTES + self.cut_seconds * self.rate * EVENT_BYTES))

    @property
    def cuts(self) -> int:
        """The least that has to happen, beyond the short form: a third of those expected."""
        return round(self.sessions * self.seconds / self.cut_seconds / 3) if self.is_long else 200

    @property
    def warm_up(self) -> float:
        """Seconds that are not judged."""
        return self.seconds / 3

    @property
    def most_bytes_per_hour(self) -> float:
        """The bound on the slope of memory, of all engines."""
        hours = (self.seconds - self.warm_up) / 3600
        return ENGINES * max(MOST_BYTES_PER_HOUR, SPARE_BYTES / hours)


def form_of(minutes: float | None, is_long: bool) -> Form:
    """The short form has more cuts, so that what they leave shows in a minute."""
    seconds = 60 * minutes if minutes else 8 * 3600 if is_long else 80
    if seconds < 600:
        return Form(seconds, sessions=200, cut_seconds=15, is_long=False)
    return Form(seconds, sessions=300, cut_seconds=60, is_long=True)


class Soak:
    """A load whose engines are watched."""

    def __init__(self, load: asyncio.subprocess.Process, form: Form) -> None:
        self._load, self._form = load, form
        self._engines: list[int] = []
        self.samples: list[Sample] = []

    async def watch(self) -> None:
        """Takes samples for as long as sessions last.

        Raises:
            CheckFailed: If an engine ends, or another one starts.
        """
        deadline = time.monotonic() + PATIENCE
        while len(self._engines) < ENGINES:
            expect_that(time.monotonic() < deadline and self._load.returncode is None,
                        f"{len(self._engines)} engines have started")  # fmt: skip
            await asyncio.sleep(0.1)
            self._engines = self._children
        start, form = time.monotonic(), self._form
        pause = (form.seconds - form.warm_up) / WINDOWS / SAMPLES_PER_WINDOW
        while (seconds := time.monotonic() - start) < form.seconds:
            expect(f"engines after {seconds:.0f} s", self._children, self._engines)
            self.samples.append(self._sample(seconds))
            await asyncio.sleep(min(pause, form.seconds - seconds))

    @property
    def _children(self) -> list[int]:
        return Process(self._load.pid).children

    def _sample(self, seconds: float) -> Sample:
        processes = [Process(engine) for engine in self._engines]
        memory, descriptors, threads = (
            sum(figures) for figures in zip(
                *((each.anonymous, each.descriptors, each.threads) for each in processes),
                strict=True))  # fmt: skip
        return Sample(seconds, memory, descriptors, threads)

    async def outcome(self) -> tuple[str, int | None]:
        """The load's report, and what it ended with."""
        async with asyncio.timeout(PATIENCE + self._form.seconds):
            report, _ = await self._load.communicate()
        return report.decode(), self._load.returncode


@asynccontextmanager
async def soaking(binary: Path, options: list[str], form: Form) -> AsyncIterator[Soak]:
    """Starts engines with sessions whose connections are cut; all end with it."""
    load = await asyncio.create_subprocess_exec(
        binary.with_name("interaction-load"), "chaos", "--engine", binary,
        *(f"--engine-option={option}" for option in options), "--engines", str(ENGINES),
        "--sessions", str(form.sessions), "--rate", str(form.rate), "--cuts", "any",
        "--cut-bytes", str(form.cut_bytes), "--duration", str(round(form.seconds)),
        "--slo", f"cuts>={form.cuts}",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE)  # fmt: skip
    try:
        yield Soak(load, form)
    finally:
        if load.returncode is None:
            # This ends its engines, too.
            load.send_signal(signal.SIGINT)
            try:
                async with asyncio.timeout(30):
                    await load.communicate()
            except TimeoutError:
                load.kill()


async def run(
    binary: Path, options: list[str], is_long: bool, minutes: float | None = None
) -> None:  # fmt: skip
    form = form_of(minutes, is_long)
    async with soaking(binary, options, form) as soak:
        await soak.watch()
        report, code = await soak.outcome()
    print(report, end="", flush=True)
    span = Span(soak.samples, form.warm_up, form.seconds)
    show("both engines together", ["s", "least MiB", "descriptors", "threads"], [
        [f"{window[0].seconds:.0f}", f"{min(sample.memory for sample in window) / 2**20:.1f}",
         str(window[0].descriptors), str(window[0].threads)]
        for window in Span(soak.samples, 0, form.seconds).windows(WINDOWS)])  # fmt: skip
    steepness, bound = span.memory_slope(WINDOWS) / 2**20, form.most_bytes_per_hour / 2**20
    descriptors = span.growth(lambda sample: sample.descriptors)
    threads = span.growth(lambda sample: sample.threads)
    show("growth after the first third", ["", "", "at most"], [
        ["memory, MiB per hour", f"{steepness:.1f}", f"{bound:.1f}"],
        ["descriptors", f"{descriptors:.1f}", f"{SPARE_DESCRIPTORS * form.sessions:.0f}"],
        ["threads", f"{threads:.1f}", str(ENGINES * SPARE_THREADS)],
    ])  # fmt: skip
    expect("the exit code of interaction-load chaos", code, 0)
    expect_that(steepness <= bound or not form.is_long,
                f"memory grows by {steepness:.1f} MiB per hour")  # fmt: skip
    expect_that(descriptors <= SPARE_DESCRIPTORS * form.sessions,
                f"{descriptors:.1f} descriptors more are open")  # fmt: skip
    expect_that(threads <= ENGINES * SPARE_THREADS, f"there are {threads:.1f} threads more")

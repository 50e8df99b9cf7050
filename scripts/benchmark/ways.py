"""In which ways ``compare`` plays a recording, and what it prints of each."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SESSION = "scripts/benchmark/peers/session.txt"
TAPS = "scripts/benchmark/peers/taps.txt"
# Made by ``compare``: nothing but heartbeats.
SILENCE = "silence.txt"
# Connections that are opened in a second: an engine takes on 250 for each core.
OPENED_PER_SECOND = 400

Report = dict[str, Any]


def percentile(what: str, name: str, unit: float) -> Callable[[Report], float]:
    return lambda report: report[what]["percentiles"][name] / unit


# By their titles, figures of a report with the number of sessions that were asked for.
FIGURES: dict[str, Callable[[Report], float]] = {
    "µs/event": lambda it: it["server"]["processorPerEvent"],
    "user µs": lambda it: it["server"]["processorPerEvent"] - it["server"]["kernelPerEvent"],
    "kernel µs": lambda it: it["server"]["kernelPerEvent"],
    "core %": lambda it: it["server"]["processorSeconds"] / it["server"]["seconds"] * 100,
    "events/s/core": lambda it: it["server"]["eventsPerCore"],
    "events/s": lambda it: it["counts"]["events"] / it["seconds"],
    "p50 µs": percentile("directiveLatency", "p50", 1),
    "p99 µs": percentile("directiveLatency", "p99", 1),
    "p50 ms": percentile("directiveLatency", "p50", 1_000),
    "p99 ms": percentile("directiveLatency", "p99", 1_000),
    "MiB": lambda it: it["server"]["mostMemory"] / 2**20,
    "KiB each": lambda it: (
        (it["server"]["mostMemory"] - it["server"]["memoryBefore"]) / it["asked"] / 1024),
    "sessions": lambda it: max((row["active"] for row in it["rows"]), default=0),
    "lag p99 ms": percentile("generatorLag", "p99", 1_000),
}
SATURATED = ["µs/event", "user µs", "kernel µs", "events/s/core", "p50 µs", "p99 µs", "MiB"]
IDLE = ["core %", "KiB each", "sessions", "lag p99 ms"]
PHONES = ["µs/event", "user µs", "kernel µs", "events/s", "p50 ms", "p99 ms", *IDLE[1:]]


@dataclass(frozen=True)
class Way:
    """One load, and the titles of what is printed of it; the ratio is that of the first figure."""

    load: list[str]
    titles: list[str]
    sessions: int = 100
    warm_up: int = 1
    seconds: int = 4
    is_encrypted: bool = False

    def row(self, reports: list[Report]) -> dict[str, float]:
        asked = [report | {"asked": self.sessions} for report in reports]
        return {title: statistics.median(map(FIGURES[title], asked)) for title in self.titles}


def saturated(trace: str, *load: str) -> Way:
    """A hundred sessions on one connection, as fast as they go."""
    # Looped often enough for a session not to end within the time.
    each = ["--sessions", "100", "--connections", "1", "--speed", "max", "--loop", "1000"]
    return Way([trace, *each, *load], SATURATED)


def phones(count: int, is_encrypted: bool = False) -> Way:
    """A connection each, three events a second: a reader who drags now and then."""
    spread = max(4, count // OPENED_PER_SECOND)
    load = [SESSION, "--sessions", str(count), "--connections", str(count), "--speed", "0.05x",
            "--loop", "1000", "--spread", str(spread), "--threads", "2"]  # fmt: skip
    # Recordings begin with a pause, which takes six seconds at this speed.
    return Way(load, PHONES, count, spread + 8, seconds=10, is_encrypted=is_encrypted)


def idle_phones(count: int, is_encrypted: bool = False) -> Way:
    """A connection each, and heartbeats."""
    spread = count // OPENED_PER_SECOND
    load = [SILENCE, "--sessions", str(count), "--connections", str(count), "--spread", str(spread)]
    return Way(load, IDLE, count, spread + 5, seconds=10, is_encrypted=is_encrypted)


WAYS = {
    "frames": saturated(SESSION),
    "batches": saturated(SESSION, "--batch", "4"),
    "ping-pong": saturated(TAPS, "--in-flight", "1"),
    "phones-500": phones(500),
    "phones-2000": phones(2_000),
    "phones-5000": phones(5_000),
    "phones-tls-500": phones(500, is_encrypted=True),
    "phones-tls-2000": phones(2_000, is_encrypted=True),
    "idle-phones": idle_phones(10_000),
    "idle-phones-tls": idle_phones(10_000, is_encrypted=True),
}

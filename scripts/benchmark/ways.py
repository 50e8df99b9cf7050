"""In which ways ``compare`` plays a recording, and what it prints of each."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass

SESSION = "scripts/benchmark/peers/session.txt"
TAPS = "scripts/benchmark/peers/taps.txt"
# Made by ``compare``: nothing but heartbeats.
SILENCE = "silence.txt"
# Connections that are opened in a second: an engine takes on 250 for each core.
OPENED_PER_SECOND = 400

Figure = Callable[[dict], float]


def percentile(what: str, name: str, unit: float) -> Figure:
    return lambda report: report[what]["percentiles"][name] / unit


def per_event(report: dict) -> float:
    return report["server"]["processorPerEvent"]


def in_kernel(report: dict) -> float:
    return report["server"]["kernelPerEvent"]


def in_user_space(report: dict) -> float:
    return per_event(report) - in_kernel(report)


def share(report: dict) -> float:
    return report["server"]["processorSeconds"] / report["server"]["seconds"] * 100


def opened(report: dict) -> float:
    return max((row["active"] for row in report["rows"]), default=0)


def memory_of(sessions: int) -> Figure:
    return lambda report: (
        (report["server"]["mostMemory"] - report["server"]["memoryBefore"]) / sessions / 1024)


@dataclass(frozen=True)
class Way:
    """One load, and what is printed of it; the ratio is that of the first figure."""

    load: list[str]
    figures: dict[str, Figure]
    warm_up: int = 1
    seconds: int = 4
    is_encrypted: bool = False

    def row(self, reports: list[dict]) -> dict[str, float]:
        return {title: statistics.median(figure(report) for report in reports)
                for title, figure in self.figures.items()}  # fmt: skip


def saturated(trace: str, *load: str) -> Way:
    """A hundred sessions on one connection, as fast as they go."""
    # Looped often enough for a session not to end within the time.
    each = ["--sessions", "100", "--connections", "1", "--speed", "max", "--loop", "1000"]
    return Way([trace, *each, *load], {
        "µs/event": per_event,
        "user µs": in_user_space,
        "kernel µs": in_kernel,
        "events/s/core": lambda report: report["server"]["eventsPerCore"],
        "p50 µs": percentile("directiveLatency", "p50", 1),
        "p99 µs": percentile("directiveLatency", "p99", 1),
        "MiB": lambda report: report["server"]["mostMemory"] / 2**20,
    })  # fmt: skip


def phones(count: int, is_encrypted: bool = False) -> Way:
    """A connection each, three events a second: a reader who drags now and then."""
    spread = max(4, count // OPENED_PER_SECOND)
    load = [SESSION, "--sessions", str(count), "--connections", str(count), "--speed", "0.05x",
            "--loop", "1000", "--spread", str(spread), "--threads", "2"]  # fmt: skip
    # Recordings begin with a pause, which takes six seconds at this speed.
    return Way(load, {
        "µs/event": per_event,
        "user µs": in_user_space,
        "kernel µs": in_kernel,
        "events/s": lambda report: report["counts"]["events"] / report["seconds"],
        "p50 ms": percentile("directiveLatency", "p50", 1_000),
        "p99 ms": percentile("directiveLatency", "p99", 1_000),
        "KiB each": memory_of(count),
        "sessions": opened,
        "lag p99 ms": percentile("generatorLag", "p99", 1_000),
    }, warm_up=spread + 8, seconds=10, is_encrypted=is_encrypted)  # fmt: skip


def idle_phones(count: int, is_encrypted: bool = False) -> Way:
    """A connection each, and heartbeats."""
    spread = count // OPENED_PER_SECOND
    load = [SILENCE, "--sessions", str(count), "--connections", str(count), "--spread", str(spread)]
    return Way(load, {
        "core %": share,
        "KiB each": memory_of(count),
        "sessions": opened,
        "lag p99 ms": percentile("generatorLag", "p99", 1_000),
    }, warm_up=spread + 5, seconds=10, is_encrypted=is_encrypted)  # fmt: skip


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

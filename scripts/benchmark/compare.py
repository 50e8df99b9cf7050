"""What an event costs the engine and its peers, side by side."""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

RECORDING = "scripts/benchmark/peers/session.txt"
LOAD = ".build-release/release/interaction-load"
SERVERS = {
    "engine": [".build-release/release/interaction-engine", "serve", "--log-level", "error"],
    "gRPC C++": [".peers/peer-cpp"],
    "grpc-go": [".peers/peer-go"],
}
FRAMES = ["--sessions", "100", "--connections", "1"]
WAYS = {
    "frames": FRAMES,
    "batches": [*FRAMES, "--batch", "4"],
}
# Long enough for a session not to end within the time.
LOOPS = "1000"


def play(server: list[str], way: list[str], seconds: int) -> dict:
    """One load on a fresh server; the generator's report."""
    process = subprocess.Popen([*server, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = process.stdout.readline().split()[-1]
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            subprocess.run(
                [LOAD, "run", RECORDING, *way, "--no-checkpoints", "--speed", "max",
                 "--loop", LOOPS, "--duration", str(seconds), "--warm-up", "1",
                 "--address", address, "--server-pid", str(process.pid), "--json", str(report)],
                check=True, stdout=subprocess.DEVNULL)  # fmt: skip
            return json.loads(report.read_text())
    finally:
        process.terminate()
        process.wait()


def row(reports: list[dict]) -> dict[str, float]:
    def median(figure) -> float:
        return statistics.median(figure(report) for report in reports)

    return {
        "µs/event": median(lambda report: report["server"]["processorPerEvent"]),
        "events/s/core": median(lambda report: report["server"]["eventsPerCore"]),
        "p50 µs": median(lambda report: report["directiveLatency"]["percentiles"]["p50"]),
        "p99 µs": median(lambda report: report["directiveLatency"]["percentiles"]["p99"]),
        "MiB": median(lambda report: report["server"]["mostMemory"] / 2**20),
    }


def show(way: str, rows: dict[str, dict[str, float]]) -> None:
    titles = list(rows["engine"])
    print(f"\n{way:10}" + "".join(f"{title:>15}" for title in [*titles, "engine : this"]))
    own = rows["engine"]["µs/event"]
    for name, figures in rows.items():
        cells = [f"{figures[title]:15.2f}" if figures[title] < 100 else f"{figures[title]:15,.0f}"
                 for title in titles]  # fmt: skip
        print(f"{name:10}" + "".join(cells) + f"{own / figures['µs/event']:15.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    for way, arguments in WAYS.items():
        reports: dict[str, list[dict]] = {name: [] for name in SERVERS}
        for turn in range(options.rounds):
            for name, server in SERVERS.items():
                print(f"{way}, round {turn + 1} of {options.rounds}: {name}", file=sys.stderr)
                reports[name].append(play(server, arguments, options.seconds))
        show(way, {name: row(found) for name, found in reports.items()})


if __name__ == "__main__":
    main()

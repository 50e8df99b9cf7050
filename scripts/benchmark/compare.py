"""What an event costs the engine and its peers, side by side."""

import argparse
import statistics
import sys

from loads import BENCHMARK_ENGINE, play

PEERS = {"gRPC C++": [".peers/peer-cpp"], "grpc-go": [".peers/peer-go"]}
SESSION = "scripts/benchmark/peers/session.txt"
TAPS = "scripts/benchmark/peers/taps.txt"
WAYS = {
    "frames": [SESSION],
    "batches": [SESSION, "--batch", "4"],
    "ping-pong": [TAPS, "--in-flight", "1"],
}
# Looped often enough for a session not to end within the time.
EACH = ["--sessions", "100", "--connections", "1", "--no-checkpoints", "--speed", "max",
        "--loop", "1000", "--warm-up", "1"]  # fmt: skip


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
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=ENGINE")
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    servers = {"engine": BENCHMARK_ENGINE}
    for other in options.beside:
        name, binary = other.split("=", 1)
        servers[name] = [binary, *BENCHMARK_ENGINE[1:]]
    if not options.no_peers:
        servers |= PEERS
    for way, arguments in WAYS.items():
        reports: dict[str, list[dict]] = {name: [] for name in servers}
        for turn in range(options.rounds):
            for name, server in servers.items():
                print(f"{way}, round {turn + 1} of {options.rounds}: {name}", file=sys.stderr)
                load = [*arguments, *EACH, "--duration", str(options.seconds)]
                reports[name].append(play(server, load))
        show(way, {name: row(found) for name, found in reports.items()})


if __name__ == "__main__":
    main()

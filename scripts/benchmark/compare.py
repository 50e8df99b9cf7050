"""Compares the cost of an event in the engine and its peers."""

import argparse
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from loads import BENCHMARK_ENGINE, UNBOUND_OPENS, play, silent_trace
from ways import SILENCE, WAYS, Way

PEERS = {"gRPC C++": [".peers/peer-cpp"], "grpc-go": [".peers/peer-go"]}


def show(name: str, rows: dict[str, dict[str, float]]) -> None:
    titles = list(rows["engine"])
    print(f"\n{name:16}" + "".join(f"{title:>14}" for title in [*titles, "engine : this"]))
    own = rows["engine"][titles[0]]
    for server, figures in rows.items():
        cells = [f"{figures[title]:14.2f}" if figures[title] < 100 else f"{figures[title]:14,.0f}"
                 for title in titles]  # fmt: skip
        ratio = own / figures[titles[0]] if figures[titles[0]] else 0
        print(f"{server:16}" + "".join(cells) + f"{ratio:14.2f}", flush=True)


def measure(
    name: str, way: Way, servers: dict[str, list[str]], rounds: int, folder: Path
) -> dict[str, list[dict]]:
    """Returns the reports of each server; the servers take turns."""
    load = [str(folder / part) if part == SILENCE else part for part in way.load]
    load += ["--no-checkpoints", "--warm-up", str(way.warm_up),
             "--duration", str(way.warm_up + way.seconds)]  # fmt: skip
    encryption: list[str] = []
    if way.is_encrypted:
        encryption = ["--tls-certificate", str(folder / "tls.pem"),
                      "--tls-key", str(folder / "tls.key")]  # fmt: skip
        load += ["--tls-ca", str(folder / "tls.pem"), "--tls-server-name", "localhost"]
    reports: dict[str, list[dict]] = {server: [] for server in servers}
    for turn in range(rounds):
        for server, command in servers.items():
            print(f"{name}, round {turn + 1} of {rounds}: {server}", file=sys.stderr)
            reports[server].append(play([*command, *encryption], load))
    return reports


def make_certificate(folder: Path) -> None:
    """Creates a self-signed certificate."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost", "-keyout", str(folder / "tls.key"),
         "-out", str(folder / "tls.pem")], check=True, capture_output=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--only", action="append", choices=WAYS)
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=ENGINE")
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    servers = {"engine": [*BENCHMARK_ENGINE, *UNBOUND_OPENS]}
    for other in options.beside:
        name, binary = other.split("=", 1)
        servers[name] = [binary, *servers["engine"][1:]]
    if not options.no_peers:
        servers |= PEERS
    with tempfile.TemporaryDirectory() as given:
        folder = Path(given)
        make_certificate(folder)
        silent_trace(folder / SILENCE)
        for name in options.only or WAYS:
            way = WAYS[name]
            if options.seconds:
                way = replace(way, seconds=options.seconds)
            reports = measure(name, way, servers, options.rounds, folder)
            show(name, {server: way.row(found) for server, found in reports.items()})


if __name__ == "__main__":
    main()

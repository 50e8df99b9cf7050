"""Loads on fresh servers, with the generator's reports."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

RELEASE = Path(".build-release/release")
ENGINE = [str(RELEASE / "interaction-engine"), "serve", "--log-level", "error"]
LOAD = str(RELEASE / "interaction-load")
# The experience of the benchmark's recordings, also for the engine.
EXPERIENCE = Path("scripts/benchmark/peers/home-without-floor.yaml")
# Without the limit on the work of one session: the engine itself is measured.
UNBOUND = ["--limit", "work-per-second=1000000000", "--limit", "work-burst=1000000000"]
BENCHMARK_ENGINE = [*ENGINE, "--experiences", str(EXPERIENCE.parent), *UNBOUND]
UNBOUND_OPENS = ["--limit", "opens-per-second=20000"]
SESSION = Path("scripts/benchmark/peers/session.txt")
LATE = 97


def silent_trace(file: Path) -> None:
    """Writes a trace of two taps with a long pause between them, which contains only heartbeats."""
    head = [line for line in SESSION.read_text().splitlines()
            if line.startswith(("trace", "experience", "client", "surface"))]  # fmt: skip
    file.write_text("\n".join([*head, "> 300000 tap tab 1", "> 90300000 tap tab 2"]) + "\n")


def play(server: list[str], load: list[str], timeout: float = 300) -> dict:
    """Runs one load on a fresh server, comparing all directives. Returns the generator's report."""
    process = subprocess.Popen([*server, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = process.stdout.readline().split()[-1]
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            played = subprocess.run(
                [LOAD, "run", *load, "--experience-file", str(EXPERIENCE), "--address", address,
                 "--server-pid", str(process.pid), "--json", str(report)],
                stdout=subprocess.DEVNULL, timeout=timeout)  # fmt: skip
            # A late generator reports it.
            if played.returncode not in (0, LATE):
                sys.exit(f"the load ended with {played.returncode}")
            return json.loads(report.read_text())
    finally:
        process.terminate()
        process.wait()

"""The growth of cost with sessions, experiences and toggles, and the cost of an idle session."""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from loads import (
    BENCHMARK_ENGINE, ENGINE, EXPERIENCE, LOAD, SESSION, UNBOUND_OPENS, play, silent_trace,
)  # fmt: skip

DEFINITION = Path("Sources/InteractionExperience/Resources/home-refined.yaml")
SECONDS = 20
# Recordings begin with a pause; the slowest are played at a twentieth of their speed.
WARM_UP = 10


@dataclass(frozen=True)
class Step:
    """The measurements at one amount of work."""

    size: int
    processor: float
    """Microseconds of a processor for each event."""
    share: float
    """Of one core."""
    p50: float
    p99: float
    """Milliseconds from event to directive."""
    memory: float
    """MiB at most."""
    is_late: bool


def measure(size: int, server: list[str], load: list[str]) -> Step:
    report = play(server, [*load, "--duration", str(SECONDS), "--warm-up", str(WARM_UP)])
    use, times = report["server"], report["directiveLatency"]["percentiles"]
    rate = report["counts"]["events"] / report["seconds"]
    return Step(
        size=size, processor=use["processorPerEvent"], share=use["processorPerEvent"] * rate / 1e6,
        p50=times["p50"] / 1000, p99=times["p99"] / 1000, memory=use["mostMemory"] / 2**20,
        is_late=report["isGeneratorLate"])  # fmt: skip


def sessions() -> Iterator[Step]:
    """Two or three events a second each, as of a reader who occasionally drags."""
    for size in (10, 100, 1_000, 10_000):
        load = [str(SESSION), "--sessions", str(size), "--speed", "0.05x", "--spread", "4", "--no-checkpoints",
                "--connections", str(max(1, size // 100))]  # fmt: skip
        yield measure(size, [*BENCHMARK_ENGINE, *UNBOUND_OPENS], load)


def with_experiences(folder: Path, definitions: dict[str, str]) -> list[str]:
    """Returns a command that runs the engine with these experiences."""
    for name, definition in definitions.items():
        (folder / f"{name}.yaml").write_text(definition)
    return [*ENGINE, "--experiences", str(folder)]


def recorded(name: str, folder: Path) -> list[str]:
    """Records the session with an experience of the folder. Returns the options that play it."""
    plain, trace, definition = (folder / f"{name}.{end}" for end in ["plain.txt", "txt", "yaml"])
    lines = [line for line in SESSION.read_text().splitlines() if not line.startswith(("<", "digest"))]
    plain.write_text("\n".join(lines).replace(f"experience {EXPERIENCE.stem}", f"experience {name}") + "\n")
    options = ["--experience-file", str(definition)]
    subprocess.run(
        [LOAD, "record", plain, "-o", trace, *options], check=True, stdout=subprocess.DEVNULL)
    return [str(trace), *options]


def experiences() -> Iterator[Step]:
    text = DEFINITION.read_text()
    for size in (1, 10, 100, 1_000):
        with tempfile.TemporaryDirectory() as folder:
            names = [f"home-{number}" for number in range(size)]
            server = with_experiences(
                Path(folder),
                {name: text.replace("name: home-refined", f"name: {name}") for name in names})
            load = ["--sessions", "100", "--speed", "2x"]
            # Ten experiences represent each hundred sessions.
            for name in names[:: max(1, size // 10)][:10]:
                load += recorded(name, Path(folder))
            yield measure(size, server, load)


def toggles() -> Iterator[Step]:
    text = DEFINITION.read_text().replace("name: home-refined", "name: toggles")
    start = text.index("  - id: rocket")
    rocket = text[start : text.index("\n\n", start)]
    for size in (1, 2, 4, 8):
        # Different thresholds, all of which the session passes.
        more = "".join(
            "\n" + rocket.replace("id: rocket", f"id: rocket-{number}").replace(
                "threshold: 456", f"threshold: {456 + 40 * number}")
            for number in range(1, size))  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            server = with_experiences(
                Path(folder), {"toggles": text.replace(rocket, rocket + more)})
            load = [*recorded("toggles", Path(folder)), "--sessions", "100", "--speed", "2x"]
            yield measure(size, server, load)


def idle() -> None:
    """Measures ten thousand open idle sessions."""
    size = 10_000
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "idle.txt"
        silent_trace(trace)
        for checkpoints in (True, False):
            load = [str(trace), "--sessions", str(size), "--connections", "100", "--spread", "5",
                    "--duration", "40", "--warm-up", "15"]  # fmt: skip
            report = play(
                [*BENCHMARK_ENGINE, *UNBOUND_OPENS],
                load if checkpoints else [*load, "--no-checkpoints"])  # fmt: skip
            use = report["server"]
            each = (use["mostMemory"] - use["memoryBefore"]) / size / 1024
            share = use["processorSeconds"] / use["seconds"]
            print(f"{size:,} idle sessions on 100 connections, checkpoints"
                  f" {'on' if checkpoints else 'off'}: {each:.1f} KiB each,"
                  f" {share * 100:.1f} % of a core", flush=True)  # fmt: skip


def show(what: str, steps: Callable[[], Iterator[Step]]) -> list[Step]:
    print(f"\n{what:>12}  µs/event  core %   p50 ms   p99 ms     MiB", flush=True)
    found = []
    for step in steps():
        late = "   (the generator was late)" if step.is_late else ""
        print(f"{step.size:>12,}  {step.processor:8.2f}  {step.share * 100:6.1f} {step.p50:8.2f}"
              f" {step.p99:8.2f} {step.memory:7.1f}{late}", flush=True)  # fmt: skip
        found.append(step)
    return found


def draw(found: dict[str, list[Step]], file: Path) -> None:
    """Draws a row of charts for each series, readable on light and dark backgrounds."""
    from matplotlib import pyplot

    grey, figures = "#6b7280", {
        "% of a core": lambda step: step.share * 100,
        "µs for each event": lambda step: step.processor,
        "p99 from event to directive, ms": lambda step: step.p99,
    }  # fmt: skip
    pyplot.rcParams.update(dict.fromkeys(
        ["text.color", "axes.edgecolor", "xtick.color", "ytick.color"], grey))  # fmt: skip
    rows = len(found)
    figure, axes = pyplot.subplots(
        rows, len(figures), figsize=(10, 2.5 * rows), squeeze=False, layout="constrained")
    for (what, steps), row in zip(found.items(), axes, strict=True):
        for (title, value), chart in zip(figures.items(), row, strict=True):
            chart.loglog([step.size for step in steps], [value(step) for step in steps], "o-")
            for step in steps:
                place = (step.size, value(step))
                chart.annotate(f"{value(step):.3g}", place, ha="center", fontsize="small")
            chart.set_title(f"{title}, by {what}", fontsize="x-small")
    figure.savefig(file, transparent=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--plot", type=Path)
    parser.add_argument("what", nargs="*")
    options = parser.parse_args()
    known = {"sessions": sessions, "experiences": experiences, "toggles": toggles}
    unknown = set(options.what) - {*known, "idle"}
    if unknown:
        sys.exit(f"there is nothing to measure called {', '.join(unknown)}; see --help")
    found = {what: show(what, steps) for what, steps in known.items()
             if not options.what or what in options.what}  # fmt: skip
    if not options.what or "idle" in options.what:
        idle()
    if options.plot:
        draw(found, options.plot)
        print(f"drawn to {options.plot}")


if __name__ == "__main__":
    main()

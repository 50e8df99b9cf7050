"""What each kind of event costs the core, as a table, beside what it may cost."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path(".build-release/release/core-benchmark")
# Two counts are compared, so that what comes before the events does not count.
FEW, MANY = 1_000, 6_000


def count(program: Path, name: str, number: int) -> int:
    """All instructions of a run that feeds so many events."""
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         program, name, str(number)],
        check=True, capture_output=True, text=True)  # fmt: skip
    return int(re.search(r"Collected : (\d+)", result.stderr)[1])


def instructions(program: Path, name: str) -> float:
    return (count(program, name, MANY) - count(program, name, FEW)) / (MANY - FEW)


def cell(value: float, budget: float) -> str:
    return f"{value:10,.{0 if value >= 100 else 1}f} /{budget:{'7,.0f' if budget.is_integer() else '7.1f'}}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args()
    measured = subprocess.run([PROGRAM], check=True, capture_output=True, text=True).stdout
    titles = ["ns / budget", "allocations / budget", "directives"]
    if options.instructions:
        titles.insert(1, "instructions / budget")
    print(f"{'an event':36}" + "".join(f"{title:>22}" for title in titles))
    over = []
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind does not read everything that the compiler writes for debuggers.
        program = Path(folder) / "core-benchmark"
        subprocess.run(["strip", "--strip-debug", "-o", program, PROGRAM], check=True)
        for line in measured.splitlines():
            name, *cells = line.split("\t")
            time, time_budget, counted_budget, allocations, allocated_budget, directives = map(
                float, cells)  # fmt: skip
            parts = [cell(time, time_budget), cell(allocations, allocated_budget)]
            is_over = allocations > allocated_budget
            if options.instructions:
                counted = instructions(program, name)
                parts.insert(1, cell(counted, counted_budget))
                is_over = is_over or counted > counted_budget
            parts.append(f"{directives:.2f}")
            print(f"{name:36}" + "".join(f"{part:>22}" for part in parts)
                  + ("  OVER" if is_over else ""), flush=True)  # fmt: skip
            if is_over:
                over.append(name)
    if over:
        sys.exit(f"over the budget: {', '.join(over)}")


if __name__ == "__main__":
    main()

"""The cost of events in the core and of frames in the presenter: tables with the budgets."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(".build-release/release")
# The difference of two counts excludes the setup.
FEW, MANY = 1_000, 6_000


def count(program: Path, name: str, number: int) -> int:
    """Counts the instructions of a run of `number` events or frames."""
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         program, name, str(number)],
        # Random hash seeds would vary the setup.
        env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"},
        check=True, capture_output=True, text=True)  # fmt: skip
    return int(re.search(r"Collected : (\d+)", result.stderr)[1])


def instructions(program: Path, name: str) -> float:
    return (count(program, name, MANY) - count(program, name, FEW)) / (MANY - FEW)


def cell(value: float, budget: float) -> str:
    return f"{value:10,.{0 if value >= 100 else 1}f} /{budget:{'7,.0f' if budget.is_integer() else '7.1f'}}"


def table(program: str, thing: str, outcome: str, with_instructions: bool) -> list[str]:
    """Prints a program's costs. Returns those over their budgets."""
    measured = subprocess.run(
        [PROGRAMS / program], check=True, stdout=subprocess.PIPE, text=True).stdout  # fmt: skip
    titles = ["ns / budget", "allocations / budget"]
    if with_instructions:
        titles.insert(1, "instructions / budget")
    print(f"{thing:36}" + "".join(f"{title:>22}" for title in titles) + f"  {outcome}")
    over = []
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind cannot read all of the compiler's debug information.
        stripped = Path(folder) / program
        subprocess.run(["strip", "--strip-debug", "-o", stripped, PROGRAMS / program], check=True)
        for line in measured.splitlines():
            name, *cells, came = line.split("\t")
            time, time_budget, counted_budget, allocations, allocated_budget = map(float, cells)
            parts = [cell(time, time_budget), cell(allocations, allocated_budget)]
            is_over = allocations > allocated_budget
            if with_instructions:
                counted = instructions(stripped, name)
                parts.insert(1, cell(counted, counted_budget))
                is_over = is_over or counted > counted_budget
            print(f"{name:36}" + "".join(f"{part:>22}" for part in parts)
                  + f"  {came}" + ("  OVER" if is_over else ""), flush=True)  # fmt: skip
            if is_over:
                over.append(name)
    return over


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args()
    over = table("core-benchmark", "an event", "directives", options.instructions)
    print()
    over += table("frame-benchmark", "a frame", "elements that move", options.instructions)
    if over:
        sys.exit(f"over the budget: {', '.join(over)}")


if __name__ == "__main__":
    main()

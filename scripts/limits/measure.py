"""Measures what an engine promises of its limits."""

import argparse
import asyncio
import sys
from pathlib import Path

import half_open
import overload
import soak
import stalled
from checks import CheckFailed, shortened

MEASUREMENTS = {
    "stalled": stalled.run, "half-open": half_open.run, "overload": overload.run,
    "soak": soak.run,
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measurement", choices=MEASUREMENTS)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("options", nargs="*", help="what it is started with, after '--'")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--group", type=Path, help="a control group's folder, for the engine")
    parser.add_argument("--minutes", type=float, help="how long a soak lasts")
    arguments = parser.parse_args()
    try:
        run = MEASUREMENTS[arguments.measurement]
        own = {"overload": ["group"], "soak": ["minutes"]}.get(arguments.measurement, [])
        given = {name: getattr(arguments, name) for name in own}
        asyncio.run(run(arguments.binary, arguments.options, arguments.long, **given))
    except CheckFailed as failure:
        print(f"FAILED {arguments.measurement}: {shortened(str(failure))}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

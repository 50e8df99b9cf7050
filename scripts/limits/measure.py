"""Measures what an engine promises of its limits."""

import argparse
import asyncio
import sys
from pathlib import Path

import half_open
import overload
import stalled
from checks import CheckFailed, shortened

MEASUREMENTS = {"stalled": stalled.run, "half-open": half_open.run, "overload": overload.run}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measurement", choices=MEASUREMENTS)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("options", nargs="*", help="what it is started with, after '--'")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--group", type=Path, help="a control group's folder, for the engine")
    arguments = parser.parse_args()
    try:
        run = MEASUREMENTS[arguments.measurement]
        group = {"group": arguments.group} if run is overload.run else {}
        asyncio.run(run(arguments.binary, arguments.options, arguments.long, **group))
    except CheckFailed as failure:
        print(f"FAILED {arguments.measurement}: {shortened(str(failure))}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

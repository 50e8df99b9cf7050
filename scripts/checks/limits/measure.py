"""Measures what an engine promises of its limits."""

import argparse
import asyncio
import sys
from pathlib import Path

import half_open
import lossy_soak
import overload
import stalled
from checks import CheckFailed, shortened
from process import raise_descriptors

MEASUREMENTS = {
    "stalled": stalled.run, "half-open": half_open.run, "overload": overload.run,
    "soak": lossy_soak.run,
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measurement", choices=MEASUREMENTS)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("options", nargs="*", help="what it is started with, after '--'")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--minutes", type=float, help="how long a soak lasts")
    given = parser.parse_args()
    more = {"minutes": given.minutes} if given.measurement == "soak" else {}
    raise_descriptors()
    try:
        asyncio.run(MEASUREMENTS[given.measurement](
            given.binary, given.options, given.long, **more))
    except (CheckFailed, AssertionError) as failure:
        print(f"FAILED {given.measurement}: {shortened(str(failure))}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

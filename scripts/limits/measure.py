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
from verdict import NoVerdict

MEASUREMENTS = {
    "stalled": stalled.run, "half-open": half_open.run, "overload": overload.run,
    "soak": soak.run,
}  # fmt: skip
# To be tried again, by sysexits.h.
NO_VERDICT = 75


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measurement", choices=MEASUREMENTS)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("options", nargs="*", help="what it is started with, after '--'")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--minutes", type=float, help="how long a soak lasts")
    arguments = parser.parse_args()
    try:
        run = MEASUREMENTS[arguments.measurement]
        given = {"minutes": arguments.minutes} if arguments.measurement == "soak" else {}
        asyncio.run(run(arguments.binary, arguments.options, arguments.long, **given))
    except CheckFailed as failure:
        print(f"FAILED {arguments.measurement}: {shortened(str(failure))}")
        return 1
    except NoVerdict as reason:
        print(f"no verdict {arguments.measurement}: {shortened(str(reason))}")
        # In the short form the rest of the verdict is enough.
        return NO_VERDICT if arguments.long else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

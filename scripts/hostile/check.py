"""Attacks engines in every way there is, beside clients that must not notice."""

import argparse
import asyncio
import resource
import sys
from pathlib import Path

from attack import Attack
from attacked_engine import AttackedEngine, attacked_engine
from attacks import groups
from checks import CheckFailed, expect
from conditions import chosen_conditions
from process import on_core
from report import Report
from soak import long_soak, short_soak
from verdict import MOST_MIB

CLIENT_CORE = 0
WARM_UP_SECONDS = 1
SHORT_SOAK_SECONDS = 20


async def attack_all(
    report: Report, binary: Path, left: list[list[Attack]], tls: bool
) -> None:
    """An engine that did not survive is replaced."""
    while left:
        async with attacked_engine(binary, tls, is_patient=not report.long) as attacked:
            await asyncio.sleep(WARM_UP_SECONDS)
            start = attacked.process.resident_mib
            while left and attacked.is_standing:
                await report.attack(left.pop(0), attacked)
            if attacked.is_standing:
                await end(report, attacked, start)


async def end(report: Report, attacked: AttackedEngine, start: float) -> None:
    """Afterwards, all is as if nothing had been."""
    grown = attacked.process.resident_mib - start
    problem = f"it grew by {grown:.0f} MiB" if grown > MOST_MIB else ""
    report.note("memory after all of these", problem, f"{start:.0f} {grown:+.0f} MiB")
    problem = ""
    try:
        await attacked.bystanders.end_well()
        expect("exit code", await attacked.engine.stop(), 0)
    except (CheckFailed, TimeoutError) as error:
        problem = str(error) or "it did not come in time"
    report.note("the end of the session beside them, and of the engine", problem, "as asked")


async def main(given: argparse.Namespace) -> int:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report, binary = Report(given.long), given.binary.resolve()
    with on_core(CLIENT_CORE):
        if given.soak:
            await report.check("soak", long_soak(binary, given.soak * 60))
        else:
            for tls in (False, True):
                chosen = groups(given.long, tls, given.only, given.pending)
                await attack_all(report, binary, chosen, tls)
            for condition in chosen_conditions(given.only, given.pending):
                await report.check(condition.name, condition.checked(binary))
            if given.only in "soak" and not given.long and not given.pending:
                await report.check("soak", short_soak(binary, SHORT_SOAK_SECONDS))
    print(report.summary)
    return 1 if report.failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("--long", action="store_true", help="larger, for figures")
    parser.add_argument("--only", default="", help="those with this in their names")
    parser.add_argument("--pending", action="store_true", help="those that are known to fail")
    parser.add_argument("--soak", type=float, default=0, help="all at once, for so many minutes")
    sys.exit(asyncio.run(main(parser.parse_args())))

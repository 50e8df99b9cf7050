"""Attacks engines in every way there is, beside clients that must not notice."""

import argparse
import asyncio
import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from attack import Attack, Outcome
from attacks import CONTROL, groups
from checks import CheckFailed, expect
from machine import MOST_STOLEN, quiet_machine
from process import on_core
from shooting_range import Range, shooting_range
from verdict import MOST_MIB, Figures, expect_bearable, expect_ended, expect_quick

CLIENT_CORE = 0
WARM_UP_SECONDS = 1
# How often something is measured again that came out badly while others had the machine.
ATTEMPTS = 5


@dataclass(frozen=True)
class Pace:
    """How long is measured without and with an attack, seconds."""

    before: float
    during: float


SHORT, LONG = Pace(0.2, 0.6), Pace(2, 5)


class Report:
    def __init__(self, long: bool) -> None:
        self.pace = LONG if long else SHORT
        self.long = long
        self.passed = self.failed = 0
        self._control: Figures | None = None

    def note(self, name: str, problem: str, details: object) -> None:
        if problem:
            self.failed += 1
            print(f"FAILED {name}: {problem} ({details})", flush=True)
        else:
            self.passed += 1
            print(f"ok {name}: {details}", flush=True)

    async def run(self, attacks: list[Attack], place: Range) -> None:
        outcomes, figures = await self._measure(attacks, place)
        ends = [
            problem_of(partial(expect_ended, attack, outcome))
            for attack, outcome in zip(attacks, outcomes, strict=True)]  # fmt: skip
        beside = problem_of(place.expect_undisturbed) or problem_of(partial(self._judge, attacks, figures))
        if len(attacks) == 1:
            self.note(attacks[0].name, ends[0] or beside, f"{outcomes[0]}; {figures}")
        else:
            for attack, end, outcome in zip(attacks, ends, outcomes, strict=True):
                self.note(attack.name, end, outcome)
            self.note(f"beside these {len(attacks)}", beside, figures)
        if attacks == [CONTROL]:
            self._control = figures

    async def _measure(
        self, attacks: list[Attack], place: Range
    ) -> tuple[list[Outcome], Figures]:
        """Again, if it comes out badly while others have the machine."""
        for left in reversed(range(ATTEMPTS)):
            if self.long:
                await quiet_machine()
            outcomes, figures = await place.under(attacks, self.pace.before, self.pace.during)
            is_disturbed = self.long and figures.stolen > MOST_STOLEN
            is_bad = attacks == [CONTROL] or problem_of(partial(self._judge, attacks, figures))
            if not is_disturbed or not is_bad or left == 0 or not place.is_standing:
                break
            print(f"again: others had {figures.stolen:.0%} of a core beside {attacks[0].name}", flush=True)
        return outcomes, figures

    def _judge(self, attacks: list[Attack], figures: Figures) -> None:
        expect_bearable(figures, sum(attack.connections for attack in attacks))
        if self.long and self._control and not any(attack.is_load for attack in attacks):
            expect_quick(figures, self._control)


def problem_of(expectation: Callable[[], None]) -> str:
    try:
        expectation()
    except CheckFailed as error:
        return str(error)
    return ""


async def run_all(report: Report, binary: Path, left: list[list[Attack]], tls: bool) -> None:
    """An engine that did not survive is replaced."""
    while left:
        async with shooting_range(binary, tls) as place:
            await asyncio.sleep(WARM_UP_SECONDS)
            start = place.process.resident_mib
            while left and place.is_standing:
                await report.run(left.pop(0), place)
            if place.is_standing:
                await end(report, place, start)


async def end(report: Report, place: Range, start: float) -> None:
    """Afterwards, all is as if nothing had been."""
    grown = place.process.resident_mib - start
    problem = f"it grew by {grown:.0f} MiB" if grown > MOST_MIB else ""
    report.note("memory after all of these", problem, f"{start:.0f} {grown:+.0f} MiB")
    problem = ""
    try:
        await place.bystanders.end_well()
        expect("exit code", await place.engine.stop(), 0)
    except (CheckFailed, TimeoutError) as error:
        problem = str(error) or "it did not come in time"
    report.note("the end of the session beside them, and of the engine", problem, "as asked")


async def main(binary: Path, long: bool, only: str) -> int:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = Report(long)
    chosen = [
        [attack for attack in group if only in attack.name or attack == CONTROL]
        for group in groups(long)]  # fmt: skip
    with on_core(CLIENT_CORE):
        for tls in (False, True):
            now = [group for group in chosen if group and group[0].tls == tls]
            await run_all(report, binary, now, tls)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("--long", action="store_true", help="larger, for figures")
    parser.add_argument("--only", default="", help="only attacks with this in their names")
    arguments = parser.parse_args()
    sys.exit(asyncio.run(main(arguments.binary.resolve(), arguments.long, arguments.only)))

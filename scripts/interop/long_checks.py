"""Cuts every bundled trace after each of its events, and kills engines at each point of bundled
sessions in each way."""

import argparse
import asyncio
import sys
import time
from pathlib import Path

from check import laboratory
from checks import Check, Lab, Report
from cut_checks import DELAYS, Tally, cut_trace
from kill_checks import SESSIONS, every_way, kill_at_all
from own_engine import two_engines
from traces import BUNDLED

SESSIONS_AT_ONCE = 6


def cut_everywhere(engines: tuple[Lab, Lab], file: Path, turn: int, total: Tally) -> Check:
    """Cuts a trace after each event; `turn` shifts how."""

    async def run(_: Lab) -> None:
        total.add(await cut_trace(engines, file, turn=turn))

    return Check(f"{file.stem}, turn {turn}", run, seconds=900)


async def cut_all(lab: Lab, report: Report) -> Tally:
    total = Tally()
    room = asyncio.Semaphore(SESSIONS_AT_ONCE)
    async with two_engines(lab) as engines, asyncio.TaskGroup() as group:

        async def run(check: Check) -> None:
            async with room:
                await report.run(check, lab)

        for turn in range(len(DELAYS)):
            for file in BUNDLED:
                group.create_task(run(cut_everywhere(engines, file, turn, total)))
    return total


async def kill_everywhere(lab: Lab) -> None:
    answers = await kill_at_all(lab, every_way(*SESSIONS))
    print(f"   {answers.total()} engines killed")
    for way, number in sorted(answers.items()):
        print(f"   {number:4} {way}")


async def main(binary: Path, tools: Path) -> int:
    report = Report()
    start = time.monotonic()
    async with laboratory(binary, tools) as lab:
        total = await cut_all(lab, report)
        took = time.monotonic() - start
        print(f"   {total}, {took:.0f} s, {1000 * took / max(total.resumes, 1):.1f} ms per resume")
        await report.run(Check("killed at each point in each way", kill_everywhere, 900), lab)
    print(report.summary)
    return 1 if report.failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("tools", type=Path, help="where grpcurl and buf are")
    arguments = parser.parse_args()
    sys.exit(asyncio.run(main(arguments.binary.resolve(), arguments.tools.resolve())))

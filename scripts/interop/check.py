"""Runs all checks against one engine."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import grpc

import bad_input_checks
import call_checks
import calls_checks
import client_checks
import clock_checks
import configuration_checks
import control_tool_checks
import descriptor_checks
import drain_checks
import experience_checks
import exposure_checks
import greedy_checks
import harness_checks
import identity_checks
import inspector_checks
import inspector_tool_checks
import kill_checks
import later_checks
import listener_checks
import load_tool_checks
import memory_checks
import monitoring_checks
import page_checks
import presence_checks
import process_checks
import recording_checks
import reflection_checks
import resume_checks
import role_checks
import session_checks
import stalled_checks
import supervisor_checks
import tls_checks
import tool_checks
import trace_checks
import web_trace_checks
from checks import Check, Lab, Report, expect
from conversation import Conversation, StreamEnded
from engine import Engine
from frames import heartbeat, now_us
from services import experiences


async def bystander_ends_well(lab: Lab) -> None:
    await session_checks.expect_undisturbed(lab.bystander)
    await session_checks.close_well(lab.bystander)


async def nobody_left(lab: Lab) -> None:
    await asyncio.sleep(0.5)
    found = await experiences(lab.channel)
    counts = {name: summary.active_sessions for name, summary in found.items()}
    expect("sessions", counts, dict.fromkeys(counts, 0))


async def still_running(lab: Lab) -> None:
    expect("the engine runs", lab.engine.is_running, True)
    expect("exit code", await lab.engine.stop(), 0)


MODULES = [
    session_checks, bad_input_checks, tool_checks, load_tool_checks, stalled_checks, resume_checks,
    later_checks, kill_checks, drain_checks, identity_checks, role_checks, tls_checks, trace_checks,
    call_checks, calls_checks, control_tool_checks, reflection_checks, page_checks, harness_checks,
    process_checks, greedy_checks, inspector_checks, inspector_tool_checks, recording_checks,
    descriptor_checks, exposure_checks, configuration_checks, monitoring_checks, listener_checks,
    supervisor_checks, web_trace_checks, clock_checks, memory_checks, experience_checks,
    presence_checks, client_checks,
]

LAST_CHECKS = [
    Check("the session beside all of this ends well", bystander_ends_well),
    Check("no session is left", nobody_left),
    Check("the engine has survived, and SIGTERM ends it", still_running),
]


@asynccontextmanager
async def laboratory(binary: Path, tools: Path) -> AsyncIterator[Lab]:
    engine = await Engine.start(binary)
    try:
        async with grpc.aio.insecure_channel(engine.address) as channel:
            bystander = Conversation(channel)
            await bystander.open(session_id="bystander", time_us=now_us())
            yield Lab(binary, tools, engine, channel, bystander)
    finally:
        await engine.stop()


async def run_all_checks(report: Report, lab: Lab, checks: list[Check]) -> None:
    for check in checks:
        await report.run(check, lab)
        # Some checks do not ask for the bystander, which must not be silent for 30 s.
        with suppress(StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await lab.bystander.send(heartbeat(now_us()))


def chosen(kind: str, only: str) -> list[Check]:
    checks = [check for module in MODULES for check in getattr(module, kind, [])]
    return [check for check in checks if only in check.name]


async def main(arguments: argparse.Namespace) -> int:
    report = Report()
    checks = chosen("LONG_CHECKS" if arguments.long else "CHECKS", arguments.only)
    slow = [] if arguments.long else chosen("SLOW_CHECKS", arguments.only)
    async with laboratory(arguments.binary.resolve(), arguments.tools.resolve()) as lab:
        async with asyncio.TaskGroup() as beside:
            for check in slow:
                beside.create_task(report.run(check, lab))
            await run_all_checks(report, lab, checks)
        # Nothing is heard of the bystander while a long one runs.
        await report.run_all([] if arguments.long else LAST_CHECKS, lab)
    print(report.summary)
    return 1 if report.failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="only the long forms")
    parser.add_argument("--only", default="", help="only checks with this in their names")
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("tools", type=Path, help="where grpcurl and buf are")
    sys.exit(asyncio.run(main(parser.parse_args())))

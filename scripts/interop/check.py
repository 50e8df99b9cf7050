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
import configuration_checks
import control_tool_checks
import cut_checks
import descriptor_checks
import drain_checks
import expiry_checks
import exposure_checks
import greedy_checks
import harness_checks
import identity_checks
import inspector_checks
import inspector_tool_checks
import keygen_checks
import kill_checks
import later_checks
import listener_checks
import load_tool_checks
import log_checks
import monitoring_checks
import page_checks
import process_checks
import recording_checks
import resume_checks
import role_checks
import rotation_checks
import session_checks
import stalled_checks
import tls_checks
import tool_checks
from checks import Check, Lab, Report, expect
from conversation import Conversation
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


CHECKS = [
    *session_checks.CHECKS,
    *bad_input_checks.CHECKS,
    *call_checks.CHECKS,
    *calls_checks.CHECKS,
    *control_tool_checks.CHECKS,
    *tool_checks.CHECKS,
    *load_tool_checks.CHECKS,
    *page_checks.CHECKS,
    *harness_checks.CHECKS,
    *process_checks.CHECKS,
    *stalled_checks.CHECKS,
    *resume_checks.CHECKS,
    *cut_checks.CHECKS,
    *later_checks.CHECKS,
    *kill_checks.CHECKS,
    *rotation_checks.CHECKS,
    *greedy_checks.CHECKS,
    *inspector_checks.CHECKS,
    *inspector_tool_checks.CHECKS,
    *drain_checks.CHECKS,
    *recording_checks.CHECKS,
    *descriptor_checks.CHECKS,
    *identity_checks.CHECKS,
    *role_checks.CHECKS,
    *expiry_checks.CHECKS,
    *tls_checks.CHECKS,
    *exposure_checks.CHECKS,
    *configuration_checks.CHECKS,
    *monitoring_checks.CHECKS,
    *listener_checks.CHECKS,
    *log_checks.CHECKS,
    *keygen_checks.CHECKS,
]

SLOW_CHECKS = [
    *session_checks.SLOW_CHECKS,
    *process_checks.SLOW_CHECKS,
    *drain_checks.SLOW_CHECKS,
    *expiry_checks.SLOW_CHECKS,
    *tls_checks.SLOW_CHECKS,
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


async def run_all_checks(report: Report, lab: Lab) -> None:
    for check in CHECKS:
        await report.run(check, lab)
        # Some checks do not ask for the bystander, which must not be silent for 30 s.
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await lab.bystander.send(heartbeat(now_us()))


async def main(binary: Path, tools: Path) -> int:
    report = Report()
    async with laboratory(binary, tools) as lab:
        async with asyncio.TaskGroup() as beside:
            for check in SLOW_CHECKS:
                beside.create_task(report.run(check, lab))
            await run_all_checks(report, lab)
        await report.run_all(LAST_CHECKS, lab)
    print(report.summary)
    return 1 if report.failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("tools", type=Path, help="where grpcurl and buf are")
    arguments = parser.parse_args()
    sys.exit(asyncio.run(main(arguments.binary.resolve(), arguments.tools.resolve())))

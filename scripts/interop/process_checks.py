"""The server as a process: how it ends, and how it fails to start."""

import asyncio
import os
import re
import signal
import socket
import tempfile
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import grpc

import crashing
from call_checks import watch
from checks import Check, Lab, eventually, expect, expect_in, expect_that
from engine import PATIENT, limited
from health.v1 import health_pb2
from own_engine import limits, own_engine
from reflection.v1 import reflection_pb2
from services import experiences

HEALTH = health_pb2.HealthCheckResponse


async def goes_down(lab: Lab) -> None:
    """Clients of sessions and of health are told; an open reflection stream is not waited for."""
    async with own_engine(lab) as own:
        conversation = own.conversation()
        await conversation.open()
        health = watch(own.channel, "")
        expect("health", (await health.read()).status, HEALTH.SERVING)
        reflecting = own.channel.stream_stream(
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            reflection_pb2.ServerReflectionRequest.SerializeToString,
            reflection_pb2.ServerReflectionResponse.FromString)()  # fmt: skip
        await reflecting.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        await reflecting.read()
        own.engine.tell(signal.SIGTERM)
        expect("change of health", (await health.read()).status, HEALTH.NOT_SERVING)
        frames, end = await conversation.failure()
        expect("drain frames", sum(frame.HasField("drain") for frame in frames), 1)
        expect("end of the session", (end.code, end.reason), ("UNAVAILABLE", "DRAINING"))
        expect("exit code", await own.engine.ended(), 0)


async def interrupted(lab: Lab) -> None:
    async with own_engine(lab) as own:
        expect("exit code", await own.engine.ended(signal.SIGINT), 0)


async def failing_start(
    lab: Lab, *options: str, variables: Mapping[str, str] | None = None,
    limits: Mapping[str, int] | None = None,
) -> tuple[int, list[str]]:  # fmt: skip
    """Starts a server that must not come up. Returns its exit code and its lines on stderr."""
    process = await asyncio.create_subprocess_exec(
        *limited(limits or {}), lab.binary, "serve", *options, stdin=asyncio.subprocess.DEVNULL,
        env={**os.environ, **(variables or {})},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    try:
        async with asyncio.timeout(10):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    expect("standard output", out.decode(), "")
    assert process.returncode is not None
    expect_that(process.returncode > 0, f"the exit code is {process.returncode}")
    return process.returncode, err.decode().splitlines()


async def expect_one_line(lab: Lab, part: str, *options: str) -> None:
    _, lines = await failing_start(lab, *options)
    expect_that(len(lines) == 1, f"{len(lines)} lines: {lines}")
    expect_in(part, lines[0])


async def taken_ports(lab: Lab) -> None:
    """By another engine, or by another program."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for option in ["--port", "--operator-port", "--monitoring-port"]:
            for port in [lab.engine.port, taken.getsockname()[1]]:
                others = [] if option == "--port" else ["--port", "0"]
                await expect_one_line(lab, "taken", *others, option, str(port))


async def bad_starts(lab: Lab) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bad.yaml").write_text("name: [")
        for named, part in [(folder, "bad.yaml"), (f"{folder}/attic", "attic")]:
            await expect_one_line(lab, part, "--port", "0", "--experiences", named)
    for options in [["--prot"], ["--host", "0.0.0.0"], ["--limit", "sessions=0"]]:
        code, lines = await failing_start(lab, *options)
        # The usage follows, as for any command.
        expect(f"exit code with {options}", code, 64)
        expect_that(lines[0].startswith("Error: "), f"the first line is {lines[0]!r}")
        expect_in(options[-1], lines[0])


async def stopped_for_a_while(lab: Lab) -> None:
    """What clients sent meanwhile is read, before any client is taken for idle."""
    options = limits(idle_connection_seconds=2)
    async with own_engine(lab, *options) as own, AsyncExitStack() as stack:
        # Each with a connection of its own, that tells what befalls its calls.
        settings = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        channels = [
            await stack.enter_async_context(
                grpc.aio.insecure_channel(own.engine.address, options=settings))
            for _ in range(20)]  # fmt: skip
        await asyncio.gather(*map(experiences, channels))
        own.engine.tell(signal.SIGSTOP)
        calls = asyncio.gather(*map(experiences, channels))
        await asyncio.sleep(4)
        own.engine.tell(signal.SIGCONT)
        expect_that(all(await calls), "a call found nothing")


async def crash_says_where(lab: Lab) -> None:
    """With the variable that the image and the systemd unit set."""
    with tempfile.NamedTemporaryFile() as file:
        async with own_engine(
            lab, *PATIENT, variables=crashing.variables(), log=file.fileno()
        ) as own:
            async def is_told() -> bool:
                return "\nBacktrace took " in Path(file.name).read_text()

            crashing.fault(own.engine.pid)
            await eventually("a backtrace", is_told, 50)
            text = Path(file.name).read_text()
            expect_in("*** Program crashed: Illegal instruction at 0x", text)
            frames = re.findall(r"^ +\d+ .*0x[0-9a-f]{16} .* in (\S+)", text, re.MULTILINE)
            expect_that(lab.binary.name in frames, f"the frames are in {frames}")
            crashing.fault(own.engine.pid)
            expect("exit code", await own.engine.ended(), -signal.SIGILL)


CHECKS = [
    Check("SIGTERM: sessions and watchers of health hear of it", goes_down),
    Check("SIGINT ends the server", interrupted),
    Check("ports that are taken", taken_ports, 40),
    Check("bad files and flags", bad_starts),
]

# They wait, for time to pass or for a large file to be read, and run beside all others.
SLOW_CHECKS = [
    Check("a crash prints a backtrace", crash_says_where, 60),
    Check("an engine that was stopped for a while serves who waited", stopped_for_a_while),
]

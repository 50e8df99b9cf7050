"""The server as a process: how it ends, how it fails to start, and how it follows its files."""

import asyncio
import os
import signal
import socket
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import grpc

from call_checks import watch
from checks import Check, Lab, eventually, expect, expect_in, expect_that
from conversation import Conversation
from engine import Engine, limited
from frames import tap
from health.v1 import health_pb2
from own_engine import limits, own_engine
from reflection.v1 import reflection_pb2
from services import experience_digest, experiences
from session_checks import tabs

YAML = """
name: tiny
sources: [{id: list}]
tab_bar: {items: [{title: {text: One}}, {title: {text: Two}}]}
toggles: [{id: top, source: list, threshold: 300}]
"""


def ends_by(number: signal.Signals) -> Check:
    async def run(lab: Lab) -> None:
        engine = await Engine.start(lab.binary)
        expect("exit code", await engine.stop(number), 0)

    return Check(f"{number.name} ends the server", run)


async def with_clients(
    lab: Lab, use: Callable[[grpc.aio.Channel, Callable[[], Awaitable[int]]], Awaitable[None]]
) -> None:
    """Hands `use` a channel to a server of its own, and how to send that SIGTERM."""
    engine = await Engine.start(lab.binary)
    try:
        async with grpc.aio.insecure_channel(engine.address) as channel:
            await use(channel, engine.stop)
    finally:
        await engine.stop(signal.SIGKILL)


async def session_at_the_end(lab: Lab) -> None:
    async def use(channel: grpc.aio.Channel, stop: Callable[[], Awaitable[int]]) -> None:
        conversation = Conversation(channel)
        await conversation.open()
        code, (frames, end) = await asyncio.gather(stop(), conversation.failure())
        expect("drain frames", sum(frame.HasField("drain") for frame in frames), 1)
        expect("end of the session", (end.code, end.reason), ("UNAVAILABLE", "DRAINING"))
        expect_that(end.retry_delay is not None and 0 <= end.retry_delay <= 1,
                    f"the retry delay is {end.retry_delay}")
        expect("exit code", code, 0)

    await with_clients(lab, use)


async def watch_at_the_end(lab: Lab) -> None:
    async def use(channel: grpc.aio.Channel, stop: Callable[[], Awaitable[int]]) -> None:
        call = watch(channel, "")
        expect("first", (await call.read()).status, health_pb2.HealthCheckResponse.SERVING)
        code, change = await asyncio.gather(stop(), call.read())
        expect("exit code", code, 0)
        expect("change", change.status, health_pb2.HealthCheckResponse.NOT_SERVING)

    await with_clients(lab, use)


async def reflection_at_the_end(lab: Lab) -> None:
    async def use(channel: grpc.aio.Channel, stop: Callable[[], Awaitable[int]]) -> None:
        method = channel.stream_stream(
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            reflection_pb2.ServerReflectionRequest.SerializeToString,
            reflection_pb2.ServerReflectionResponse.FromString)  # fmt: skip
        call = method()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        await call.read()
        expect("exit code", await stop(), 0)

    await with_clients(lab, use)


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


async def taken_port(lab: Lab) -> None:
    await expect_one_line(lab, "taken", "--port", str(lab.engine.port))


async def foreign_port(lab: Lab) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        await expect_one_line(lab, "taken", "--port", str(taken.getsockname()[1]))


def bad_file(name: str, text: str, part: str) -> Check:
    async def run(lab: Lab) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "bad.yaml").write_text(text)
            await expect_one_line(lab, part, "--port", "0", "--experiences", folder)

    return Check(f"a bad experience file: {name}", run)


async def missing_directory(lab: Lab) -> None:
    with tempfile.TemporaryDirectory() as folder:
        await expect_one_line(lab, "attic", "--port", "0", "--experiences", f"{folder}/attic")


def bad_flag(*options: str) -> Check:
    async def run(lab: Lab) -> None:
        code, lines = await failing_start(lab, *options)
        expect("exit code", code, 64)
        # The usage follows, as for any command.
        expect_that(lines[0].startswith("Error: "), f"the first line is {lines[0]!r}")
        expect_in(options[-1], lines[0])

    return Check(f"a bad flag: {' '.join(options)}", run)


async def stopped_for_a_while(lab: Lab) -> None:
    """What clients sent meanwhile is read, before anybody is taken for idle."""
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


async def swapped_experience(lab: Lab) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tiny.yaml"
        file.write_text(YAML)
        engine = await Engine.start(lab.binary, "--experiences", folder)
        try:
            async with grpc.aio.insecure_channel(engine.address) as channel:
                await follow(channel, file)
        finally:
            await engine.stop()


async def follow(channel: grpc.aio.Channel, file: Path) -> None:
    summary = (await experiences(channel))["tiny"]
    expect("origin", summary.origin, "tiny.yaml")
    session = Conversation(channel)
    opened = (await session.open(experience="tiny")).opened
    expect("digest of the session", opened.experience_digest, summary.digest)
    file.write_text(YAML.replace("300", "400"))
    second = await changed_digest(channel, summary.digest)
    for bad in [YAML.replace("300", "-1"), "name: ["]:
        file.write_text(bad)
        await asyncio.sleep(3)
        expect(f"digest after {bad[:20]!r}", await experience_digest(channel, "tiny"), second)
    file.write_text(YAML)
    expect("digest of the first text", await changed_digest(channel, second), summary.digest)
    expect("tabs of the first session", tabs(await session.exchange(tap(1))), [1])
    file.unlink()

    async def is_gone() -> bool:
        return "tiny" not in await experiences(channel)

    await eventually("the deleted experience goes", is_gone, 3)


async def changed_digest(channel: grpc.aio.Channel, old: str) -> str:
    async def is_new() -> bool:
        return await experience_digest(channel, "tiny") != old

    await eventually("a new digest", is_new, 3)
    return await experience_digest(channel, "tiny")


CHECKS = [
    ends_by(signal.SIGTERM),
    ends_by(signal.SIGINT),
    Check("SIGTERM tells open sessions to come again", session_at_the_end),
    Check("SIGTERM tells who watches health", watch_at_the_end),
    Check("SIGTERM does not wait for an open reflection stream", reflection_at_the_end),
    Check("a port taken by another engine", taken_port),
    Check("a port taken by another program", foreign_port),
    bad_file("no YAML", "name: [", "bad.yaml"),
    bad_file("a field out of range", YAML.replace("300", "-1"), "toggles[0].threshold"),
    bad_file("an unknown field", YAML + "attic: 1\n", "attic"),
    Check("a directory that does not exist", missing_directory),
    bad_flag("--prot"),
    bad_flag("--port", "70000"),
    bad_flag("--host", "0.0.0.0"),
    bad_flag("--limit", "sessions=0"),
    bad_flag("--limit", "sessions=x"),
    bad_flag("--limit", "opens-per-second=-1"),
    bad_flag("--limit", "sessions-per-user=1.5"),
    bad_flag("--limit", "frame-bytes=1023"),
    bad_flag("--limit", "heartbeat-seconds=601"),
    bad_flag("--limit", "event-burst="),
    bad_flag("--limit", "memory-mib"),
    bad_flag("--limit", "attic=1"),
    bad_flag("--drain-deadline", "601"),
    bad_flag("--record", "attic", "--record-share", "1.1"),
    bad_flag("--record", "attic", "--record-budget", "0"),
]

# It waits for time to pass, and runs beside all others.
SLOW_CHECKS = [
    Check("an engine that was stopped for a while serves who waited", stopped_for_a_while),
    Check("an edited experience file is swapped, a broken one is not", swapped_experience, 40),
]

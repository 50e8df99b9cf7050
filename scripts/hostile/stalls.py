"""Stalls of what the engine writes and reads: its log, and the files that it watches."""

import asyncio
import fcntl
import os
import re
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from checks import expect, expect_that
from condition import Condition, neighbours, running
from conversation import Conversation
from engine import Engine
from monitoring import Monitoring
from own_engine import add_key_by
from serving import is_serving
from tokens import AUDIENCE, ISSUER, signer, write_keys
from well_behaved import connecting

SESSIONS, AT_ONCE = 300, 20
# The smallest that a pipe can be.
PIPE_BYTES = 4_096
# Longer than the engine waits between two looks at a file.
LOOKS_SECONDS = 7
EXPERIENCE = "name: shop\nsources: [{id: home}]\ntab_bar: {items: [{}, {}]}\n"
# Lines on sessions have a limit per second; those beyond it are counted in one.
COUNTED = re.compile(r'event="(?:session lines left out|log lines dropped)" count=(\d+)')


@contextmanager
def unread_pipe() -> Iterator[tuple[int, int]]:
    """The two ends of a pipe that is full after 4 KiB."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    try:
        yield reading, writing
    finally:
        for end in (reading, writing):
            with suppress(OSError):
                os.close(end)


async def open_sessions(engine: Engine, number: int) -> None:
    """Opens sessions and ends them, some at a time."""
    async with connecting(engine.address)() as channel:

        async def one(name: str) -> None:
            conversation = Conversation(channel)
            await conversation.open(session_id=name)
            await conversation.close()

        for first in range(0, number, AT_ONCE):
            await asyncio.gather(*(one(f"logged-{first + each}") for each in range(AT_ONCE)))


async def expect_observable(engine: Engine, page: Monitoring) -> None:
    expect("ready", await page.is_ready(), True)
    expect("the status of /metrics", (await page.get("/metrics")).status, 200)
    async with connecting(engine.address)() as channel:
        expect("health", await is_serving(channel), True)


async def stalled_log(binary: Path) -> str:
    options = ["--log-level", "info", "--monitoring-port", "0"]
    with unread_pipe() as (reading, writing):
        async with running(binary, *options, log=writing) as engine:
            page = Monitoring(await engine.next_address("monitoring"))
            async with neighbours(engine) as beside:
                await open_sessions(engine, SESSIONS)
                text = await beside.unharmed()
                await expect_observable(engine, page)
            os.close(writing)
            reader = asyncio.create_task(asyncio.to_thread(read_all, reading))
            # The first line of the next second says how many were left out before.
            await asyncio.sleep(1.1)
            await open_sessions(engine, AT_ONCE)
            expect("exit code", await engine.stop(), 0)
            log = await reader
    expect_accounted(log, SESSIONS)
    return f"{text}; {len(log) / 1024:.0f} KiB of log afterwards"


def read_all(descriptor: int) -> str:
    found = b""
    while part := os.read(descriptor, 65_536):
        found += part
    return found.decode(errors="replace")


def expect_accounted(log: str, sessions: int) -> None:
    """Each session's two lines are there, or counted in a line that says so."""
    lines = log.count('event="session opened"') + log.count('event="session ended"')
    counted = sum(map(int, COUNTED.findall(log)))
    expect_that("event=drained" in log, "the last line is not in the log")
    expect_that(
        lines + counted >= 2 * sessions,
        f"{lines} lines on {sessions} sessions are in the log, and {counted} are counted")


async def unread_to_the_end(binary: Path) -> str:
    """An engine ends when told, though nobody reads what it says last."""
    with unread_pipe() as (_, writing):
        engine = await Engine.start(binary, "--log-level", "info", log=writing)
        try:
            await open_sessions(engine, 3 * AT_ONCE)
            start = asyncio.get_running_loop().time()
            expect("exit code", await engine.ended(signal.SIGTERM), 0)
            return f"{asyncio.get_running_loop().time() - start:.1f} s"
        finally:
            await engine.stop(signal.SIGKILL)


def hang(file: Path) -> None:
    """Puts a file in its place whose opening does not return."""
    new = file.with_name(f".{file.name}.new")
    os.mkfifo(new)
    os.replace(new, file)


async def hanging_files(binary: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        experiences, keys = Path(folder) / "experiences", Path(folder) / "checkpoint.keys"
        experiences.mkdir()
        (experiences / "shop.yaml").write_text(EXPERIENCE)
        await add_key_by(binary, keys, "first")
        options = ["--experiences", str(experiences), "--checkpoint-keys", str(keys)]
        async with running(binary, *options, "--monitoring-port", "0") as engine:
            page = Monitoring(await engine.next_address("monitoring"))
            async with neighbours(engine) as beside:
                hang(experiences / "shop.yaml")
                hang(keys)
                await asyncio.sleep(LOOKS_SECONDS)
                text = await beside.unharmed()
                await expect_observable(engine, page)
            expect("exit code", await engine.ended(signal.SIGTERM), 0)
            return text


async def hanging_key_set(binary: Path) -> str:
    """Tokens are verified with the keys that were read last."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys.json"
        write_keys(keys, signer())
        options = ["--jwks", str(keys), "--token-issuer", ISSUER, "--token-audience", AUDIENCE]
        headers = {"authorization": f"Bearer {signer().token()}"}
        async with running(binary, *options) as engine, connecting(engine.address)() as channel:
            hang(keys)
            deadline = asyncio.get_running_loop().time() + LOOKS_SECONDS
            opened = 0
            while asyncio.get_running_loop().time() < deadline:
                conversation = Conversation(channel, 2, headers)
                await conversation.open(session_id=f"token-{opened}")
                await conversation.close()
                opened += 1
                await asyncio.sleep(0.1)
            expect("exit code", await engine.ended(signal.SIGTERM), 0)
            return f"{opened} sessions"


CONDITIONS = [
    Condition("a log that nobody reads", stalled_log),
    Condition("the end of an engine whose log nobody reads", unread_to_the_end),
    Condition("experiences and checkpoint keys on a disk that hangs", hanging_files),
    Condition("a key set on a disk that hangs", hanging_key_set),
]

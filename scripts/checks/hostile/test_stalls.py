"""Stalled files: the engine's log, and the files that it watches."""

import asyncio
import fcntl
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from channels import connect
from conversation import Conversation
from engine import Engine
from monitoring import Monitoring
from neighbours import neighbours, running_apart
from own_engine import add_key_by
from services import is_serving
from tokens import bearer, verifying

SESSIONS, AT_ONCE = 300, 20
# The minimum size of a pipe.
PIPE_BYTES = 4_096
# Longer than the interval at which the engine checks a file.
LOOKS_SECONDS = 7
EXPERIENCE = "name: shop\nsources: [{id: home}]\ntab_bar: {items: [{}, {}]}\n"
# Log lines about sessions are rate-limited; one line counts the dropped ones.
COUNTED = re.compile(r'event="(?:session lines suppressed|log lines dropped)" count=(\d+)')


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
    """Opens sessions and ends them, several at a time."""
    async with connect(engine.address) as channel:

        async def one(name: str) -> None:
            conversation = Conversation(channel)
            await conversation.open(session_id=name)
            await conversation.close()

        for first in range(0, number, AT_ONCE):
            await asyncio.gather(*(one(f"logged-{first + each}") for each in range(AT_ONCE)))


async def assert_observable(engine: Engine, page: Monitoring) -> None:
    assert await page.is_ready()
    assert (await page.get("/metrics")).status_code == 200
    async with connect(engine.address) as channel:
        assert await is_serving(channel)


async def test_a_log_that_nobody_reads_holds_nothing_up(binary: Path) -> None:
    options = ["--log-level", "info", "--monitoring-port", "0"]
    with unread_pipe() as (reading, writing):
        async with running_apart(binary, *options, log=writing) as engine:
            page = Monitoring(await engine.next_address("monitoring"))
            async with neighbours(engine.address) as beside:
                await open_sessions(engine, SESSIONS)
                await beside.assert_unharmed()
                await assert_observable(engine, page)
            os.close(writing)
            reader = asyncio.create_task(asyncio.to_thread(
                open(reading, errors="replace", closefd=False).read))
            # The first line of the next second counts the dropped ones.
            await asyncio.sleep(1.1)
            await open_sessions(engine, AT_ONCE)
            assert await engine.stop() == 0
            log = await reader
    # Each session's two lines are logged, or counted as dropped.
    lines = log.count('event="session opened"') + log.count('event="session ended"')
    assert "event=drained" in log
    assert lines + sum(map(int, COUNTED.findall(log))) >= 2 * SESSIONS


async def test_an_engine_ends_though_nobody_reads_what_it_says_last(binary: Path) -> None:
    with unread_pipe() as (_, writing):
        async with running_apart(binary, "--log-level", "info", log=writing) as engine:
            await open_sessions(engine, 3 * AT_ONCE)
            assert await engine.ended(signal.SIGTERM) == 0


def hang(file: Path) -> None:
    """Replaces a file by one whose opening blocks."""
    new = file.with_name(f".{file.name}.new")
    os.mkfifo(new)
    os.replace(new, file)


async def test_experiences_and_checkpoint_keys_on_a_disk_that_hangs_hold_nothing_up(
    binary: Path, tmp_path: Path
) -> None:
    experiences, keys = tmp_path / "experiences", tmp_path / "checkpoint.keys"
    experiences.mkdir()
    (experiences / "shop.yaml").write_text(EXPERIENCE)
    await add_key_by(binary, keys, "first")
    options = ["--experiences", str(experiences), "--checkpoint-keys", str(keys)]
    async with running_apart(binary, *options, "--monitoring-port", "0") as engine:
        page = Monitoring(await engine.next_address("monitoring"))
        async with neighbours(engine.address) as beside:
            hang(experiences / "shop.yaml")
            hang(keys)
            await asyncio.sleep(LOOKS_SECONDS)
            await beside.assert_unharmed()
            await assert_observable(engine, page)
        assert await engine.ended(signal.SIGTERM) == 0


async def test_tokens_are_verified_with_the_key_set_that_was_read_before_the_disk_hung(
    binary: Path, tmp_path: Path
) -> None:
    options = verifying(tmp_path)
    async with running_apart(binary, *options) as engine, connect(engine.address) as channel:
        hang(tmp_path / "keys.json")
        end, opened = time.monotonic() + LOOKS_SECONDS, 0
        while time.monotonic() < end:
            conversation = Conversation(channel, headers=dict(bearer()))
            await conversation.open(session_id=f"token-{opened}")
            await conversation.close()
            opened += 1
            await asyncio.sleep(0.1)
        assert await engine.ended(signal.SIGTERM) == 0

"""Programs that run during a block, and the load generator as a command."""

import asyncio
import signal
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any


@asynccontextmanager
async def program(
    *command: str | Path, end: signal.Signals = signal.SIGKILL, **options: Any
) -> AsyncIterator[Process]:
    """Runs a program, and ends it by a signal if it has not ended by itself."""
    process = await asyncio.create_subprocess_exec(
        *command, **({"stdin": asyncio.subprocess.DEVNULL} | options))
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(end)
        await process.wait()


def running_load(binary: Path, *arguments: str | Path) -> AbstractAsyncContextManager[Process]:
    """Runs interaction-load during a block, and ends it and its engines after it."""
    return program(binary.with_name("interaction-load"), *arguments, end=signal.SIGINT,
                   stdout=PIPE, stderr=STDOUT)  # fmt: skip


async def run_load(binary: Path, *arguments: str | Path) -> int | None:
    """Runs interaction-load to its end, and prints its output. Returns its exit code."""
    async with running_load(binary, *arguments) as load:
        print((await load.communicate())[0].decode())
    return load.returncode

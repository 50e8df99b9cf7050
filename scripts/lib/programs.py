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


async def ended(process: Process) -> tuple[int, str]:
    """Waits for a program. Returns its exit code and its output."""
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()


async def output_of(*command: str | Path, **options: Any) -> tuple[int, str]:
    """Runs a program to its end. Returns its exit code and its output."""
    async with program(*command, stdout=PIPE, stderr=STDOUT, **options) as process:
        return await ended(process)


def running_load(binary: Path, *arguments: str | Path) -> AbstractAsyncContextManager[Process]:
    """Runs interaction-load during a block, and ends it and its engines after it."""
    return program(binary.with_name("interaction-load"), *arguments, end=signal.SIGINT,
                   stdout=PIPE, stderr=STDOUT)  # fmt: skip


async def run_load(binary: Path, *arguments: str | Path) -> int:
    """Runs interaction-load to its end, and prints its output. Returns its exit code."""
    async with running_load(binary, *arguments) as load:
        code, output = await ended(load)
    print(output)
    return code

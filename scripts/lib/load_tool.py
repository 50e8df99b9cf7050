"""The load generator as a command."""

import signal
from asyncio.subprocess import PIPE, STDOUT, Process
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from programs import program


def running_load(binary: Path, *arguments: str | Path) -> AbstractAsyncContextManager[Process]:
    """Runs interaction-load during a block, and ends it and its engines after it."""
    return program(binary.with_name("interaction-load"), *arguments, end=signal.SIGINT,
                   stdout=PIPE, stderr=STDOUT)  # fmt: skip


async def run_load(binary: Path, *arguments: str | Path) -> int | None:
    """Runs interaction-load to its end, and prints its output. Returns its exit code."""
    async with running_load(binary, *arguments) as load:
        print((await load.communicate())[0].decode())
    return load.returncode

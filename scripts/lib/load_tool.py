"""The load generator as a command."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

# The exit code of interaction-load for losses or differences.
LOST = 98


def run_load(
    binary: Path, *arguments: str | Path, seconds: int = 600
) -> subprocess.CompletedProcess[str]:
    """Runs interaction-load from the engine's folder, and prints its output."""
    process = subprocess.Popen(
        ["timeout", "--kill-after", "10", str(seconds), binary.with_name("interaction-load"),
         *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
    try:
        told, _ = process.communicate()
    finally:
        # Also ends the engines that it has started.
        process.terminate()
        process.wait()
    print(told)
    return subprocess.CompletedProcess(process.args, process.returncode, told)


@asynccontextmanager
async def running_load(
    binary: Path, *arguments: str | Path
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Runs interaction-load during a block, and ends it and its engines after it."""
    load = await asyncio.create_subprocess_exec(
        binary.with_name("interaction-load"), *arguments, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)  # fmt: skip
    try:
        yield load
    finally:
        if load.returncode is None:
            load.send_signal(signal.SIGINT)
            await load.wait()

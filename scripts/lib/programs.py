"""Programs that run during a block."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any


@asynccontextmanager
async def program(
    *command: str | Path, end: signal.Signals = signal.SIGKILL, **options: Any
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Runs a program, and ends it by a signal if it has not ended by itself."""
    process = await asyncio.create_subprocess_exec(
        *command, **({"stdin": asyncio.subprocess.DEVNULL} | options))
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(end)
        await process.wait()

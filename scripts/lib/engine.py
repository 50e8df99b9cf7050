"""The engine's process."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from process import on_core

# The speed of this machine is not the subject.
PATIENT = ["--limit", "lag-ms=10000"]
ENDING = {signal.SIGTERM, signal.SIGINT, signal.SIGKILL}


class EngineError(Exception):
    pass


class Engine:
    """A running server on a free loopback port."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.address = address
        # True once it was told to end, or its end is awaited.
        self.was_told_to_end = False
        self._process = process

    @classmethod
    async def start(
        cls, binary: Path, *options: str | Path, drain_deadline: float = 0.5,
        variables: Mapping[str, str] | None = None, log: Any = None, is_patient: bool = True,
        limits: Mapping[str, int] | None = None,
    ) -> "Engine":  # fmt: skip
        """Starts a server that drains quickly. A patient one accepts sessions however late it
        is. Limits are those of the system, such as `nofile`."""
        # Limits on the command line would override those of the environment.
        patience = PATIENT if is_patient and not variables else []
        process = await asyncio.create_subprocess_exec(
            *limited(limits or {}), binary, "serve", "--port", "0", "--log-level", "critical",
            "--drain-deadline", str(drain_deadline), *patience, *options,
            env={**os.environ, **(variables or {})},
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=log)  # fmt: skip
        try:
            line = await next_line(process)
        except asyncio.CancelledError:
            # Another engine of the same start has failed.
            process.kill()
            raise
        found = re.fullmatch(r"listening on (127\.0\.0\.1:\d+)\n", line)
        if not found:
            end = "runs" if process.returncode is None else f"has ended with {process.returncode}"
            await stop(process, signal.SIGKILL)
            raise EngineError(
                f"the first line is {line!r}, not 'listening on 127.0.0.1:PORT'; the engine {end}")
        return cls(process, found[1])

    @property
    def port(self) -> int:
        return int(self.address.split(":")[1])

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    @property
    def exit_code(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.returncode

    async def next_line(self) -> str:
        """Returns the next line on standard output, after that of its address."""
        return await next_line(self._process)

    async def next_address(self, what: str) -> str:
        """Returns the address of another listener, from the next line of standard output."""
        line = await self.next_line()
        found = re.fullmatch(rf"{what} on (127\.0\.0\.\d:\d+)\n", line)
        if not found:
            raise EngineError(f"the line is {line!r}, not '{what} on 127.0.0.1:PORT'")
        return found[1]

    def tell(self, number: signal.Signals) -> None:
        self.was_told_to_end |= number in ENDING
        self._process.send_signal(number)

    async def ended(self, number: signal.Signals | None = None) -> int:
        """Waits for its end, after a signal if one is given. Returns its exit code."""
        self.was_told_to_end = True
        if number:
            self.tell(number)
        async with asyncio.timeout(60):
            return await self._process.wait()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ends it as a user would, if necessary by force. Returns its exit code."""
        self.was_told_to_end = True
        return await stop(self._process, number)


@asynccontextmanager
async def running(
    binary: Path, *options: str, core: int | None = None, **process: Any
) -> AsyncIterator[Engine]:
    """An engine that must survive until it is stopped, pinned to a core if one is given."""
    with on_core(core):
        engine = await Engine.start(binary, *options, **process)
    try:
        yield engine
        assert not engine.exit_code, f"the engine has ended with {engine.exit_code}"
    finally:
        await engine.stop(signal.SIGKILL)


def limited(limits: Mapping[str, int]) -> list[str]:
    """Returns the prefix of a command that runs with these limits of the operating system."""
    options = [f"--{name}={limit}:{limit}" for name, limit in limits.items()]
    return ["prlimit", *options, "--"] if options else []


async def next_line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout
    try:
        async with asyncio.timeout(60):
            return (await process.stdout.readline()).decode()
    except TimeoutError:
        return ""


async def stop(process: asyncio.subprocess.Process, number: signal.Signals) -> int:
    if process.returncode is None:
        process.send_signal(number)
    try:
        async with asyncio.timeout(60):
            return await process.wait()
    except TimeoutError:
        process.kill()
        return await process.wait()

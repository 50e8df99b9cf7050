"""A playground's process: an engine with its page."""

import asyncio
import os
import re
import signal
from pathlib import Path

from engine import EngineError, next_line, stop


class Playground:
    def __init__(
        self, binary: Path, temporary: Path, process: asyncio.subprocess.Process, port: int
    ) -> None:
        self._binary, self._temporary, self._process, self.port = (
            binary, temporary, process, port)

    @classmethod
    async def start(
        cls, binary: Path, temporary: Path, port: int = 0, folder: Path | None = None,
        user: int | None = None,
    ) -> "Playground":
        """A new one, which records its sessions in a temporary folder, and may save files in
        another."""
        files = ["--experiences", folder] if folder else []
        process = await asyncio.create_subprocess_exec(
            binary, "playground", "--port", str(port), *files, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            # What a killed one leaves there goes with the folder.
            env={**os.environ, "TMPDIR": str(temporary)}, user=user)  # fmt: skip
        line = await next_line(process)
        found = re.fullmatch(r"open http://127\.0\.0\.1:(\d+)/\n", line)
        if not found:
            await stop(process, signal.SIGKILL)
            raise EngineError(f"the first line is {line!r}, not 'open http://127.0.0.1:PORT/'")
        return cls(binary, temporary, process, int(found[1]))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    async def kill(self) -> None:
        await stop(self._process, signal.SIGKILL)

    async def start_again(self) -> None:
        """On the same port."""
        other = await Playground.start(self._binary, self._temporary, self.port)
        self._process = other._process

    async def end(self) -> int:
        """Ends it as a user would. Returns its exit code."""
        return await stop(self._process, signal.SIGINT)

"""A playground's process: an engine with its page."""

import asyncio
import os
import re
import signal
from pathlib import Path

from engine import EngineError, next_line, stop


class Playground:
    """It records its sessions in a temporary folder, and may save files in another."""

    def __init__(
        self, binary: Path, temporary: Path, folder: Path | None = None, user: int | None = None
    ) -> None:
        files = ["--experiences", str(folder)] if folder else []
        self._command = [str(binary), "playground", *files, "--port"]
        self._temporary, self._user = temporary, user
        self.port = 0

    async def start(self) -> None:
        """On a free port; again, on the same one."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, str(self.port), stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, user=self._user,
            # What a killed one leaves there goes with the folder.
            env={**os.environ, "TMPDIR": str(self._temporary)})  # fmt: skip
        line = await next_line(self._process)
        found = re.fullmatch(r"open http://127\.0\.0\.1:(\d+)/\n", line)
        if not found:
            await self.end(signal.SIGKILL)
            raise EngineError(f"the first line is {line!r}, not 'open http://127.0.0.1:PORT/'")
        self.port = int(found[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    async def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Ends it, as a user would by default. Returns its exit code."""
        return await stop(self._process, number)

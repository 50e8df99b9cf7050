"""A separate etcd, on the loopback interface."""

import asyncio
import json
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ports import free_port
from programs import output_of

# The prefix of a fleet's keys.
PREFIX = "/interaction/"


class Store:
    """A running etcd; its data outlive a stop."""

    def __init__(self, folder: Path, port: int) -> None:
        self.address = f"127.0.0.1:{port}"
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        url = f"http://{self.address}"
        # It has no peers, but requires an address for them.
        peer = "http://127.0.0.1:1"
        self._process = await asyncio.create_subprocess_exec(
            "etcd", "--data-dir", self._folder, "--listen-client-urls", url,
            "--advertise-client-urls", url, "--listen-peer-urls", "http://127.0.0.1:0",
            "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
            "--log-level", "error", "--unsafe-no-fsync",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)  # fmt: skip
        async with asyncio.timeout(20):
            while "is healthy" not in await self.control("endpoint", "health"):
                await asyncio.sleep(0.1)

    async def stop(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            await self._process.wait()

    def tell(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)

    def empty(self) -> None:
        """Deletes all data, while it is stopped."""
        shutil.rmtree(self._folder)

    async def keys(self, beginning: str) -> list[str]:
        """Returns the fleet's keys with this prefix."""
        keys = await self.control("get", PREFIX + beginning, "--prefix", "--keys-only")
        return [key.removeprefix(PREFIX) for key in keys.split()]

    async def compact(self) -> int:
        """Compacts the history. Returns its last revision."""
        (member,) = json.loads(await self.control("endpoint", "status", "--write-out", "json"))
        revision = member["Status"]["header"]["revision"]
        assert "compacted" in await self.control("compact", str(revision))
        assert "Finished" in await self.control("defrag")
        return revision

    async def control(self, *arguments: str) -> str:
        """Runs etcdctl. Returns its output."""
        command = ["etcdctl", "--endpoints", self.address, *arguments]
        return (await output_of(*command, env={"ETCDCTL_API": "3"}))[1]


@asynccontextmanager
async def running_store(port: int = 0) -> AsyncIterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "data", port or free_port())
        try:
            await store.start()
            yield store
        finally:
            await store.stop()

"""Engines on one store, and the operators' commands."""

import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from channels import connect
from conversation import Conversation
from engine import Engine
from expectations import becomes, eventually
from programs import output_of
from services import is_serving
from store import Store

# The published experience; each number is another version.
ROOT = Path(__file__).resolve().parents[2]
EXPERIENCE = ROOT / "Sources/InteractionExperience/Resources/tap-bar.yaml"


class Fleet:
    def __init__(self, binary: Path, store: Store, folder: Path, *options: str) -> None:
        """Creates a fleet without engines; each engine gets these options."""
        self.store = store
        self.folder = folder
        self.engines: dict[str, Engine] = {}
        self.binary = binary
        self._options = options
        self._channels: list[grpc.aio.Channel] = []

    async def add(self, *names: str) -> None:
        """Starts engines of these names, and waits until they are in the list."""
        for name in names:
            await self.start(name)
        await self.listed(*self.engines)

    async def start(self, name: str, *options: str) -> Engine:
        """Starts an engine with its own name, and waits until it serves."""
        engine = await self.launch(name, *options)
        await self.serving(name)
        return engine

    async def launch(
        self, name: str, *options: str, store: str | None = None, **process: Any
    ) -> Engine:
        """Starts an engine, which may use another address of the store than the others."""
        with self._log(name).open("ab") as log:
            self.engines[name] = await Engine.start(
                self.binary, "--fleet-store", store or self.store.address,
                "--fleet-engine", name, "--fleet-cache", str(self.folder / "cache"),
                "--log-level", "info", *self._options, *options, log=log.fileno(),
                **process)  # fmt: skip
        return self.engines[name]

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def log(self, name: str) -> str:
        """Returns an engine's log, of all its runs."""
        return self._log(name).read_text()

    async def logs(self, pattern: str, *names: str) -> None:
        """Waits until the logs of these engines, or of all, match a pattern."""
        for name in names or self.engines:
            await eventually(f"{name} logs {pattern!r}",
                             lambda: re.search(pattern, self.log(name)) is not None)  # fmt: skip

    async def serving(self, name: str) -> None:
        await eventually(f"{name} serves", lambda: self.serves(name))

    async def serves(self, name: str) -> bool:
        async with connect(self.engines[name].address) as channel:
            try:
                return await is_serving(channel)
            except grpc.aio.AioRpcError:
                return False

    async def run(self, *arguments: str) -> tuple[int, str]:
        """Runs the engine's program. Returns its exit code and its output."""
        return await output_of(self.binary, *arguments)

    async def operate(self, *arguments: str, code: int = 0) -> str:
        """Runs a command on the store, which must end with this exit code. Returns its output."""
        ended, output = await self.run(*arguments, "--fleet-store", self.store.address)
        assert ended == code, f"{arguments[0]} ended with {ended}, not {code}: {output}"
        return output

    def version(self, number: int, name: str = "mine") -> str:
        """Writes a version of an experience, a different one for each number."""
        text = EXPERIENCE.read_text().replace("leading: 15", f"leading: {number}", 1)
        file = self.folder / f"{name}-{number}.yaml"
        file.write_text(re.sub("^name:.*$", f"name: {name}", text, count=1, flags=re.MULTILINE))
        return str(file)

    async def publish_keys(self, *options: str) -> Path:
        """Publishes a new key beside the older ones. Without common keys, engines cannot resume
        each other's sessions. Returns the key file."""
        file = self.folder / "keys"
        options = options or ("--seal-after", "0")
        code, output = await self.run("keygen", "--into", str(file), *options)
        assert code == 0, output
        await self.operate("publish", "--checkpoint-keys", str(file))
        return file

    def conversation(self, name: str) -> Conversation:
        """Returns a client of an engine, on its own connection."""
        return Conversation(self.channel(self.engines[name].address))

    def channel(self, address: str) -> grpc.aio.Channel:
        """Returns a connection that ends with the fleet."""
        self._channels.append(connect(address))
        return self._channels[-1]

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[Conversation]:
        """A client of an engine, whose connection ends with the context."""
        async with connect(self.engines[name].address) as channel:
            yield Conversation(channel)

    async def listed(self, *names: str) -> None:
        """Waits until exactly these engines are in the list."""
        await becomes("the list", lambda: self.store.keys("engine/"),
                      sorted(f"engine/{name}" for name in names))  # fmt: skip

    async def stop(self) -> None:
        for channel in self._channels:
            await channel.close()
        for engine in self.engines.values():
            if engine.is_running:
                engine.tell(signal.SIGCONT)
            await engine.stop(signal.SIGKILL)

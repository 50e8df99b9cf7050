"""Engines on one store, and the commands that operators give them."""

import asyncio
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from checks import CheckFailed, eventually
from conversation import Conversation, StreamEnded
from engine import Engine
from store import Store, running_store

# What is published: with another number it is another version.
EXPERIENCE = Path("Sources/InteractionExperience/Resources/tap-bar.yaml")


class Fleet:
    def __init__(self, binary: Path, store: Store, folder: Path) -> None:
        self.store = store
        self.folder = folder
        self.engines: dict[str, Engine] = {}
        self._binary = binary
        self._channels: list[grpc.aio.Channel] = []

    async def start(self, name: str, *options: str) -> Engine:
        """Starts an engine with a name of its own."""
        engine = await Engine.start(
            self._binary, "--fleet-store", self.store.address, "--fleet-engine", name,
            "--fleet-cache", str(self.folder / "cache"), *options)  # fmt: skip
        self.engines[name] = engine
        await eventually(f"{name} serves", lambda: self.serves(name), 20)
        return engine

    async def serves(self, name: str) -> bool:
        _, output = await self.run("health", "--address", self.engines[name].address)
        return output == "SERVING\n"

    async def run(self, *arguments: str) -> tuple[int, str]:
        """The engine's program with these arguments: its exit code, and all that it prints."""
        process = await asyncio.create_subprocess_exec(
            self._binary, *arguments,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)  # fmt: skip
        output, _ = await process.communicate()
        return process.returncode or 0, output.decode()

    async def operate(self, *arguments: str, code: int = 0) -> str:
        """A command on the fleet's store, which has to end so. Returns what it prints."""
        ended, output = await self.run(*arguments, "--fleet-store", self.store.address)
        if ended != code:
            raise CheckFailed(f"{arguments[0]} ended with {ended}, not {code}: {output}")
        return output

    def version(self, number: int, name: str = "mine") -> str:
        """A file with a version of an experience, each number another one."""
        lines = EXPERIENCE.read_text().replace("leading: 15", f"leading: {number}", 1).splitlines()
        at = next(index for index, line in enumerate(lines) if line.startswith("name:"))
        lines[at] = f"name: {name}"
        file = self.folder / f"{name}-{number}.yaml"
        file.write_text("\n".join(lines) + "\n")
        return str(file)

    def conversation(self, name: str) -> Conversation:
        """A client of an engine, on a connection of its own."""
        settings = [("grpc.use_local_subchannel_pool", 1)]
        channel = grpc.aio.insecure_channel(self.engines[name].address, options=settings)
        self._channels.append(channel)
        return Conversation(channel)

    async def listed(self, *names: str) -> None:
        """Waits until these engines are in the list, and no others."""
        expected = sorted(names)

        async def holds() -> bool:
            keys = await self.store.control(
                "get", "/interaction/engine/", "--prefix", "--keys-only")  # fmt: skip
            return sorted(key.rpartition("/")[2] for key in keys.split()) == expected

        await eventually(f"the list is {expected}", holds, 30)

    async def stop(self) -> None:
        for channel in self._channels:
            await channel.close()
        for engine in self.engines.values():
            if engine.is_running:
                engine.tell(signal.SIGCONT)
            await engine.stop(signal.SIGKILL)


@asynccontextmanager
async def running_fleet(binary: Path, *names: str) -> AsyncIterator[Fleet]:
    """Engines of these names on a store of their own."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_store() as store:
            fleet = Fleet(binary, store, Path(folder))
            try:
                for name in names:
                    await fleet.start(name)
                await fleet.listed(*names)
                yield fleet
            finally:
                await fleet.stop()


async def digest(fleet: Fleet, name: str, experience: str = "mine") -> str:
    """Which version of an experience a session gets on an engine; empty for none."""
    try:
        first = await fleet.conversation(name).open(experience=experience)
    except StreamEnded as ended:
        if ended.failure.reason == "UNKNOWN_EXPERIENCE":
            return ""
        raise
    return first.opened.experience_digest

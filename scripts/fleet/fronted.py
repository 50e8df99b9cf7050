"""A fleet of engines behind Envoy, for sessions and backends."""

import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from checks import eventually
from conversation import Conversation
from engine import Engine
from fleet import Fleet
from front import Front, Member
from monitoring import Monitoring
from ports import free_port
from store import Store, running_store


class FrontedFleet(Fleet):
    """Engines behind Envoy. Each keeps its ports across its restarts."""

    def __init__(
        self, binary: Path, store: Store, folder: Path, front: Front, *options: str
    ) -> None:
        super().__init__(binary, store, folder, *options)
        self.front = front
        self._members: dict[str, Member] = {}
        # By name, the ports for Envoy of engines that are behind a relay.
        self.detours: dict[str, Member] = {}

    def member(self, name: str) -> Member:
        """Returns the ports of an engine."""
        return self._members.setdefault(name, Member(name, free_port(), free_port(), free_port()))

    def reached(self, name: str) -> Member:
        """Returns the ports at which Envoy reaches an engine."""
        return self.detours.get(name) or self.member(name)

    async def start(self, name: str, *options: str) -> Engine:
        """Starts an engine, on its ports if it has run before."""
        member = self.member(name)
        engine = await super().start(
            name, "--port", str(member.grpc), "--web-port", str(member.web),
            "--monitoring-port", str(member.monitoring), *options)  # fmt: skip
        for what in ["browsers", "monitoring"]:
            await engine.next_address(what)
        return engine

    def lead(self, *names: str) -> None:
        """Routes Envoy's sessions to these engines from now on."""
        self.front.lead_to(map(self.reached, names))

    async def led(self, *names: str) -> None:
        """Waits until exactly these engines are in the list and in Envoy's rings."""
        await self.listed(*names)
        await self.healthy(*names)

    async def healthy(self, *names: str) -> None:
        """Waits until exactly these engines are in Envoy's rings."""
        members = [self.reached(name) for name in names]

        async def holds() -> bool:
            return (await self.front.healthy("engines") == {str(it.grpc) for it in members}
                    and await self.front.healthy("web") == {str(it.web) for it in members})

        await eventually(f"Envoy has {', '.join(names)}", holds)

    async def add(self, *names: str) -> None:
        for name in names:
            await self.start(name)
        self.lead(*self.engines)
        await self.led(*self.engines)

    async def restart(self, name: str, number: signal.Signals) -> None:
        """Ends an engine and starts it again, unknown to Envoy."""
        await self.engines[name].stop(number)
        await self.start(name)

    async def remove(self, name: str) -> None:
        """Removes an engine as a deployment does: first from the ring, then by a drain."""
        engine = self.engines.pop(name)
        self.lead(*self.engines)
        await engine.stop(signal.SIGTERM)
        await self.led(*self.engines)

    def monitoring(self, name: str) -> Monitoring:
        return Monitoring(f"127.0.0.1:{self.member(name).monitoring}")

    def through(self, key: str) -> Conversation:
        """Returns a client through Envoy, with its key."""
        return Conversation(self.channel(self.front.address), headers={"x-interaction-key": key})


@asynccontextmanager
async def running_fronted_fleet(
    binary: Path, names: list[str], *options: str, port: int = 0, store_port: int = 0
) -> AsyncIterator[FrontedFleet]:
    """Engines of these names and options on their own store, behind Envoy."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        front = Front(folder, port or free_port())
        async with running_store(store_port) as store:
            fleet = FrontedFleet(binary, store, folder, front, *options)
            try:
                await front.start()
                await fleet.add(*names)
                await fleet.publish_keys()
                yield fleet
            finally:
                await fleet.stop()
                await front.stop()

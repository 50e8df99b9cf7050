"""A fleet of engines with Envoy before it, which sessions and backends come through."""

import re
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from addresses import Addresses
from checks import eventually, expect_that
from conversation import Conversation
from engine import Engine
from fleet import Fleet
from front import Front, running_front
from monitoring import Monitoring
from store import Store, running_store


class FrontedFleet(Fleet):
    """Engines that Envoy sends sessions to."""

    def __init__(
        self, binary: Path, store: Store, folder: Path, front: Front, options: tuple[str, ...] = ()
    ) -> None:
        super().__init__(binary, store, folder)
        self.front = front
        self.addresses = Addresses()
        self._options = options

    async def start(self, name: str, *options: str) -> Engine:
        """Starts an engine, on its ports if it has run before."""
        member = self.addresses.of(name)
        engine = await super().start(
            name, "--port", str(member.grpc), "--web-port", str(member.web),
            "--monitoring-port", str(member.monitoring), *self._options, *options)  # fmt: skip
        for what in ["browsers", "monitoring"]:
            line = await engine.next_line()
            expect_that(re.match(f"{what} on ", line) is not None, f"the line is {line!r}")
        return engine

    def lead(self, *names: str) -> None:
        """Envoy sends sessions to these engines from now on."""
        self.front.lead_to(map(self.addresses.reached, names))

    async def led(self, *names: str) -> None:
        """Waits until these engines are in the list and in Envoy's rings, and no others."""
        await self.listed(*names)
        await self.healthy(*names)

    async def healthy(self, *names: str) -> None:
        """Waits until these engines are in Envoy's rings, and no others."""
        members = [self.addresses.reached(name) for name in names]

        async def holds() -> bool:
            return (await self.front.healthy("engines") == {str(it.grpc) for it in members}
                    and await self.front.healthy("web") == {str(it.web) for it in members})

        await eventually(f"Envoy has {', '.join(names)}", holds, 30)

    async def add(self, *names: str) -> None:
        for name in names:
            await self.start(name)
        self.lead(*self.engines)
        await self.led(*self.engines)

    async def restart(self, name: str, number: signal.Signals) -> None:
        """Ends an engine and starts it again; Envoy is told nothing."""
        await self.engines[name].stop(number)
        await self.start(name)

    async def remove(self, name: str) -> None:
        """Takes an engine out as a deployment does: first it leaves the ring, then it drains."""
        engine = self.engines.pop(name)
        self.lead(*self.engines)
        await engine.stop(signal.SIGTERM)
        await self.led(*self.engines)

    async def stop(self) -> None:
        self.addresses.close()
        await super().stop()

    def monitoring(self, name: str) -> Monitoring:
        return Monitoring(f"127.0.0.1:{self.addresses.of(name).monitoring}")

    def through(self, key: str) -> Conversation:
        """A client that comes through Envoy, with its key."""
        settings = [("grpc.use_local_subchannel_pool", 1)]
        channel = grpc.aio.insecure_channel(self.front.address, options=settings)
        self._channels.append(channel)
        return Conversation(channel, headers={"x-interaction-key": key})


@asynccontextmanager
async def running_fronted_fleet(
    binary: Path, *names: str, port: int = 0, store_port: int = 0, options: tuple[str, ...] = (),
    keeps_logs: bool = False,
) -> AsyncIterator[FrontedFleet]:  # fmt: skip
    """Engines of these names on a store of their own, behind Envoy."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with running_store(store_port) as store, running_front(folder, [], port) as front:
            fleet = FrontedFleet(binary, store, folder, front, options)
            fleet.keeps_logs = keeps_logs
            try:
                await fleet.add(*names)
                await fleet.publish_keys()
                yield fleet
            finally:
                await fleet.stop()

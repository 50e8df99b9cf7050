"""Where the engines of a fleet listen, and where Envoy reaches them."""

from endpoints import Member
from ports import free_port
from relay import Relay


class Detour:
    """Relays before all ports of an engine: Envoy knows the engine by theirs."""

    def __init__(self, engine: Member) -> None:
        self._relays = [Relay(port) for port in [engine.grpc, engine.web, engine.monitoring]]
        self.member = Member(engine.name, *(relay.port for relay in self._relays))

    async def open(self) -> None:
        for relay in self._relays:
            await relay.open()

    def cut(self) -> None:
        for relay in self._relays:
            relay.cut()


class Addresses:
    """Each engine keeps its ports across its restarts."""

    def __init__(self) -> None:
        self._engines: dict[str, Member] = {}
        self.detours: dict[str, Detour] = {}

    def of(self, name: str) -> Member:
        """Where an engine listens."""
        return self._engines.setdefault(name, Member(name, free_port(), free_port(), free_port()))

    def reached(self, name: str) -> Member:
        """Where Envoy reaches it."""
        return self.detours[name].member if name in self.detours else self.of(name)

    async def detour(self, name: str) -> None:
        """Puts relays before an engine that Envoy does not know yet."""
        self.detours[name] = Detour(self.of(name))
        await self.detours[name].open()

    def close(self) -> None:
        for detour in self.detours.values():
            detour.cut()

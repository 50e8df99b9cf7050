"""An engine to be measured."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from checks import eventually
from engine import Engine, running
from monitoring import Key, Monitoring
from process import Process


@dataclass(frozen=True)
class Bench:
    engine: Engine
    page: Monitoring
    process: Process

    async def closes(self, descriptors: int, seconds: float = 60) -> None:
        """Waits until the engine has at most this number of open descriptors."""
        await eventually(
            f"of {self.process.descriptors} descriptors all but {descriptors} are closed",
            lambda: self.process.descriptors <= descriptors, seconds)

    async def ends(self) -> dict[Key, float]:
        """Returns the number of ended sessions, by reason, without those that were refused."""
        reasons = await self.page.numbers("rejected_total")
        return {key: count for key, count in reasons.items() if key != ("OVERLOADED",)}


@asynccontextmanager
async def bench(binary: Path, *options: str) -> AsyncIterator[Bench]:
    """An engine with monitoring."""
    async with running(binary, "--monitoring-port", "0", *options) as engine:
        page = Monitoring(await engine.next_address("monitoring"))
        yield Bench(engine, page, Process(engine.pid))

"""An engine to be measured."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from checks import eventually
from engine import Engine, running
from monitoring import Key, Monitoring
from process import Process, on_core


@dataclass(frozen=True)
class Bench:
    engine: Engine
    page: Monitoring
    process: Process

    async def sessions(self) -> int:
        return int(await self.page.number("sessions_active"))

    async def closes(self, descriptors: int, seconds: float = 60) -> None:
        """Waits until the engine has no more descriptors open than these."""
        await eventually(
            f"of {self.process.descriptors} descriptors all but {descriptors} are closed",
            lambda: self.process.descriptors <= descriptors, seconds)

    async def ends(self) -> dict[Key, float]:
        """Why it ended sessions, and how many; those that it did not take on were never there."""
        reasons = await self.page.numbers("rejected_total")
        return {key: count for key, count in reasons.items() if key != ("OVERLOADED",)}


@asynccontextmanager
async def bench(
    binary: Path, *options: str, core: int | None = None, is_patient: bool = True
) -> AsyncIterator[Bench]:
    """An engine with monitoring, on a core of its own if one is named."""
    async with AsyncExitStack() as stack:
        with on_core(core):
            engine = await stack.enter_async_context(running(
                binary, "--monitoring-port", "0", *options, is_patient=is_patient))
        page = Monitoring(await engine.next_address("monitoring"))
        others = None if core is None else core + 1
        stack.enter_context(on_core(others))
        yield Bench(engine, page, Process(engine.pid))

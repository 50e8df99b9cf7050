"""What a load takes of the processor."""

import asyncio

import census
from checks import expect_that
from fronted import FrontedFleet
from process import Process


async def costs(fleet: FrontedFleet, seconds: float = 5) -> str:
    """Processor time while nothing happens but the load, per event."""
    engines = [Process(engine.pid) for engine in fleet.engines.values()]
    front = Process(fleet.front.envoy.pid)

    async def now() -> tuple[float, float, float]:
        return (front.cpu_seconds, sum(it.cpu_seconds for it in engines),
                await census.events(fleet))  # fmt: skip

    before = await now()
    await asyncio.sleep(seconds)
    envoy, engine, events = (b - a for a, b in zip(before, await now(), strict=True))
    expect_that(events > 0, "the load sends no events")
    rate = f"{events / seconds:.0f} events a second"
    return (f"Envoy {envoy / events * 1e6:.0f} µs an event,"
            f" engines {engine / events * 1e6:.0f} µs; {rate}")  # fmt: skip

"""A web listener, beside a session that must not notice what is done to it."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from checks import eventually
from engine import running
from own_engine import limits
from process import Process
from tapper import Tapper

# The checks are not about the sessions that an engine takes on per second.
OPTIONS = ["--web-port", "0", *limits(opens_per_second=100_000, open_burst=100_000)]
SPARE_MIB = 60
SPARE_DESCRIPTORS = 8


@pytest.fixture(scope="session")
async def web(binary: Path) -> AsyncIterator[int]:
    """The port of a listener that serves many tests. Afterwards memory and descriptors have come
    back, the session has missed no answer, and SIGTERM ends the engine."""
    async with running(binary, *OPTIONS) as engine:
        port = int((await engine.next_address("browsers")).split(":")[1])
        process, tapper = Process(engine.pid), Tapper(port)
        tapping = asyncio.create_task(tapper.run())
        await tapper.opened.wait()
        memory, descriptors = process.resident_mib, process.descriptors
        yield port

        async def are_closed() -> bool:
            return process.descriptors <= descriptors + SPARE_DESCRIPTORS

        await eventually("descriptors come back", are_closed)
        assert process.resident_mib - memory < SPARE_MIB
        assert not tapping.done(), "the session beside the tests has ended"
        tapper.stop()
        await tapping
        assert await engine.ended(signal.SIGTERM) == 0

"""A web listener, beside a session that must not notice the tests."""

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from checks import eventually
from conversation import Conversation
from engine import running
from json_transport import JSONTransport
from own_engine import limits
from process import Process
from tapping_session import TappingSession

# The rate limit on new sessions is not the subject.
OPTIONS = ["--web-port", "0", *limits(opens_per_second=100_000, open_burst=100_000)]
SPARE_MIB = 60
SPARE_DESCRIPTORS = 8


@pytest.fixture(scope="session")
async def web(binary: Path) -> AsyncIterator[int]:
    """The port of a listener for many tests. Afterwards memory and descriptors are released, the
    session has received every response, and SIGTERM ends the engine."""
    async with running(binary, *OPTIONS) as engine:
        port = int((await engine.next_address("browsers")).split(":")[1])
        process = Process(engine.pid)
        async with JSONTransport.to(f"127.0.0.1:{port}") as transport:
            session = TappingSession(Conversation(transport), rate=40)
            session.start(session_id="beside")
            await session.opened.wait()
            memory, descriptors = process.resident_mib, process.descriptors
            yield port
            await eventually("descriptors come back",
                             lambda: process.descriptors <= descriptors + SPARE_DESCRIPTORS)
            session.expect_running()
            await session.end_well()
        assert process.resident_mib - memory < SPARE_MIB
        assert await engine.ended(signal.SIGTERM) == 0

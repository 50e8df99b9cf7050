"""Clients that do no more than clients do, and measure how long they wait."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import grpc

from conversation import StreamEnded
from engine import Engine, running
from openings import Openings
from process import on_core
from services import experiences
from tapping_session import TappingSession
from waits import NeighbourWaits

CALLS_PER_SECOND = 20
ENGINE_CORE = 1


class Neighbours:
    """A session, calls on another connection, and new sessions on connections of their own."""

    def __init__(
        self, session: TappingSession, caller: grpc.aio.Channel, openings: Openings
    ) -> None:
        self._session = session
        self._caller = caller
        self._openings = openings
        self._waits: list[float] = []
        self._tasks = [
            asyncio.create_task(each) for each in (session.play(), self._call(), openings.run())]
        self._calls = 0
        # The last tap that must be answered by now.
        self._due = 0

    @property
    def are_playing(self) -> bool:
        return not any(task.done() for task in self._tasks)

    def take_waits(self) -> NeighbourWaits:
        """The waits since the last time."""
        taps = [seconds for _, seconds in self._session.waits]
        taken = NeighbourWaits(taps, self._waits, *self._openings.take())
        self._session.waits, self._waits = [], []
        return taken

    async def wait_for_answers(self, seconds: float = 120) -> None:
        """Until all that was asked is answered, and a call made now; or has ended."""
        self._due = max(self._session.open_taps, default=0)
        # The first may be older.
        calls = self._calls + 2
        self._openings.mark()
        deadline = time.monotonic() + seconds
        while (
            self._missing or self._calls < calls or self._openings.are_pending
        ) and time.monotonic() < deadline and self.are_playing:
            await asyncio.sleep(0.02)

    @property
    def disturbance(self) -> str:
        """An end that has come, or a tap that is without an answer; empty if there is none."""
        for task in self._tasks:
            if task.done():
                return f"a neighbour was disturbed: {cause_of(task)}"
        return f"{self._missing} taps were not answered" if self._missing else ""

    @property
    def _missing(self) -> int:
        return sum(tap <= self._due for tap in self._session.open_taps)

    async def assert_unharmed(self) -> None:
        """No session has ended or misses an answer, and no call was refused."""
        await self.wait_for_answers()
        waits = self.take_waits()
        print(waits)
        assert not self.disturbance, waits
        assert not waits.refusals, waits
        for each in (waits.taps, waits.calls, waits.opens):
            assert each, f"nothing was measured: {waits}"

    async def end_well(self) -> None:
        self._session.finish()
        async with asyncio.timeout(10):
            await self._tasks[0]
        assert not self._session.open_taps, "taps without an answer"

    async def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _call(self) -> None:
        while True:
            start = time.monotonic()
            await experiences(self._caller)
            self._waits.append(time.monotonic() - start)
            self._calls += 1
            await asyncio.sleep(1 / CALLS_PER_SECOND)


def cause_of(task: asyncio.Task[None]) -> str:
    error = task.exception()
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return str(error) if isinstance(error, StreamEnded) else repr(error)


def connect(address: str, credentials: grpc.ChannelCredentials | None = None) -> grpc.aio.Channel:
    """A channel with a connection of its own."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    if credentials:
        name = ("grpc.ssl_target_name_override", "localhost")
        return grpc.aio.secure_channel(address, credentials, [*options, name])
    return grpc.aio.insecure_channel(address, options)


@asynccontextmanager
async def running_apart(
    binary: Path, *options: str, core: int | None = ENGINE_CORE, **process: object
) -> AsyncIterator[Engine]:
    """An engine on another core than its clients, or on all."""
    async with AsyncExitStack() as stack:
        with on_core(core):
            engine = await stack.enter_async_context(running(binary, *options, **process))
        yield engine


@asynccontextmanager
async def neighbours(
    address: str, credentials: grpc.ChannelCredentials | None = None
) -> AsyncIterator[Neighbours]:
    async with connect(address, credentials) as one, connect(address, credentials) as two:
        found = Neighbours(
            TappingSession(one), two, Openings(lambda: connect(address, credentials)))
        try:
            # The first answers of a process that has just started take longer.
            await asyncio.sleep(0.5)
            found.take_waits()
            yield found
        finally:
            await found.cancel()

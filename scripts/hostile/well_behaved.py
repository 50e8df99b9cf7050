"""Clients that do no more than clients do, and measure how long they wait."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import grpc

from checks import expect, expect_that
from conversation import StreamEnded
from openings import Openings, Refusals
from services import experiences
from tapping_session import TappingSession

CALLS_PER_SECOND = 20


class NeighbourWaits(NamedTuple):
    """Seconds that taps, calls and new sessions took, and the sessions that were refused."""

    taps: list[float]
    calls: list[float]
    opens: list[float]
    refusals: Refusals


class Bystanders:
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

    async def wait_for_answers(self, seconds: float = 30) -> None:
        """Until all that was asked is answered, and a call made now; or has ended."""
        self._due = max(self._session.open_taps, default=0)
        # The first may be older.
        calls = self._calls + 2
        self._openings.mark()
        deadline = time.monotonic() + seconds
        while (
            self._missing or self._calls < calls or self._openings.are_pending
        ) and time.monotonic() < deadline:
            if not self.are_playing:
                break
            await asyncio.sleep(0.02)

    def expect_undisturbed(self) -> None:
        """Nothing has ended, and nothing that was tapped is without an answer."""
        for task in self._tasks:
            if task.done():
                expect_that(False, f"a bystander was disturbed: {cause_of(task)}")
        expect_that(not self._missing, f"{self._missing} taps were not answered")

    @property
    def _missing(self) -> int:
        return sum(tap <= self._due for tap in self._session.open_taps)

    async def end_well(self) -> None:
        self._session.finish()
        async with asyncio.timeout(10):
            await self._tasks[0]
        expect("taps without an answer", len(self._session.open_taps), 0)

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


def connecting(
    address: str, credentials: grpc.ChannelCredentials | None = None
) -> Callable[[], grpc.aio.Channel]:
    """Makes channels with a connection of their own."""
    options = [("grpc.use_local_subchannel_pool", 1)]

    def connect() -> grpc.aio.Channel:
        if credentials:
            return grpc.aio.secure_channel(
                address, credentials,
                [*options, ("grpc.ssl_target_name_override", "localhost")])  # fmt: skip
        return grpc.aio.insecure_channel(address, options)

    return connect


@asynccontextmanager
async def bystanders(
    address: str, credentials: grpc.ChannelCredentials | None = None
) -> AsyncIterator[Bystanders]:
    connect = connecting(address, credentials)
    async with connect() as one, connect() as two:
        found = Bystanders(TappingSession(one), two, Openings(connect))
        try:
            yield found
        finally:
            await found.cancel()

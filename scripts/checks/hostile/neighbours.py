"""Well-behaved clients, which measure their latencies."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import grpc

from channels import connect
from conversation import Conversation, StreamEnded
from engine import running
from expectations import came_true
from figures import milliseconds
from frames import now_us
from services import experiences
from tapping_session import TappingSession

CALLS_PER_SECOND, OPENINGS_PER_SECOND = 20, 5
ENGINE_CORE = 1
# The timeout of everything awaited, seconds.
PATIENCE = 120
# An engine on another core than its clients.
running_apart = partial(running, core=ENGINE_CORE)


@dataclass
class NeighbourWaits:
    """Latencies of taps, calls and new sessions, seconds, and the number of refused sessions."""

    taps: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    opens: list[float] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"tap p50/p99 {milliseconds(self.taps)} ms, call {milliseconds(self.calls)} ms, new "
            f"session {milliseconds(self.opens)} ms, {self.refusals.total()} of "
            f"{len(self.opens) + self.refusals.total()} refused {dict(self.refusals)}"
        )  # fmt: skip


class Neighbours:
    """A session, calls on another connection, and new sessions on their own connections."""

    def __init__(self, address: str, credentials: grpc.ChannelCredentials | None) -> None:
        self._address, self._credentials = address, credentials
        self._waits = NeighbourWaits()
        self._calls = 0
        self._pending = set[int]()
        # The last tap that must have been answered.
        self._due = 0

    async def start(self, one: grpc.aio.Channel, two: grpc.aio.Channel) -> None:
        self._session = TappingSession(Conversation(one))
        self._session.start()
        others = [self._call(two), self._open_on_and_on()]
        self._tasks = [self._session.task, *map(asyncio.create_task, others)]
        # The first responses of a new process take longer.
        await asyncio.sleep(0.5)
        self.take_waits()

    @property
    def are_playing(self) -> bool:
        return not any(task.done() for task in self._tasks)

    def take_waits(self) -> NeighbourWaits:
        """Returns the latencies since the last call."""
        self._waits.taps.extend(seconds for _, seconds in self._session.waits)
        taken, self._waits = self._waits, NeighbourWaits()
        self._session.waits = []
        return taken

    async def wait_for_answers(self) -> None:
        """Waits until all pending requests are answered, and a call made now; or until the end."""
        self._due = max(self._session.open_taps, default=0)
        # The first one may be older.
        calls, openings = self._calls + 2, set(self._pending)
        await came_true(
            lambda: not self.are_playing or (
                not self._missing and self._calls >= calls and not openings & self._pending),
            PATIENCE)  # fmt: skip

    @property
    def disturbance(self) -> str:
        """Returns an unexpected end, or a tap without a response; empty if there is none."""
        for error in [task.exception() for task in self._tasks if task.done()]:
            cause = str(error) if isinstance(error, StreamEnded) else repr(error)
            return f"a neighbour was disturbed: {cause}"
        return f"{self._missing} taps were not answered" if self._missing else ""

    @property
    def _missing(self) -> int:
        return sum(tap <= self._due for tap in self._session.open_taps)

    async def assert_unharmed(self) -> None:
        """Checks that no session has ended or misses a response, and no call was refused."""
        await self.wait_for_answers()
        waits = self.take_waits()
        print(waits)
        assert not self.disturbance, waits
        assert not waits.refusals, waits
        assert waits.taps and waits.calls and waits.opens, f"nothing was measured: {waits}"

    async def end_well(self) -> None:
        await self._session.end_well()

    async def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _call(self, channel: grpc.aio.Channel) -> None:
        while True:
            start = time.monotonic()
            await experiences(channel)
            self._waits.calls.append(time.monotonic() - start)
            self._calls += 1
            await asyncio.sleep(1 / CALLS_PER_SECOND)

    async def _open_on_and_on(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(1_000_000):
                group.create_task(self._open(number))
                await asyncio.sleep(1 / OPENINGS_PER_SECOND)

    async def _open(self, number: int) -> None:
        """Opens a session on its own connection, and ends it at once."""
        start = time.monotonic()
        self._pending.add(number)
        try:
            async with (
                asyncio.timeout(PATIENCE), connect(self._address, self._credentials) as channel
            ):
                conversation = Conversation(channel)
                await conversation.open(session_id=f"new-{number}", time_us=now_us())
                self._waits.opens.append(time.monotonic() - start)
                await conversation.close()
        except StreamEnded as ended:
            self._waits.refusals[ended.failure.reason or ended.failure.code] += 1
        except (grpc.aio.AioRpcError, TimeoutError) as error:
            self._waits.refusals[repr(error)] += 1
        finally:
            self._pending.discard(number)


@asynccontextmanager
async def neighbours(
    address: str, credentials: grpc.ChannelCredentials | None = None
) -> AsyncIterator[Neighbours]:
    async with connect(address, credentials) as one, connect(address, credentials) as two:
        found = Neighbours(address, credentials)
        await found.start(one, two)
        try:
            yield found
        finally:
            await found.cancel()

"""Clients that reconnect as the libraries do: with backoff, and a key's variants at overload."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import grpc

from checks import eventually
from conversation import OK, Conversation, StreamEnded
from frames import ack, heartbeat, now_us, tap
from fronted import FrontedFleet
from resuming import Survivor

# The number of variants of a routing key (RoutingKey.variants).
VARIANTS = 3
BASE_SECONDS, CAP_SECONDS = 0.25, 20.0
BEAT_SECONDS = 8
STREAMS_OF_CHANNEL = 40


def variant(key: str, number: int) -> str:
    number %= VARIANTS + 1
    return f"{key}~{number}" if number else key


class ReturningClient:
    """A session that lasts until it is ended, over any number of connections."""

    def __init__(self, channel: grpc.aio.Channel, user: str, key: str = "", **fields: Any) -> None:
        """Uses its own key, unless another one is given."""
        self.user = user
        self.is_open = False
        # The refusals, in all and at most between openings; the longest time without session, s.
        self.refusals, self.most_refusals, self.longest_gap = 0, 0, 0.0
        self._channel = channel
        self._key = key or user
        self._has_variants = not key
        self.session = Survivor(user, user=user, **fields)
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._beat())]

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.session.epoch:
            self.session.conversation.cancel()

    async def move(self) -> None:
        """Leaves the engine, and reconnects to the one that Envoy now chooses."""
        self._tasks[0].cancel()
        await asyncio.gather(self._tasks[0], return_exceptions=True)
        self.session.conversation.cancel()
        self.is_open = False
        self._tasks[0] = asyncio.create_task(self._run())
        await served([self])

    def expect_running(self) -> None:
        """Raises the error of the client's task, if it has failed."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def _run(self) -> None:
        number, failures, row, lost = 0, 0, 0, time.monotonic()
        while True:
            pause = 0.0
            try:
                await self._open(number)
                self.longest_gap = max(self.longest_gap, time.monotonic() - lost)
                self.is_open, failures, row = True, 0, 0
                await self._follow()
                number = 0
            except (StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError) as ended:
                failure = getattr(ended, "failure", OK)
                is_full = failure.reason == "OVERLOADED"
                row += is_full
                self.refusals += is_full
                self.most_refusals = max(self.most_refusals, row)
                number = number + 1 if is_full and self._has_variants else 0
                limit = min(BASE_SECONDS * 2**failures, CAP_SECONDS)
                pause = (failure.retry_delay or 0) + random.uniform(0, limit)
                failures += 1
            if self.is_open:
                self.is_open, lost = False, time.monotonic()
            await asyncio.sleep(pause)

    async def _open(self, number: int) -> None:
        headers = {"x-interaction-key": variant(self._key, number)}
        conversation = Conversation(self._channel, headers=headers)
        # Before the session has received everything: a move may come in between.
        conversation.acknowledges = False
        self.session.fields["time_us"] = now_us()
        if self.session.checkpoint.token:
            await self.session.resume(conversation)
        else:
            await self.session.open(conversation)
            await self.session.exchange(tap(1, now_us()))

    async def _follow(self) -> None:
        """Plays until the engine sends a drain notice."""
        while True:
            frame = await self.session.conversation.receive(None)
            self.session.note(frame)
            if frame.directives:
                await self.session.conversation.send(ack(self.session.applied))
            if frame.HasField("drain"):
                await asyncio.sleep(frame.drain.leave_after_us / 1_000_000)
                frames, _ = await self.session.conversation.close()
                for frame in frames:
                    self.session.note(frame)
                return

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self.is_open:
                with suppress(StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    await self.session.conversation.send(heartbeat(now_us()))


@asynccontextmanager
async def coming(
    fleet: FrontedFleet, users: Iterable[str], key: str = ""
) -> AsyncIterator[list[ReturningClient]]:
    """Clients of these users, with their own keys or all with one key."""
    clients: list[ReturningClient] = []
    try:
        for number, user in enumerate(users):
            if number % STREAMS_OF_CHANNEL == 0:
                channel = fleet.channel(fleet.front.address)
            clients.append(ReturningClient(channel, user, key))
        yield clients
    finally:
        await asyncio.gather(*(client.end() for client in clients))


async def served(clients: list[ReturningClient]) -> None:
    """Waits until all have opened their sessions."""
    def are_open() -> bool:
        for client in clients:
            client.expect_running()
        return all(client.is_open for client in clients)

    await eventually("all have their sessions", are_open, 90)

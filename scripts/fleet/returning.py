"""A client that comes back as the libraries' do: later and later, and with a variant of its key
where an engine is full."""

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress

import grpc

from conversation import Conversation, StreamEnded
from frames import heartbeat, now_us, tap
from resuming import Survivor

# Of a key, besides itself (RoutingKey.variants).
VARIANTS = 3
BASE_SECONDS, CAP_SECONDS = 0.25, 20.0
BEAT_SECONDS = 8


def variant(key: str, number: int) -> str:
    number %= VARIANTS + 1
    return f"{key}~{number}" if number else key


class ReturningClient:
    """A session that goes on until it is ended, across as many connections as that takes."""

    def __init__(
        self, channel: grpc.aio.Channel, user: str, key: str = "", has_variants: bool = True
    ) -> None:
        """Comes with a key of its own, unless another one is given."""
        self.user = user
        self.is_open = False
        self.refusals = Counter[str]()
        # The most refusals between two times that it was open, and the longest such time, s.
        self.most_refusals, self.longest_gap = 0, 0.0
        self._channel = channel
        self._key = key or user
        self._has_variants = has_variants
        self._session = Survivor(user, user=user)
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._beat())]

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session.epoch:
            self._session.conversation.cancel()

    def expect_running(self) -> None:
        """Tells what has gone wrong, if anything has."""
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
                failure = getattr(ended, "failure", None)
                is_full = failure is not None and failure.reason == "OVERLOADED"
                failures += 1
                if is_full:
                    row += 1
                    self.refusals[failure.metadata.get("limit", "")] += 1
                    self.most_refusals = max(self.most_refusals, row)
                number = number + 1 if is_full and self._has_variants else 0
                asked = failure.retry_delay if failure and failure.retry_delay else 0
                limit = min(BASE_SECONDS * 2 ** (failures - 1), CAP_SECONDS)
                pause = asked + random.uniform(0, limit)
            if self.is_open:
                self.is_open, lost = False, time.monotonic()
            await asyncio.sleep(pause)

    async def _open(self, number: int) -> None:
        headers = {"x-interaction-key": variant(self._key, number)}
        conversation = Conversation(self._channel, headers=headers)
        self._session.fields["time_us"] = now_us()
        if self._session.checkpoint.token:
            await self._session.resume(conversation)
        else:
            await self._session.open(conversation)
            await self._session.exchange(tap(1, now_us()))

    async def _follow(self) -> None:
        """Until the engine sends it elsewhere."""
        while True:
            frame = await self._session.conversation.receive(3_600)
            self._session.note(frame)
            if frame.HasField("drain"):
                await asyncio.sleep(frame.drain.leave_after.ToTimedelta().total_seconds())
                frames, _ = await self._session.conversation.close()
                for frame in frames:
                    self._session.note(frame)
                return

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self.is_open:
                with suppress(StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    await self._session.conversation.send(heartbeat(now_us()))

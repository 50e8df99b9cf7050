"""A session that goes on and on, and measures how soon its taps are answered."""

import asyncio
import time
from contextlib import suppress
from itertools import count

import grpc

from conversation import OK, Conversation, StreamEnded
from directives import selected_tab
from frames import BEGAN, ack, now_us, scroll, tap

RATE = 60
FRAMES_PER_TAP = 2
FRAMES_PER_ACK = 30

# When taps were sent, and the seconds until they were answered.
Waits = list[tuple[float, float]]


class TappingSession(Conversation):
    """Scrolls at 60 Hz, and taps with every second sample."""

    acknowledges = False

    def __init__(self, channel: grpc.aio.Channel) -> None:
        super().__init__(channel)
        self.waits: Waits = []
        # Taps that have not been answered yet, and when they were sent.
        self.open_taps: dict[int, float] = {}
        self._over = False

    def finish(self) -> None:
        self._over = True

    async def play(self) -> None:
        await self.open(session_id="bystander", time_us=now_us())
        async with asyncio.TaskGroup() as group:
            group.create_task(self._stream())
            group.create_task(self._listen())

    async def _stream(self) -> None:
        # The other side tells the reason of the end.
        with suppress(StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self.events(scroll(0, BEGAN, time_us=now_us()))
            for number in count(1):
                await asyncio.sleep(1 / RATE)
                await self.events(scroll(number % 100, time_us=now_us()))
                if number % FRAMES_PER_TAP == 0:
                    self.open_taps[self.sent + 1] = time.monotonic()
                    await self.events(tap(1 + number // FRAMES_PER_TAP % 2, now_us()))
                if number % FRAMES_PER_ACK == 0:
                    await self.send(ack(self.received))
                if self._over:
                    break
            await self._call.done_writing()

    async def _listen(self) -> None:
        try:
            while True:
                for directive in (await self.receive(60)).directives:
                    if selected_tab(directive) is not None:
                        sent = self.open_taps.pop(directive.cause.event_sequence)
                        self.waits.append((sent, time.monotonic() - sent))
        except StreamEnded as ended:
            if not self._over or ended.failure != OK:
                raise

"""A continuous session, which measures the latency of its taps."""

import asyncio
import time
from contextlib import suppress
from itertools import count
from typing import Any

from conversation import OK, Conversation, StreamEnded
from directives import numbers_of, selected_tab
from frames import BEGAN, Response, now_us, scroll, tap

# The times of taps, and the seconds until their answers.
Waits = list[tuple[float, float]]


class TappingSession:
    """Scrolls at a rate, and taps with every second sample; every error is fatal."""

    def __init__(self, conversation: Conversation, rate: float = 60) -> None:
        self.conversation, self.rate = conversation, rate
        self.opened = asyncio.Event()
        self.waits: Waits = []
        # The unanswered taps, with their times.
        self.open_taps: dict[int, float] = {}
        self.was_drained = False
        self._all_answered = asyncio.Event()
        self._all_answered.set()
        self._received = 0
        self._is_over = False
        self.task: asyncio.Task[None] | None = None

    def start(self, **fields: Any) -> None:
        """Runs until it is told to finish."""
        self.task = asyncio.create_task(self.play(**fields))

    def finish(self) -> None:
        self._is_over = True

    def expect_running(self) -> None:
        """Raises the session's error, if it has failed."""
        if self.task and self.task.done():
            self.task.result()
            raise AssertionError("the session has ended")

    async def end_well(self) -> None:
        """Ends the session as a client does; its last tap is answered."""
        self.finish()
        if self.task:
            await self.task
        assert not self.open_taps, f"taps without an answer: {list(self.open_taps)}"

    async def cancel(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def play(self, session_id: str = "bystander", **fields: Any) -> None:
        self._note(await self.conversation.open(session_id=session_id, time_us=now_us(), **fields))
        self.opened.set()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._tap())
                group.create_task(self._listen())
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    async def _tap(self) -> None:
        # `_listen` reports the reason of the end.
        with suppress(StreamEnded):
            await self.conversation.events(scroll(0, BEGAN, time_us=now_us()))
            for number in count(1):
                await asyncio.sleep(1 / self.rate)
                await self.conversation.events(scroll(number % 100, time_us=now_us()))
                if number % 2 == 0:
                    self.open_taps[self.conversation.sent + 1] = time.monotonic()
                    self._all_answered.clear()
                    await self.conversation.events(tap(1 + number // 2 % 2, now_us()))
                if self._is_over:
                    break
            await self._all_answered.wait()
            await self.conversation.half_close()

    async def _listen(self) -> None:
        try:
            async for frame in self.conversation.frames():
                self._note(frame)
        except StreamEnded as ended:
            if not self._is_over or ended.failure != OK:
                raise

    def _note(self, frame: Response) -> None:
        self.was_drained |= frame.HasField("drain")
        numbers = numbers_of(frame)
        first = self._received + 1
        assert numbers == list(range(first, first + len(numbers))), "directives"
        self._received += len(numbers)
        for directive in frame.directives:
            if selected_tab(directive) is not None:
                self._answer(directive.cause.event_sequence)

    def _answer(self, number: int) -> None:
        """Records the answer to a tap, and to earlier ones whose directives it has superseded."""
        for each in [each for each in self.open_taps if each <= number]:
            sent = self.open_taps.pop(each)
            self.waits.append((sent, time.monotonic() - sent))
        if not self.open_taps:
            self._all_answered.set()

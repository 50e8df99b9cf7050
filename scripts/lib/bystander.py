"""Sessions on a connection that others share, and one of them that must not notice the others."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from checks import expect, expect_that
from frames import Request, Response, ack, batch, now_us, opening, tap
from http2 import FIRST_WINDOW, MessageReader, call, half_close, message, room
from http2_client import Connection

PAUSE = 0.01
DIRECTIVES_PER_ACK = 16


class SharedSession:
    """A session on a stream of a connection, which makes room for its answers."""

    def __init__(self, connection: Connection, name: str, **fields: Any) -> None:
        self.connection, self.name = connection, name
        self.stream = connection.begin()
        self.stream.received = self._receive
        self._messages = MessageReader()
        first = message(self.stream.number, opening(session_id=name, **fields))
        connection.send(call(self.stream.number) + first, len(first) - 9)

    async def send(self, request: Request) -> None:
        data = message(self.stream.number, request)
        await self.connection.has_room(len(data) - 9)
        self.connection.send(data, len(data) - 9)

    def _receive(self, payload: bytes) -> None:
        self.connection.send(room(self.stream.number, len(payload)))
        for body in self._messages.feed(payload):
            self.note(Response.FromString(body))

    def note(self, response: Response) -> None:
        """Takes in an answer."""


class Bystander(SharedSession):
    """Taps one tab after the other, and waits each time for the directive."""

    def __init__(self, connection: Connection, name: str, makes_room: bool = False) -> None:
        """Opens the session; makes room for its answers where the settings have none."""
        super().__init__(connection, name, time_us=now_us())
        if makes_room:
            connection.send(room(self.stream.number, FIRST_WINDOW))
        self._received = self._awaited = 0
        self._selected = self._is_over = False
        self.waits: list[float] = []
        self.was_drained = False
        self.task = asyncio.create_task(self._tap())

    async def _tap(self) -> None:
        number = 0
        while not self._is_over and not self.stream.is_over:
            number += 1
            start, self._awaited, self._selected = time.monotonic(), number, False
            await self.send(batch(number, tap(1 + number % 2, now_us())))
            await self._until(lambda: self._selected or self.stream.is_over)
            expect("a bystander's tap is answered", self._selected, True)
            self.waits.append(time.monotonic() - start)
            if number % DIRECTIVES_PER_ACK == 0:
                await self.send(ack(self._received))
            await asyncio.sleep(PAUSE)

    async def _until(self, holds: Callable[[], bool]) -> None:
        await self.stream.until(lambda _: holds() or bool(self.connection.problem))
        self.connection.expect_alive()

    def note(self, response: Response) -> None:
        self.was_drained |= response.HasField("drain")
        for directive in response.directives:
            expect("a directive's number", directive.sequence, self._received + 1)
            self._received = directive.sequence
            self._selected |= directive.cause.event_sequence == self._awaited

    def expect_undisturbed(self) -> None:
        self.connection.expect_alive()
        if self.task.done():
            self.task.result()
            expect_that(False, "the bystander's session has ended")

    async def end_well(self) -> None:
        """Ends the session as a client does; its last tap is answered."""
        self._is_over = True
        await self.task
        self.connection.send(half_close(self.stream.number))
        await self._until(lambda: self.stream.is_over)
        expect("the bystander's end is a reset", self.stream.was_reset, False)

    async def cancel(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self.task

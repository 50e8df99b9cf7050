"""A session on a connection of others, which must not notice them."""

import asyncio
import time
from contextlib import suppress

from checks import expect, expect_that
from frames import Response, ack, batch, now_us, opening, tap
from http2 import FIRST_WINDOW, MessageReader, call, half_close, message, room
from shared_connection import SharedConnection

PAUSE = 0.01
DIRECTIVES_PER_ACK = 16


class Bystander:
    """Taps one tab after the other, and waits each time for the directive."""

    def __init__(
        self, connection: SharedConnection, name: str, makes_room: bool = False
    ) -> None:
        """Opens the session; makes room for its answers where the settings have none."""
        self._connection = connection
        self._stream = connection.begin()
        self._stream.received = self._receive
        self._messages = MessageReader()
        self._received = 0
        self._selected = False
        self._awaited = 0
        self.waits: list[float] = []
        self.was_drained = False
        self._is_over = False
        fields = {"session_id": name, "time_us": now_us()}
        first = message(self._stream.number, opening(**fields))
        connection.send(call(self._stream.number) + first, len(first) - 9)
        if makes_room:
            connection.send(room(self._stream.number, FIRST_WINDOW))
        self.task = asyncio.create_task(self._tap())

    async def _tap(self) -> None:
        number = 0
        while not self._is_over and not self._stream.is_over:
            number += 1
            start, self._awaited = time.monotonic(), number
            self._selected = False
            events = message(self._stream.number, batch(number, tap(1 + number % 2, now_us())))
            await self._connection.has_room(len(events))
            self._send(events)
            await self._stream.until(
                lambda it: self._selected or it.is_over or bool(self._connection.problem))
            self._connection.expect_alive()
            expect("a bystander's tap is answered", self._selected, True)
            self.waits.append(time.monotonic() - start)
            if number % DIRECTIVES_PER_ACK == 0:
                self._send(message(self._stream.number, ack(self._received)))
            await asyncio.sleep(PAUSE)

    def _send(self, data: bytes) -> None:
        self._connection.send(data, len(data) - 9)

    def _receive(self, payload: bytes) -> None:
        self._connection.send(room(self._stream.number, len(payload)))
        for body in self._messages.feed(payload):
            response = Response.FromString(body)
            self.was_drained |= response.HasField("drain")
            for directive in response.directives:
                expect("a directive's number", directive.sequence, self._received + 1)
                self._received = directive.sequence
                if directive.cause.event_sequence == self._awaited:
                    self._selected = True

    def expect_undisturbed(self) -> None:
        self._connection.expect_alive()
        if self.task.done():
            self.task.result()
            expect_that(False, "the bystander's session has ended")

    async def end_well(self) -> None:
        """Ends the session as a client does; its last tap is answered."""
        self._is_over = True
        await self.task
        self._send(half_close(self._stream.number))
        await self._stream.until(lambda it: it.is_over or bool(self._connection.problem))
        self._connection.expect_alive()
        expect("the bystander's end is a reset", self._stream.was_reset, False)

    async def cancel(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self.task

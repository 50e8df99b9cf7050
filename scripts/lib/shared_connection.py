"""One HTTP/2 connection that calls of any kind share, frame by frame."""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

from checks import CheckFailed, expect_that
from http2 import (
    ACK, DATA, FIRST_WINDOW, GOAWAY, HEADERS, LARGEST_WINDOW, RST_STREAM, SETTINGS, SETTINGS_ACK,
    Connection, Frame, preface, room,
)  # fmt: skip


@dataclass
class Stream:
    """What the server has sent on a stream."""

    number: int
    news: asyncio.Event = field(default_factory=asyncio.Event)
    received: Callable[[bytes], None] = lambda _: None
    is_answered: bool = False
    has_ended: bool = False
    was_reset: bool = False

    @property
    def is_over(self) -> bool:
        return self.has_ended or self.was_reset

    def note(self, got: Frame) -> None:
        """RFC 9113 §5.1: after its end a side sends nothing but RST_STREAM, and after that nothing."""
        expect_that(not self.was_reset, f"stream {self.number}: kind {got.kind} after RST_STREAM")
        if got.kind == RST_STREAM:
            self.was_reset = True
        elif got.kind in (HEADERS, DATA):
            expect_that(not self.has_ended, f"stream {self.number}: kind {got.kind} after its end")
            self.is_answered = True
            self.has_ended = got.ends_stream
            if got.kind == DATA and got.payload:
                self.received(got.payload)
        self.news.set()

    async def until(self, holds: Callable[["Stream"], bool], seconds: float = 20) -> None:
        async with asyncio.timeout(seconds):
            while not holds(self):
                self.news.clear()
                await self.news.wait()


class SharedConnection(Connection):
    """The client's side of a connection whose streams are each told of what is theirs."""

    acknowledges_settings = True

    def __init__(self) -> None:
        super().__init__()
        self.streams: dict[int, Stream] = {}
        self.problem = ""
        self._next = 1

    @classmethod
    async def open(cls, port: int) -> "SharedConnection":
        loop = asyncio.get_running_loop()
        transport, connection = await loop.create_connection(cls, "127.0.0.1", port)
        pipe = transport.get_extra_info("socket")
        pipe.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Streams with their usual room, and a connection that never lacks any.
        connection.send(preface(FIRST_WINDOW) + room(0, LARGEST_WINDOW - FIRST_WINDOW))
        return connection

    def begin(self) -> Stream:
        """The next stream; its first frame has to be sent before that of another one."""
        stream = Stream(self._next)
        self._next += 2
        self.streams[stream.number] = stream
        return stream

    def expect_alive(self) -> None:
        if self.problem:
            raise CheckFailed(self.problem)

    def received(self, got: Frame) -> None:
        if got.kind == GOAWAY:
            code, reason = int.from_bytes(got.payload[4:8]), got.payload[8:].decode(errors="replace")
            if code:
                self._fail(f"GOAWAY {code} {reason}")
        elif got.kind == SETTINGS and not got.flags & ACK:
            if self.acknowledges_settings:
                self.send(SETTINGS_ACK)
        elif got.stream in self.streams:
            try:
                self.streams[got.stream].note(got)
            except CheckFailed as error:
                self._fail(str(error))

    def lost(self, _: Exception | None) -> None:
        self._fail("the server closed the connection")

    def _fail(self, problem: str) -> None:
        self.problem = self.problem or problem
        for stream in self.streams.values():
            stream.news.set()

"""One HTTP/2 connection that calls of any kind share, frame by frame."""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

from checks import CheckFailed, expect_that
from http2 import DATA, Frame, FrameReader, preface, room
from http2_frames import (
    ACK, GOAWAY, HEADERS, PING, RST_STREAM, SETTINGS, SETTINGS_ACK, WINDOW_UPDATE, frame,
)  # fmt: skip

FIRST_WINDOW = 65_535


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


class SharedConnection(asyncio.Protocol):
    def __init__(self) -> None:
        self.streams: dict[int, Stream] = {}
        self.problem = ""
        self.window = FIRST_WINDOW
        self._next = 1
        self._frames = FrameReader()
        self._has_room = asyncio.Event()

    @classmethod
    async def open(cls, port: int) -> "SharedConnection":
        loop = asyncio.get_running_loop()
        transport, connection = await loop.create_connection(cls, "127.0.0.1", port)
        pipe = transport.get_extra_info("socket")
        pipe.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection._transport = transport
        # Streams with their usual room, and a connection that never lacks any.
        transport.write(preface(FIRST_WINDOW) + room(0, 2**31 - 1 - FIRST_WINDOW))
        return connection

    def begin(self) -> Stream:
        """The next stream; its first frame has to be sent before that of another one."""
        stream = Stream(self._next)
        self._next += 2
        self.streams[stream.number] = stream
        return stream

    def send(self, data: bytes, flow: int = 0) -> None:
        """Sends bytes, of which `flow` count against the connection's window."""
        self.window -= flow
        if not self._transport.is_closing():
            self._transport.write(data)

    async def has_room(self, size: int) -> None:
        async with asyncio.timeout(20):
            while self.window < size:
                self._has_room.clear()
                await self._has_room.wait()

    def expect_alive(self) -> None:
        if self.problem:
            raise CheckFailed(self.problem)

    def close(self) -> None:
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        try:
            for got in self._frames.feed(data):
                self._take(got)
        except CheckFailed as error:
            self._fail(str(error))

    def connection_lost(self, _: Exception | None) -> None:
        self._fail("the server closed the connection")

    def _take(self, got: Frame) -> None:
        if got.kind == GOAWAY:
            code, reason = int.from_bytes(got.payload[4:8]), got.payload[8:].decode()
            if code:
                self._fail(f"GOAWAY {code} {reason}")
        elif got.kind == SETTINGS and not got.flags & ACK:
            self.send(SETTINGS_ACK)
        elif got.kind == PING and not got.flags & ACK:
            self.send(frame(PING, ACK, 0, got.payload))
        elif got.kind == WINDOW_UPDATE and got.stream == 0:
            self.window += int.from_bytes(got.payload)
            self._has_room.set()
        elif got.stream in self.streams:
            self.streams[got.stream].note(got)

    def _fail(self, problem: str) -> None:
        self.problem = self.problem or problem
        self._has_room.set()
        for stream in self.streams.values():
            stream.news.set()

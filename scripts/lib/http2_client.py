"""A client's side of an HTTP/2 connection, frame by frame, shared by calls of any kind."""

import asyncio
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from google.protobuf.message import Message
from hpack import Decoder
from http2 import (
    ACK, DATA, END_HEADERS, FIRST_WINDOW, GOAWAY, HEADERS, LARGEST_WINDOW, PING, RST_STREAM,
    SETTINGS, SETTINGS_ACK, WINDOW_UPDATE, Frame, FrameReader, call, frame, half_close, message,
    preface, room,
)  # fmt: skip

# A window on the connection for all responses.
ROOM_FOR_ALL = room(0, LARGEST_WINDOW - FIRST_WINDOW)


@dataclass
class Stream:
    """A stream, with the server's responses so far."""

    number: int
    news: asyncio.Event = field(default_factory=asyncio.Event)
    received: Callable[[bytes], None] = lambda _: None
    is_answered: bool = False
    has_ended: bool = False
    was_reset: bool = False
    # The last headers.
    trailers: dict[str, str] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return self.has_ended or self.was_reset

    def note(self, got: Frame) -> None:
        """RFC 9113 §5.1: after its end a side sends only RST_STREAM, and after that nothing."""
        assert not self.was_reset, f"stream {self.number}: kind {got.kind} after RST_STREAM"
        if got.kind == RST_STREAM:
            self.was_reset = True
        elif got.kind in (HEADERS, DATA):
            assert not self.has_ended, f"stream {self.number}: kind {got.kind} after its end"
            self.is_answered = True
            self.has_ended = got.ends_stream
            if got.kind == DATA and got.payload:
                self.received(got.payload)
        self.news.set()

    async def until(self, holds: Callable[["Stream"], bool], seconds: float | None = 60) -> None:
        async with asyncio.timeout(seconds):
            while not holds(self):
                self.news.clear()
                await self.news.wait()


class Connection(asyncio.Protocol):
    """Answers PINGs, tracks its window, and dispatches frames, unless a subclass handles them."""

    acknowledges_settings = True

    def __init__(self) -> None:
        self.window = FIRST_WINDOW
        self.streams: dict[int, Stream] = {}
        # A connection error, or the end of the connection.
        self.problem = ""
        # The times of its opening, of the server's first bytes, and of the server's close.
        self.opened = time.monotonic()
        self.answered: float | None = None
        self.closed: float | None = None
        # A description of the close, and the number of streams that the server has reset or ended.
        self.end = ""
        self.resets = self.ends = 0
        self._goaway: int | None = None
        self._next = 1
        self._frames, self._decoder = FrameReader(), Decoder()
        # Set after a change, while the window is open, and while the socket is writable.
        self._changed, self._has_room, self._is_writable = (asyncio.Event() for _ in range(3))
        self._is_writable.set()

    @classmethod
    async def open(
        cls, port: int, greeting: bytes | None = None, source: str = "127.0.0.1",
        reads: bool = True, received: int | None = None, tls: ssl.SSLContext | None = None,
    ) -> Self:  # fmt: skip
        """Connects. A custom greeting includes the acknowledgement of SETTINGS, if any. Unread
        responses stay in the kernel: at most `received` bytes, if given."""
        pipe = socket.socket()
        if received:
            pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, received)
        pipe.bind((source, 0))
        pipe.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(pipe, ("127.0.0.1", port))
        name = "localhost" if tls else None
        _, connection = await loop.create_connection(cls, sock=pipe, ssl=tls, server_hostname=name)
        if not reads:
            connection.pause_reading()
        connection.acknowledges_settings = greeting is None
        # Streams with their default windows, and a connection with the largest one.
        connection.send(preface(FIRST_WINDOW) + ROOM_FOR_ALL if greeting is None else greeting)
        return connection

    def begin(self) -> Stream:
        """Returns the next stream; its first frame has to be sent before that of another one."""
        stream = Stream(self._next)
        self._next += 2
        self.streams[stream.number] = stream
        return stream

    def send(self, data: bytes, flow: int = 0) -> None:
        """Sends bytes, of which `flow` count against the connection's window."""
        self.window -= flow
        if not self._transport.is_closing():
            self._transport.write(data)

    async def send_all(self, data: bytes, flow: int = 0, reserve: int = 0) -> None:
        """Sends bytes once the window fits them and a reserve; waits for the socket."""
        await self.has_room(flow + reserve if flow else 0)
        self.send(data, flow)
        await self.drain()

    async def ask(self, path: str, request: Message | bytes) -> Stream:
        """Makes a call with one request message."""
        stream = self.begin()
        body = message(stream.number, request)
        await self.send_all(
            call(stream.number, path) + body + half_close(stream.number), len(body) - 9)
        return stream

    async def has_room(self, size: int) -> None:
        while self.window < size and not self._transport.is_closing():
            self._has_room.clear()
            await self._has_room.wait()

    async def drain(self) -> None:
        """Waits until the socket is writable."""
        await self._is_writable.wait()
        if self._transport.is_closing():
            raise ConnectionResetError

    async def change(self) -> None:
        """Waits until the server answers for the first time, ends a stream, or closes."""
        await self._changed.wait()
        self._changed.clear()

    def expect_alive(self) -> None:
        assert not self.problem, self.problem

    def close(self) -> None:
        self._transport.abort()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def received(self, got: Frame) -> None:
        """Handles a frame of any kind."""
        if got.kind == GOAWAY:
            self._goaway = int.from_bytes(got.payload[4:8])
            if self._goaway:
                reason = got.payload[8:].decode(errors="replace")
                self._fail(f"GOAWAY {self._goaway} {reason}")
        elif got.kind == SETTINGS and not got.flags & ACK and self.acknowledges_settings:
            self.send(SETTINGS_ACK)
        if got.ends_stream:
            self.resets += got.kind == RST_STREAM
            self.ends += got.kind != RST_STREAM
            self._changed.set()
        if got.stream in self.streams:
            if got.kind == HEADERS and got.flags & END_HEADERS:
                self.streams[got.stream].trailers = dict(self._decoder.decode(got.payload))
            try:
                self.streams[got.stream].note(got)
            except AssertionError as error:
                self._fail(str(error))

    def lost(self) -> None:
        """Handles the loss of the connection."""

    def _fail(self, problem: str) -> None:
        self.problem = self.problem or problem
        for stream in self.streams.values():
            stream.news.set()

    # Callbacks of asyncio.
    def connection_made(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def pause_writing(self) -> None:
        self._is_writable.clear()

    def resume_writing(self) -> None:
        self._is_writable.set()

    def data_received(self, data: bytes) -> None:
        if self.answered is None:
            self.answered = time.monotonic()
            self._changed.set()
        for got in self._frames.feed(data):
            if got.kind == PING and not got.flags & ACK:
                self.send(frame(PING, ACK, 0, got.payload))
            elif got.kind == WINDOW_UPDATE and got.stream == 0:
                self.window += int.from_bytes(got.payload)
                self._has_room.set()
            self.received(got)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = time.monotonic()
        how = "RST" if error else "FIN"
        self.end = how if self._goaway is None else f"GOAWAY {self._goaway}, {how}"
        for event in (self._changed, self._has_room, self._is_writable):
            event.set()
        self._fail("the server closed the connection")
        self.lost()

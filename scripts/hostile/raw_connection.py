"""A connection that sends any bytes, and notes how the server takes them."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator

from http2_frames import (
    ACK, DATA, END_STREAM, GOAWAY, HEADERS, PING, RST_STREAM, WINDOW_UPDATE, frame,
)  # fmt: skip

HEADER_BYTES = 9
INITIAL_WINDOW = 65_535


class RawConnection:
    """Plain TCP, whatever the server speaks on it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.opened = time.monotonic()
        # When it was closed by the server, and what was said about it.
        self.closed: float | None = None
        self.end = ""
        self.goaway: int | None = None
        self.answers: Counter[str] = Counter()
        self._window = INITIAL_WINDOW
        self._room = asyncio.Event()
        self._news = asyncio.Event()

    @classmethod
    async def connect(cls, port: int) -> "RawConnection":
        # What is not read stays in the kernel.
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=1024))

    @property
    def ended_streams(self) -> int:
        return self.answers["reset"] + self.answers["ended"]

    async def send(self, data: bytes, flow: int = 0) -> None:
        """Sends bytes, of which `flow` count against the connection's window."""
        while self._window < flow:
            self._room.clear()
            await self._room.wait()
        self._window -= flow
        self._writer.write(data)
        await self._writer.drain()

    async def watch(self) -> None:
        """Reads until the server closes the connection."""
        try:
            async for kind, flags, stream, payload in self._frames():
                self._note(kind, flags, stream, payload)
            self.note_end("FIN")
        except OSError:
            self.note_end("RST")

    async def news(self) -> None:
        """Waits until it is closed, or a stream is ended."""
        await self._news.wait()
        self._news.clear()

    def note_end(self, how: str) -> None:
        if self.closed is None:
            self.closed = time.monotonic()
            self.end = how if self.goaway is None else f"GOAWAY {self.goaway}, {how}"
            self._news.set()

    def close(self) -> None:
        self._writer.transport.abort()

    async def _frames(self) -> AsyncIterator[tuple[int, int, int, bytes]]:
        try:
            while True:
                header = await self._reader.readexactly(HEADER_BYTES)
                payload = await self._reader.readexactly(int.from_bytes(header[:3]))
                yield header[3], header[4], int.from_bytes(header[5:]), payload
        except asyncio.IncompleteReadError:
            return

    def _note(self, kind: int, flags: int, stream: int, payload: bytes) -> None:
        if kind == GOAWAY:
            self.goaway = int.from_bytes(payload[4:8])
        elif kind == RST_STREAM:
            self.answers["reset"] += 1
            self._news.set()
        elif kind in (HEADERS, DATA) and flags & END_STREAM:
            self.answers["ended"] += 1
            self._news.set()
        elif kind == WINDOW_UPDATE and stream == 0:
            self._window += int.from_bytes(payload)
            self._room.set()
        elif kind == PING and not flags & ACK:
            # An attacker that wants to stay answers when it is asked whether it is there.
            self._writer.write(frame(PING, ACK, 0, payload))

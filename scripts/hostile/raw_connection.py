"""A connection that sends any bytes, and notes how the server takes them."""

import asyncio
import time
from collections import Counter

from http2 import DATA, END_STREAM, GOAWAY, HEADERS, RST_STREAM, Connection, Frame


class RawConnection(Connection):
    def __init__(self) -> None:
        super().__init__()
        self.opened = time.monotonic()
        # When it was closed by the server, and what was said about it.
        self.closed: float | None = None
        self.end = ""
        self.goaway: int | None = None
        self.answers: Counter[str] = Counter()
        self._news = asyncio.Event()

    @classmethod
    async def connect(cls, port: int, reads: bool) -> "RawConnection":
        loop = asyncio.get_running_loop()
        transport, connection = await loop.create_connection(cls, "127.0.0.1", port)
        if not reads:
            # What is not read stays in the kernel.
            transport.pause_reading()
        return connection

    @property
    def ended_streams(self) -> int:
        return self.answers["reset"] + self.answers["ended"]

    async def send_all(self, data: bytes, flow: int = 0) -> None:
        """Sends bytes when there is room for them."""
        await self.has_room(flow)
        self.send(data, flow)
        await self.drain()

    async def news(self) -> None:
        """Waits until it is closed, or a stream is ended."""
        await self._news.wait()
        self._news.clear()

    def received(self, got: Frame) -> None:
        if got.kind == GOAWAY:
            self.goaway = int.from_bytes(got.payload[4:8])
        elif got.kind == RST_STREAM:
            self.answers["reset"] += 1
            self._news.set()
        elif got.kind in (HEADERS, DATA) and got.flags & END_STREAM:
            self.answers["ended"] += 1
            self._news.set()

    def lost(self, error: Exception | None) -> None:
        if self.closed is None:
            self.closed = time.monotonic()
            how = "RST" if error else "FIN"
            self.end = how if self.goaway is None else f"GOAWAY {self.goaway}, {how}"
            self._news.set()

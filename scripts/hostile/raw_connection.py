"""A connection that sends any bytes, and notes the server's reaction to them."""

import asyncio
import time
from collections import Counter

from http2 import DATA, END_STREAM, GOAWAY, HEADERS, RST_STREAM, Frame
from limits import ATTACKERS
from shared_connection import SharedConnection


class RawConnection(SharedConnection):
    acknowledges_settings = False

    def __init__(self) -> None:
        super().__init__()
        self.opened = time.monotonic()
        # The server's first bytes: until then the connection may wait in the kernel's queue.
        self.answered: float | None = None
        # The server's end of the connection, and its words.
        self.closed: float | None = None
        self.end = ""
        self.goaway: int | None = None
        self.answers: Counter[str] = Counter()
        self._changed = asyncio.Event()

    @classmethod
    async def connect(
        cls, port: int, reads: bool = True, source: str = ATTACKERS
    ) -> "RawConnection":
        loop = asyncio.get_running_loop()
        transport, connection = await loop.create_connection(
            cls, "127.0.0.1", port, local_addr=(source, 0))
        if not reads:
            # The answers stay in the kernel.
            transport.pause_reading()
        return connection

    @property
    def ended_streams(self) -> int:
        return self.answers["reset"] + self.answers["ended"]

    async def send_all(self, data: bytes, flow: int = 0, reserve: int = 0) -> None:
        """Sends bytes when there is room for them, and some to spare."""
        await self.has_room(flow + reserve if flow else 0)
        self.send(data, flow)
        await self.drain()

    async def change(self) -> None:
        """Waits until the server answers for the first time, ends a stream, or closes."""
        await self._changed.wait()
        self._changed.clear()

    def data_received(self, data: bytes) -> None:
        if self.answered is None:
            self.answered = time.monotonic()
            self._changed.set()
        super().data_received(data)

    def received(self, got: Frame) -> None:
        if got.kind == GOAWAY:
            self.goaway = int.from_bytes(got.payload[4:8])
        elif got.kind == RST_STREAM:
            self.answers["reset"] += 1
            self._changed.set()
        elif got.kind in (HEADERS, DATA) and got.flags & END_STREAM:
            self.answers["ended"] += 1
            self._changed.set()
        super().received(got)

    def lost(self, error: Exception | None) -> None:
        if self.closed is None:
            self.closed = time.monotonic()
            how = "RST" if error else "FIN"
            self.end = how if self.goaway is None else f"GOAWAY {self.goaway}, {how}"
            self._changed.set()
        super().lost(error)

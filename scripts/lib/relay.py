"""Connections that can be cut, as by a network."""

import asyncio
from contextlib import suppress

from ports import free_port


class Relay:
    """A port that relays connections to another one."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.target = target
        self._server: asyncio.Server | None = None
        self._writers = set[asyncio.StreamWriter]()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)

    def cut(self) -> None:
        """Ends all connections, and refuses new ones."""
        if self._server:
            self._server.close()
            self._server = None
        for writer in self._writers:
            writer.transport.abort()

    async def _join(self, near: asyncio.StreamReader, near_writer: asyncio.StreamWriter) -> None:
        writers = {near_writer}
        with suppress(OSError):
            far, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            writers.add(far_writer)
            if self._server:
                self._writers |= writers
                ways = [copied(near, far_writer), copied(far, near_writer)]
                await asyncio.wait(map(asyncio.create_task, ways),
                                   return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
        self._writers -= writers
        for writer in writers:
            writer.close()


async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()

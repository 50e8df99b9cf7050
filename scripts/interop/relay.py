"""Ways to engines that can be torn up under whoever is on them."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import grpc

from conversation import Conversation
from engine import Engine

# Every tenth cut is the connection's.
STREAMS_PER_CONNECTION = 10
# Closes a socket by RST.
LINGER = struct.pack("ii", 1, 0)


class Relay:
    """Passes bytes on, both ways, until its connections are torn up: then both sides see RST."""

    def __init__(self, address: str) -> None:
        self.address = ""
        self._host, _, port = address.rpartition(":")
        self._port = int(port)
        self._writers: set[asyncio.StreamWriter] = set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection(self._host, self._port)
            self._writers |= {writer, far_writer}
            try:
                await asyncio.gather(pass_on(reader, far_writer), pass_on(far_reader, writer))
            finally:
                self._writers -= {writer, far_writer}

    def tear(self) -> None:
        for writer in self._writers:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
            writer.transport.abort()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


@asynccontextmanager
async def relay_to(address: str) -> AsyncIterator[Relay]:
    relay = Relay(address)
    server = await asyncio.start_server(relay.accept, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    relay.address = f"{host}:{port}"
    try:
        yield relay
    finally:
        server.close()
        relay.tear()


class Way:
    """A connection of a client's own to one engine, by a relay."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._streams = 0
        self._connect()

    def _connect(self) -> None:
        settings = [("grpc.use_local_subchannel_pool", 1)]
        self.channel = grpc.aio.insecure_channel(self._relay.address, options=settings)

    async def cut(self, conversation: Conversation) -> bool:
        """Ends the stream, or the whole connection under it. Returns whether it was that."""
        self._streams += 1
        if self._streams % STREAMS_PER_CONNECTION:
            conversation.cancel()
            return False
        self._relay.tear()
        await self.channel.close()
        self._connect()
        return True


@asynccontextmanager
async def ways(engines: Collection[Engine]) -> AsyncIterator[list[Way]]:
    async with AsyncExitStack() as stack:
        found = [Way(await stack.enter_async_context(relay_to(each.address))) for each in engines]
        yield found
        for way in found:
            await way.channel.close()

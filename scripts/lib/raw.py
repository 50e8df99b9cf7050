"""Raw sockets: requests over HTTP/1.1, and frames of WebSockets."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Self

from websockets.frames import Frame, Opcode

CONTINUATION, TEXT, BINARY, CLOSE, PING = (
    Opcode.CONT, Opcode.TEXT, Opcode.BINARY, Opcode.CLOSE, Opcode.PING)


class Socket:
    """A connection to the web listener."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int, received: int | None = None) -> AsyncIterator[Self]:
        """Connects; the kernel buffers at most `received` bytes, if given."""
        raw = socket.socket()
        if received:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, received)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=raw, limit=2**14)
        try:
            yield cls(reader, writer)
        finally:
            writer.close()

    @classmethod
    @asynccontextmanager
    async def upgraded(
        cls, port: int, form: str = "interaction.v1.proto", received: int | None = None
    ) -> AsyncIterator[Self]:
        """Upgrades to a WebSocket."""
        async with cls.to(port, received) as socket:
            await socket.send(upgrade(form))
            answer = await socket.read_head()
            assert answer.startswith("HTTP/1.1 101 ")
            yield socket

    @property
    def is_closing(self) -> bool:
        return self._writer.transport.is_closing()

    async def send(self, data: bytes) -> None:
        with suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    def end(self) -> None:
        """Half-closes the connection."""
        self._writer.write_eof()

    async def read_head(self) -> str:
        return (await self._reader.readuntil(b"\r\n\r\n")).decode()

    async def read_answer(self) -> tuple[int, str]:
        """Reads the status and the body of a response with a length."""
        head = await self.read_head()
        lengths = [int(line.split(":")[1]) for line in head.lower().splitlines()
                   if line.startswith("content-length:")]  # fmt: skip
        body = await self._reader.readexactly(lengths[0]) if lengths else b""
        return int(head.split()[1]), body.decode()

    async def read_frame(self) -> tuple[int, bytes]:
        """Reads a frame's opcode and payload."""
        first, length = await self._reader.readexactly(2)
        if length == 126:
            (length,) = struct.unpack(">H", await self._reader.readexactly(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", await self._reader.readexactly(8))
        return first & 0xF, await self._reader.readexactly(length)

    async def read_end(self) -> int | None:
        """Reads the server's close code; None if there is none."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                opcode, payload = await self.read_frame()
                if opcode == CLOSE:
                    await self.send(frame(CLOSE, payload))
                    return int.from_bytes(payload[:2], "big")
        return None

    async def read_some(self) -> bytes:
        """Reads some bytes; empty at the end."""
        return await self._reader.read(1 << 16)

    async def read_all(self) -> bytes:
        with suppress(ConnectionError):
            return await self._reader.read(-1)
        return b""


def upgrade(form: str = "interaction.v1.proto", *more: str) -> bytes:
    return request(
        "GET /v1/interact", "upgrade: websocket", "connection: upgrade",
        "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        f"sec-websocket-protocol: {form}", *more)  # fmt: skip


def request(line: str, *headers: str, body: bytes = b"", host: str = "localhost") -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", f"host: {host}", *headers, "", ""]).encode() + body


def frame(opcode: Opcode, payload: bytes = b"", fin: bool = True, masked: bool = True) -> bytes:
    """Returns a client's frame."""
    return Frame(opcode, payload, fin).serialize(mask=masked)

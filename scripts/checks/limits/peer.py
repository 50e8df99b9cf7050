"""A session on a connection of its own, encoded before, that may stop to read in several ways."""

import asyncio
import socket
from enum import Enum
from typing import Any

from hpack import Decoder

from checks import CheckFailed
from frames import Response, ack, opening
from http2 import (
    DATA, FIRST_WINDOW, HEADERS, SETTINGS_ACK, Frame, MessageReader, call, message,
    preface, room,
)  # fmt: skip
from http2_client import Connection
from resuming import Survivor
from tally import ending
from traces import Trace

SMALL_WINDOW = 4_096
SOCKET_BYTES = 4_096
DIRECTIVES_PER_ACK = 16
TRIES = 15


class Stall(Enum):
    """The thing that a client leaves undone."""

    STREAM = "room in the stream"
    CONNECTION = "room in the connection"
    SOCKET = "reading the socket"
    ACK = "acknowledging"


class Peer(Connection):
    """Reads and acknowledges until it is told to stall."""

    def __init__(self, name: str, trace: Trace, stall: Stall) -> None:
        super().__init__()
        self.survivor, self.stall = Survivor(name, trace), stall
        # Set once it is over: the reason in the trailers, RESET or LOST.
        self.end: str | None = None
        self._answered = asyncio.Event()
        self._stalls = False
        self._messages = MessageReader()
        self._decoder = Decoder()
        self._acked = 0

    @classmethod
    async def opened(cls, port: int, *description: Any) -> "Peer":
        """One that has come in, if not at the first try: a busy engine may refuse it."""
        for _ in range(TRIES):
            peer = cls(*description)
            await peer.open(port)
            if not peer.is_over:
                return peer
            peer.close()
            await asyncio.sleep(1)
        raise CheckFailed(f"a session was refused {TRIES} times")

    async def open(self, port: int) -> None:
        pipe = socket.socket()
        if self.stall == Stall.SOCKET:
            pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SOCKET_BYTES)
        pipe.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(pipe, ("127.0.0.1", port))
        await loop.create_connection(lambda: self, sock=pipe)
        window = SMALL_WINDOW if self.stall == Stall.STREAM else FIRST_WINDOW
        self.survivor.epoch = 1
        fields = self.survivor.fields | {"epoch": 1}
        self.send(preface(window) + SETTINGS_ACK + call(1) + message(1, opening(**fields)))
        async with asyncio.timeout(30):
            await self._answered.wait()

    @property
    def is_over(self) -> bool:
        return self.end is not None

    def begin_to_stall(self) -> None:
        self._stalls = True
        if self.stall == Stall.SOCKET:
            self._transport.pause_reading()

    def read_again(self) -> None:
        if self.stall == Stall.SOCKET and not self._transport.is_closing():
            self._transport.resume_reading()

    def received(self, got: Frame) -> None:
        if got.kind == DATA and got.payload:
            for body in self._messages.feed(got.payload):
                self.survivor.note(Response.FromString(body))
            self._answered.set()
            self._make_room(len(got.payload))
            self._acknowledge()
        elif got.kind == HEADERS:
            fields = dict(self._decoder.decode(got.payload, raw=True))
            if got.ends_stream:
                self._finish(ending(fields)[0])
        elif got.ends_stream:
            self._finish("RESET")

    def _make_room(self, size: int) -> None:
        if not (self._stalls and self.stall == Stall.STREAM):
            self.send(room(1, size))
        if not (self._stalls and self.stall == Stall.CONNECTION):
            self.send(room(0, size))

    def _acknowledge(self) -> None:
        applied = self.survivor.applied
        if not self._stalls and applied >= self._acked + DIRECTIVES_PER_ACK:
            self._acked = applied
            self.send(message(1, ack(applied)))

    def _finish(self, end: str) -> None:
        self.end = self.end or end
        self._answered.set()

    def lost(self) -> None:
        self._finish("LOST")


async def open_peers(port: int, descriptions: list[tuple[str, Trace, Stall]]) -> list[Peer]:
    """Some at a time, as a listener's backlog allows."""
    peers: list[Peer] = []
    for first in range(0, len(descriptions), 50):
        several = descriptions[first : first + 50]
        peers += await asyncio.gather(*(Peer.opened(port, *each) for each in several))
    return peers

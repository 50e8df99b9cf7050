"""A session on its own connection that can stop reading in several ways."""

import asyncio
from enum import Enum

from conversation import Conversation, StreamEnded
from http2 import FIRST_WINDOW, SETTINGS_ACK, preface
from http2_client import Connection
from resuming import Survivor, Trace
from transports import FrameTransport

SMALL_WINDOW = 4_096
SOCKET_BYTES = 4_096
TRIES = 15


class Stall(Enum):
    """The way in which a client stalls."""

    STREAM = "room in the stream"
    CONNECTION = "room in the connection"
    SOCKET = "reading the socket"
    ACK = "acknowledging"


class Peer:
    """Reads and acknowledges until it is told to stall."""

    def __init__(
        self, survivor: Survivor, connection: Connection, transport: FrameTransport, stall: Stall
    ) -> None:
        self.survivor, self.connection, self.stall = survivor, connection, stall
        # Set at the end: the reason, RESET or LOST.
        self.end: str | None = None
        self._transport = transport
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def opened(cls, port: int, name: str, trace: Trace, stall: Stall) -> "Peer":
        """Opens a session, with retries: a busy engine may refuse it."""
        window = SMALL_WINDOW if stall == Stall.STREAM else FIRST_WINDOW
        for _ in range(TRIES):
            connection = await Connection.open(
                port, preface(window) + SETTINGS_ACK,
                received=SOCKET_BYTES if stall == Stall.SOCKET else None)  # fmt: skip
            survivor = Survivor(name, trace)
            transport = FrameTransport(connection, frees_connection=True)
            try:
                await survivor.open(Conversation(transport))
                return cls(survivor, connection, transport, stall)
            except StreamEnded:
                connection.close()
                await asyncio.sleep(1)
        raise AssertionError(f"a session was refused {TRIES} times")

    @property
    def is_over(self) -> bool:
        return self.end is not None

    def send(self, message: bytes) -> None:
        """Sends an encoded message as a DATA frame on stream 1."""
        if not self.is_over:
            self.connection.send(message)

    def begin_to_stall(self) -> None:
        self.survivor.conversation.acknowledges = False
        self._transport.frees_stream = self.stall != Stall.STREAM
        self._transport.frees_connection = self.stall != Stall.CONNECTION
        if self.stall == Stall.SOCKET:
            self.connection.pause_reading()

    def close(self) -> None:
        self._reading.cancel()
        self.connection.close()

    async def _read(self) -> None:
        try:
            async for frame in self.survivor.conversation.frames():
                self.survivor.note(frame)
        except StreamEnded as ended:
            self.end = ended.failure.reason or ended.failure.code


async def open_peers(port: int, descriptions: list[tuple[str, Trace, Stall]]) -> list[Peer]:
    """Opens them in groups that fit a listener's backlog."""
    peers: list[Peer] = []
    for first in range(0, len(descriptions), 50):
        several = descriptions[first : first + 50]
        peers += await asyncio.gather(*(Peer.opened(port, *each) for each in several))
    return peers

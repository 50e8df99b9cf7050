"""The client of one Interact stream, over any transport."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import grpc

from failure import OK, Failure, StreamEnded
from frames import Event, Request, Response, ack, batch, count_of, opening
from http2 import INTERACT
from transports import GRPCTransport, Transport

__all__ = ["INTERACT", "OK", "Conversation", "Failure", "StreamEnded"]

# The server sends at most 256 directives ahead of an ack.
DIRECTIVES_PER_ACK = 32


class Conversation:
    """Numbers its events, and acknowledges directives periodically."""

    acknowledges = True
    # The frame type of the client's contract.
    response_type = Response
    # The last directive received, and the last one acknowledged automatically.
    received = 0
    acknowledged = 0

    def __init__(
        self, way: grpc.aio.Channel | Transport, deadline: float | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Begins a call on a channel, or uses a transport."""
        if hasattr(way, "stream_stream"):
            way = GRPCTransport.interact(way, deadline, headers, self.response_type)
        self._transport: Transport = way
        self._next = 1

    async def open(self, **fields: Any) -> Response:
        """Opens the session. Returns the first frame."""
        await self.send(opening(**fields))
        return await self.receive()

    async def send(self, frame: Request | bytes) -> None:
        await self._transport.send(frame)

    async def events(self, *events: Event) -> int:
        """Sends the next events. Returns the number of the last."""
        first = self._next
        self._next += sum(map(count_of, events))
        await self.send(batch(first, *events))
        return self._next - 1

    @property
    def sent(self) -> int:
        """The number of the last event."""
        return self._next - 1

    async def receive(self, seconds: float | None = 60) -> Response:
        async with asyncio.timeout(seconds):
            frame = await self._transport.receive()
        await self._note(frame)
        return frame

    async def frames(self) -> AsyncIterator[Response]:
        """Yields all frames, until the stream ends with StreamEnded."""
        while True:
            yield await self.receive(None)

    async def receive_until(self, holds: Callable[[Response], bool]) -> list[Response]:
        """Receives up to the first frame for which `holds` is true."""
        frames = [await self.receive()]
        while not holds(frames[-1]):
            frames.append(await self.receive())
        return frames

    async def acked(self, sequence: int) -> list[Response]:
        """Receives up to the frame that acknowledges `sequence`."""
        return await self.receive_until(lambda frame: frame.acked_event >= sequence)

    async def exchange(self, *events: Event) -> list[Response]:
        """Sends events. Receives up to their acknowledgement."""
        return await self.acked(await self.events(*events))

    async def failure(self, *frames: Request | bytes) -> tuple[list[Response], Failure]:
        """Sends frames that may end the stream, then reads to its end."""
        with suppress(StreamEnded, asyncio.InvalidStateError):
            for frame in frames:
                await self.send(frame)
        return await self._rest()

    async def half_close(self) -> None:
        await self._transport.half_close()

    async def close(self) -> tuple[list[Response], Failure]:
        """Half-closes, then reads to the end."""
        await self.half_close()
        return await self._rest()

    def cancel(self) -> None:
        self._transport.cancel()

    async def _rest(self) -> tuple[list[Response], Failure]:
        frames: list[Response] = []
        try:
            while True:
                frames.append(await self.receive())
        except StreamEnded as ended:
            return frames, ended.failure

    async def _note(self, frame: Response) -> None:
        if frame.opened.applied_event:
            self._next = frame.opened.applied_event + 1
        if frame.directives:
            self.received = max(self.received, frame.directives[-1].sequence)
        if self.acknowledges and self.received >= self.acknowledged + DIRECTIVES_PER_ACK:
            self.acknowledged = self.received
            # The stream may be over, or half-closed.
            with suppress(StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await self.send(ack(self.received))

"""The streams that a conversation may go over: one of grpcio, or one of HTTP/2 frame by frame."""

import asyncio
from base64 import b64decode
from collections import deque
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import unquote

import grpc

from failure import DETAILS, Failure, StreamEnded
from frames import Request, Response
from http2 import INTERACT, MessageReader, call, cancel, half_close, message, room
from http2_client import Connection


class Transport(Protocol):
    """A call of Interact. Both ways of it raise StreamEnded once it is over."""

    async def send(self, frame: Request | bytes) -> None: ...

    async def receive(self) -> Response: ...

    async def half_close(self) -> None: ...

    def cancel(self) -> None: ...


class GRPCTransport:
    """A call of grpcio."""

    def __init__(self, call: Any) -> None:
        self._call = call
        # grpcio takes one message at a time.
        self._writing = asyncio.Lock()

    @classmethod
    def interact(
        cls, channel: grpc.aio.Channel, deadline: float | None = None,
        headers: dict[str, str] | None = None, response_type: Any = Response,
    ) -> "GRPCTransport":  # fmt: skip
        method = channel.stream_stream(
            INTERACT, request_serializer=encoded, response_deserializer=response_type.FromString)
        # A channel may have headers of its own, which hold where none are given.
        own = {"metadata": tuple(headers.items())} if headers else {}
        return cls(method(timeout=deadline, **own))

    async def send(self, frame: Request | bytes) -> None:
        try:
            async with self._writing:
                await self._call.write(frame)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            # Whose own text is at most that the call is over. It may also be half-closed only.
            if not self._call.done():
                raise
            raise StreamEnded(await self._end()) from None

    async def receive(self) -> Response:
        try:
            frame = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise StreamEnded(Failure.of(error)) from None
        if frame is grpc.aio.EOF:
            raise StreamEnded(await self._end())
        return frame

    async def half_close(self) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.done_writing()

    def cancel(self) -> None:
        self._call.cancel()

    async def _end(self) -> Failure:
        return Failure.read(
            await self._call.code(), await self._call.details() or "",
            await self._call.trailing_metadata())  # fmt: skip


class FrameTransport:
    """A stream of a connection that others may share."""

    def __init__(
        self, connection: Connection, frees_stream: bool = True, frees_connection: bool = False
    ) -> None:
        """Begins a call that makes room for what was read on its stream, or on a connection that
        has no room for all."""
        self.connection = connection
        self.frees_stream, self.frees_connection = frees_stream, frees_connection
        self.stream = connection.begin()
        self.stream.received = self._receive
        self._messages = MessageReader()
        self._responses = deque[bytes]()
        connection.send(call(self.stream.number))

    async def send(self, frame: Request | bytes) -> None:
        data = message(self.stream.number, frame)
        await self.connection.has_room(len(data) - 9)
        if self._is_over:
            raise StreamEnded(self._failure)
        self.connection.send(data, len(data) - 9)

    async def receive(self) -> Response:
        await self.stream.until(lambda _: bool(self._responses) or self._is_over, None)
        if not self._responses:
            raise StreamEnded(self._failure)
        return Response.FromString(self._responses.popleft())

    async def half_close(self) -> None:
        self.connection.send(half_close(self.stream.number))

    def cancel(self) -> None:
        if not self._is_over:
            self.connection.send(cancel(self.stream.number))

    @property
    def _is_over(self) -> bool:
        return self.stream.is_over or bool(self.connection.problem)

    @property
    def _failure(self) -> Failure:
        if self.stream.has_ended:
            return failure_in(self.stream.trailers)
        return Failure("RESET") if self.stream.was_reset else Failure(
            "LOST", self.connection.problem)  # fmt: skip

    def _receive(self, payload: bytes) -> None:
        if self.frees_stream:
            self.connection.send(room(self.stream.number, len(payload)))
        if self.frees_connection:
            self.connection.send(room(0, len(payload)))
        self._responses += self._messages.feed(payload)


def failure_in(trailers: dict[str, str]) -> Failure:
    code = next(each for each in grpc.StatusCode if each.value[0] == int(trailers["grpc-status"]))
    packed = trailers.get(DETAILS, "")
    details = b64decode(packed + "=" * (-len(packed) % 4))
    return Failure.read(code, unquote(trailers.get("grpc-message", "")), [(DETAILS, details)])


def encoded(frame: Request | bytes) -> bytes:
    return frame if isinstance(frame, bytes) else frame.SerializeToString()

"""One Interact stream, and how a call failed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2

from frames import Event, Request, Response, ack, batch, count_of, opening

INTERACT = "/interaction.v1.InteractionService/Interact"
# The server sends no more than 256 directives ahead of an ack.
DIRECTIVES_PER_ACK = 32


@dataclass(frozen=True)
class Failure:
    """How a call ended, with what its error details say."""

    code: str
    message: str = ""
    reason: str = ""
    domain: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    retry_delay: float | None = None

    @classmethod
    def read(cls, code: grpc.StatusCode, message: str, trailers: Any) -> "Failure":
        values: dict[str, Any] = {}
        for key, value in trailers or ():
            if key == "grpc-status-details-bin":
                for detail in status_pb2.Status.FromString(value).details:
                    values |= read_detail(detail)
        return cls(code=code.name, message=message, **values)

    @classmethod
    def of(cls, error: grpc.aio.AioRpcError) -> "Failure":
        return cls.read(error.code(), error.details() or "", error.trailing_metadata())


def read_detail(detail: Any) -> dict[str, Any]:
    info = error_details_pb2.ErrorInfo()
    request = error_details_pb2.BadRequest()
    retry = error_details_pb2.RetryInfo()
    if detail.Unpack(info):
        return {"reason": info.reason, "domain": info.domain, "metadata": dict(info.metadata)}
    if detail.Unpack(request):
        return {"fields": tuple(violation.field for violation in request.field_violations)}
    if detail.Unpack(retry):
        return {"retry_delay": retry.retry_delay.ToTimedelta().total_seconds()}
    return {}


OK = Failure("OK")


class StreamEnded(Exception):
    def __init__(self, failure: Failure) -> None:
        reason = f" {failure.reason}" if failure.reason else ""
        super().__init__(f"the stream ended with {failure.code}{reason}: {failure.message}")
        self.failure = failure


class Conversation:
    """A client of one stream that numbers its events, and acknowledges now and then."""

    acknowledges = True
    # The frames of the contract that it was built for.
    response_type = Response
    # The last directive received, and the last one acknowledged without being asked.
    received = 0
    acknowledged = 0

    def __init__(
        self, channel: grpc.aio.Channel, deadline: float | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:  # fmt: skip
        method = channel.stream_stream(
            INTERACT, request_serializer=encoded,
            response_deserializer=self.response_type.FromString)  # fmt: skip
        # A channel may have headers of its own, which hold where none are given.
        own = {"metadata": tuple(headers.items())} if headers else {}
        self._call = method(timeout=deadline, **own)
        self._next = 1

    async def open(self, **fields: Any) -> Response:
        """Opens the session. Returns the first frame."""
        await self.send(opening(**fields))
        return await self.receive()

    async def send(self, frame: Request | bytes) -> None:
        try:
            await self._call.write(frame)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            # Whose own text is at most that the call is over. It may also be half-closed only.
            if not self._call.done():
                raise
            raise StreamEnded(await self._end()) from None

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

    async def receive(self, seconds: float = 60) -> Response:
        async with asyncio.timeout(seconds):
            try:
                frame = await self._call.read()
            except grpc.aio.AioRpcError as error:
                raise StreamEnded(Failure.of(error)) from None
            if frame is grpc.aio.EOF:
                raise StreamEnded(await self._end())
        await self._note(frame)
        return frame

    async def receive_until(self, holds: Callable[[Response], bool]) -> list[Response]:
        """Everything up to the first frame of which `holds` is true."""
        frames = [await self.receive()]
        while not holds(frames[-1]):
            frames.append(await self.receive())
        return frames

    async def acked(self, sequence: int) -> list[Response]:
        """Everything up to the frame that acknowledges `sequence`."""
        return await self.receive_until(lambda frame: frame.acked_event >= sequence)

    async def exchange(self, *events: Event) -> list[Response]:
        """Sends events. Returns everything up to their acknowledgement."""
        return await self.acked(await self.events(*events))

    async def failure(self, *frames: Request | bytes) -> tuple[list[Response], Failure]:
        """Sends frames that the stream may not survive, then reads to its end."""
        with suppress(StreamEnded, asyncio.InvalidStateError):
            for frame in frames:
                await self.send(frame)
        return await self._rest()

    async def failure_within(self, seconds: float) -> tuple[list[Response], Failure]:
        """Sends nothing, and reads to the end."""
        return await self._rest(seconds)

    async def close(self) -> tuple[list[Response], Failure]:
        """Half-closes, then reads to the end."""
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.done_writing()
        return await self._rest()

    def cancel(self) -> None:
        self._call.cancel()

    async def _rest(self, seconds: float = 60) -> tuple[list[Response], Failure]:
        frames: list[Response] = []
        try:
            while True:
                frames.append(await self.receive(seconds))
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

    async def _end(self) -> Failure:
        return Failure.read(
            await self._call.code(), await self._call.details() or "",
            await self._call.trailing_metadata())  # fmt: skip


def encoded(frame: Request | bytes) -> bytes:
    return frame if isinstance(frame, bytes) else frame.SerializeToString()

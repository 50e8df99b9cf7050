"""A client that cannot stream both ways, and how it is told like one that can."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import grpc

from checks import Lab
from conversation import Conversation, Failure
from frames import Request, Response, opening
from interaction.v1 import interaction_service_pb2 as service
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub
from transports import GRPCTransport


class CalledSession(Conversation):
    """A session on OpenSession, SendEvents and Subscribe; it reads from its newest Subscribe."""

    def __init__(self, lab: Lab) -> None:
        self.id = self.key = ""
        self._lab = lab
        self._stub = InteractionServiceStub(lab.channel)
        self._next = 1

    async def open(self, **fields: Any) -> Response:
        """Opens the session and asks for its frames. Returns the first one."""
        frame = await self.open_unread(**fields)
        await self.subscribe()
        return frame

    async def open_unread(self, **fields: Any) -> Response:
        """Opens the session. Returns the first frame."""
        frame = opening(**fields).open
        response = await self._stub.OpenSession(service.OpenSessionRequest(open=frame))
        self.id, self.key = frame.session_id, response.session_key
        self.received = self.acknowledged = 0
        await self._note(response.frame)
        return response.frame

    async def subscribe(self) -> Conversation:
        """Asks for the frames, for as long as the check runs. What is read acknowledges itself."""
        reader = CalledSession(self._lab)
        reader.id, reader.key = self.id, self.key
        self._lab.conversations.append(reader)
        call = self._lab.channel.unary_stream(
            "/interaction.v1.InteractionService/Subscribe",
            request_serializer=service.SubscribeRequest.SerializeToString,
            response_deserializer=lambda data: service.SubscribeResponse.FromString(data).frame)
        reading = call(service.SubscribeRequest(session_id=self.id, session_key=self.key))
        self._transport = reader._transport = GRPCTransport(reading)
        # The server has found the session, so that what it says last arrives.
        async with asyncio.timeout(10):
            await reading.initial_metadata()
        return reader

    async def send(
        self, frame: Request | None = None, *, end: bool = False
    ) -> service.SendEventsResponse:
        """Sends what a stream would take as a frame, and whether it is the last."""
        request = service.SendEventsRequest(session_id=self.id, session_key=self.key, end=end)
        kind = frame and frame.WhichOneof("frame")
        if frame and kind:
            getattr(request, kind).CopyFrom(getattr(frame, kind))
        return await self._stub.SendEvents(request)

    async def close(self) -> tuple[list[Response], Failure]:
        """Ends the session, then reads to the end."""
        await self.send(end=True)
        return await self._rest()


@asynccontextmanager
async def called(lab: Lab, session_id: str, **fields: Any) -> AsyncIterator[CalledSession]:
    """A session that is open, and over after it; no client has asked for its frames."""
    session = CalledSession(lab)
    await session.open_unread(session_id=session_id, **fields)
    try:
        yield session
    finally:
        # Most are over by then.
        with suppress(grpc.aio.AioRpcError):
            await session.send(end=True)

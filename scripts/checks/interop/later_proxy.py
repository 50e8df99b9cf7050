"""A proxy that lets an engine look like one of a later contract."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc

from conversation import INTERACT
from later import Additions, Changes, later, message_types

Request, Response = message_types(later(), "InteractRequest", "InteractResponse")
NEXT_LEVEL = 2


@dataclass
class LaterEngine(grpc.GenericRpcHandler):
    """Passes sessions on to an engine, and says more than it, or other things."""

    behind: grpc.aio.Channel
    said: Additions | Changes
    # What a later client says to the engine.
    asked: Additions
    address: str = ""
    front: grpc.aio.Channel | None = None
    sessions: int = 0
    # How many ended other than well.
    ended: int = 0

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        if details.method == INTERACT:
            return grpc.stream_stream_rpc_method_handler(self._interact)
        return None

    async def _interact(
        self, requests: AsyncIterator[bytes], context: grpc.aio.ServicerContext
    ) -> AsyncIterator[bytes]:
        self.sessions += 1
        method = self.behind.stream_stream(INTERACT)
        try:
            async for frame in method(translated(requests, Request, self.asked.apply)):
                yield translate(frame, Response, self._say)
        except grpc.aio.AioRpcError as error:
            self.ended += 1
            await context.abort(
                error.code(), error.details() or "", error.trailing_metadata() or ())

    def _say(self, response: Any) -> None:
        if response.HasField("opened"):
            response.opened.level = NEXT_LEVEL
        self.said.apply(response)


def translate(frame: bytes, contract: Any, change: Callable[[Any], None]) -> bytes:
    message = contract.FromString(frame)
    change(message)
    return message.SerializeToString()


async def translated(
    frames: AsyncIterator[bytes], contract: Any, change: Callable[[Any], None]
) -> AsyncIterator[bytes]:
    async for frame in frames:
        yield translate(frame, contract, change)


@asynccontextmanager
async def later_engine(
    behind: grpc.aio.Channel, said: Additions | Changes, asked: Additions
) -> AsyncIterator[LaterEngine]:
    engine = LaterEngine(behind, said, asked)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((engine,))
    engine.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        async with grpc.aio.insecure_channel(engine.address) as engine.front:
            yield engine
    finally:
        await server.stop(None)

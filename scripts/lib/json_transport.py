"""A session over a WebSocket, as JSON."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import websockets
from google.protobuf import json_format

from failure import Failure, StreamEnded
from frames import Request, Response

SUBPROTOCOL = websockets.Subprotocol("interaction.v1.json")


class JSONTransport:
    """The transport of a conversation."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket

    @classmethod
    @asynccontextmanager
    async def to(
        cls, address: str, query: str = "", **headers: str
    ) -> AsyncIterator["JSONTransport"]:
        url = f"ws://{address}/v1/interact{query}"
        async with websockets.connect(
            url, subprotocols=[SUBPROTOCOL], additional_headers=headers
        ) as socket:
            yield cls(socket)

    async def send(self, frame: Request | bytes) -> None:
        assert not isinstance(frame, bytes)
        # The next read reports the end.
        with suppress(websockets.ConnectionClosed):
            await self._socket.send(json_format.MessageToJson(frame))

    async def receive(self) -> Response:
        try:
            text = await self._socket.recv()
        except websockets.ConnectionClosedOK:
            raise StreamEnded(Failure("OK")) from None
        except websockets.ConnectionClosed as closed:
            raise StreamEnded(Failure("LOST", str(closed))) from None
        content = json.loads(text)
        if "code" in content:
            raise StreamEnded(Failure(content["code"].upper(), content.get("message", "")))
        return json_format.ParseDict(content, Response())

    async def half_close(self) -> None:
        await self._socket.close()

    def cancel(self) -> None:
        self._socket.transport.abort()

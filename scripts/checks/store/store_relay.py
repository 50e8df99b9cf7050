"""A relay before a store, which sees, holds and changes what is said."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import grpc
from etcd.etcdserverpb_pb2 import WatchResponse
from ports import free_port

WATCH = "/etcdserverpb.Watch/Watch"


@dataclass
class Gate:
    """Where calls wait."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        self.arrived.set()
        await self.opened.wait()


class StoreRelay(grpc.GenericRpcHandler):
    """Passes every call on, until the way is cut."""

    def __init__(self, store: grpc.aio.Channel) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        # Up to where the store had forgotten what a watch asked for.
        self.compactions: list[int] = []
        # What is put in the place of what, which must be as long.
        self.changes: dict[bytes, bytes] = {}
        self._store = store
        self._server: grpc.aio.Server | None = None
        self._gates: dict[str, Gate] = {}

    async def open(self) -> None:
        self._server = grpc.aio.server()
        self._server.add_generic_rpc_handlers((self,))
        self._server.add_insecure_port(self.address)
        await self._server.start()

    async def cut(self) -> None:
        """Ends all connections, and takes no new ones."""
        if self._server:
            await self._server.stop(None)

    def hold(self, method: str) -> Gate:
        """New calls of this method wait until the gate opens."""
        self._gates[method] = Gate()
        return self._gates[method]

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        async def passed(
            requests: AsyncIterator[bytes], context: grpc.aio.ServicerContext
        ) -> AsyncIterator[bytes]:
            if gate := self._gates.get(details.method):
                await gate.wait()
            call = self._store.stream_stream(details.method)(self._changed(requests))
            try:
                async for message in call:
                    if details.method == WATCH:
                        revision = WatchResponse.FromString(message).compact_revision
                        self.compactions += [revision] if revision else []
                    yield message
            except grpc.aio.AioRpcError as error:
                await context.abort(error.code(), error.details() or "")
            finally:
                call.cancel()

        return grpc.stream_stream_rpc_method_handler(passed)

    async def _changed(self, requests: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for request in requests:
            for part, other in self.changes.items():
                request = request.replace(part, other)
            yield request

"""A relay in front of a store, which observes and holds calls."""

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
    """A gate at which calls wait."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        self.arrived.set()
        await self.opened.wait()


class StoreRelay(grpc.GenericRpcHandler):
    """Relays every call, until the connection is cut."""

    def __init__(self, store: grpc.aio.Channel) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        # The revisions that were compacted before the beginning of a watch.
        self.compactions: list[int] = []
        self._store = store
        self._server: grpc.aio.Server | None = None
        self._gates: dict[str, Gate] = {}

    async def open(self) -> None:
        self._server = grpc.aio.server()
        self._server.add_generic_rpc_handlers((self,))
        self._server.add_insecure_port(self.address)
        await self._server.start()

    async def cut(self) -> None:
        """Ends all connections, and accepts no new ones."""
        if self._server:
            await self._server.stop(None)

    def hold(self, method: str) -> Gate:
        """Holds new calls of this method until the gate opens."""
        self._gates[method] = Gate()
        return self._gates[method]

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        async def passed(
            requests: AsyncIterator[bytes], context: grpc.aio.ServicerContext
        ) -> AsyncIterator[bytes]:
            if gate := self._gates.get(details.method):
                await gate.wait()
            call = self._store.stream_stream(details.method)(requests)
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

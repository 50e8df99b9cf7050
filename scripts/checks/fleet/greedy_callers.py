"""An address that makes as many calls as it can, beside one that opens sessions."""

import asyncio
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc

from channels import connect
from conversation import Conversation, StreamEnded
from front import Front
from http2_client import Connection

ADDRESS, CONNECTIONS = "127.0.0.2", 8
# Below Envoy's limit for a connection.
CALLS_AT_ONCE = 50
OPENINGS, OPENINGS_PER_SECOND = 90, 15

HEALTH = "/grpc.health.v1.Health/Check"


class GreedyCaller(Connection):
    """Makes empty calls: a new one for each response."""

    refusals = 0

    async def call_on_and_on(self) -> None:
        while not self.problem:
            stream = await self.ask(HEALTH, b"")
            await stream.until(lambda it: it.is_over or bool(self.problem), None)
            self.refusals += stream.trailers.get("grpc-status") != "0"
            del self.streams[stream.number]


@asynccontextmanager
async def greedy_callers(front: Front) -> AsyncIterator[list[GreedyCaller]]:
    """Callers from another address. Envoy accepts connections without TLS only from 127.0.0.1."""
    context = ssl.create_default_context(cafile=str(front.root))
    context.set_alpn_protocols(["h2"])
    callers: list[GreedyCaller] = []
    try:
        for _ in range(CONNECTIONS):
            callers.append(await GreedyCaller.open(front.port, source=ADDRESS, tls=context))
        calls = [asyncio.create_task(caller.call_on_and_on())
                 for caller in callers for _ in range(CALLS_AT_ONCE)]  # fmt: skip
        yield callers
        for call in calls:
            call.cancel()
    finally:
        for caller in callers:
            caller.close()


async def openings(front: Front) -> Counter[str]:
    """Opens sessions, each on its own connection. Returns the reasons of refusals."""
    refusals = Counter[str]()
    credentials = grpc.ssl_channel_credentials(front.root.read_bytes())

    async def open_one(name: str) -> None:
        async with connect(front.address, credentials) as channel:
            conversation = Conversation(channel, headers={"x-interaction-key": name})
            try:
                await conversation.open(session_id=name)
                await conversation.close()
            except (StreamEnded, grpc.aio.AioRpcError) as refused:
                refusals[str(refused)] += 1

    async with asyncio.TaskGroup() as group:
        for number in range(OPENINGS):
            group.create_task(open_one(f"beside-{number}"))
            await asyncio.sleep(1 / OPENINGS_PER_SECOND)
    return refusals

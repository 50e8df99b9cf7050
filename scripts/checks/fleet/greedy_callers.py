"""An address that makes all the calls that it can, beside one that opens sessions."""

import asyncio
import ssl
import struct
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc

from conversation import Conversation, StreamEnded
from front import Front
from http2 import (
    DATA, END_HEADERS, END_STREAM, FIRST_WINDOW, HEADERS, Frame, call_fields, frame, preface,
)  # fmt: skip
from http2_client import ROOM_FOR_ALL, Connection

ADDRESS, CONNECTIONS = "127.0.0.2", 8
# Fewer than Envoy lets a connection have.
CALLS_AT_ONCE = 50
OPENINGS, OPENINGS_PER_SECOND = 90, 15

FIELDS = call_fields("/grpc.health.v1.Health/Check")
EMPTY = struct.pack(">BI", 0, 0)


class GreedyCaller(Connection):
    """Makes empty calls: another one for each answer."""

    answers = refusals = 0
    _first = 1

    def __init__(self) -> None:
        super().__init__()
        self._begun = set[int]()

    def call(self, times: int) -> None:
        numbers = range(self._first, self._first + 2 * times, 2)
        self._first = numbers.stop
        self.send(b"".join(
            frame(HEADERS, END_HEADERS, number, FIELDS) + frame(DATA, END_STREAM, number, EMPTY)
            for number in numbers), times * len(EMPTY))  # fmt: skip

    def data_received(self, data: bytes) -> None:
        before = self.answers
        super().data_received(data)
        if news := self.answers - before:
            self.call(news)

    def received(self, got: Frame) -> None:
        super().received(got)
        if got.kind == HEADERS:
            # A refusal has trailers alone.
            self.refusals += got.ends_stream and got.stream not in self._begun
            self._begun.add(got.stream)
        # Envoy resets a stream after it has refused its call.
        if got.kind in (HEADERS, DATA):
            self.answers += got.ends_stream


@asynccontextmanager
async def greedy_callers(front: Front) -> AsyncIterator[list[GreedyCaller]]:
    """Callers of another address. Envoy takes connections without TLS from 127.0.0.1 alone."""
    context = ssl.create_default_context(cafile=str(front.root))
    context.set_alpn_protocols(["h2"])
    callers: list[GreedyCaller] = []
    try:
        for _ in range(CONNECTIONS):
            _, caller = await asyncio.get_running_loop().create_connection(
                GreedyCaller, "127.0.0.1", front.port, ssl=context, server_hostname="localhost",
                local_addr=(ADDRESS, 0))  # fmt: skip
            callers.append(caller)
            caller.send(preface(FIRST_WINDOW) + ROOM_FOR_ALL)
            caller.call(CALLS_AT_ONCE)
        yield callers
    finally:
        for caller in callers:
            caller.close()


async def openings(front: Front) -> Counter[str]:
    """Opens sessions, each on a connection of its own. Returns how they were refused."""
    refusals = Counter[str]()
    credentials = grpc.ssl_channel_credentials(front.root.read_bytes())
    settings = [("grpc.use_local_subchannel_pool", 1)]
    address = f"localhost:{front.port}"

    async def open_one(name: str) -> None:
        async with grpc.aio.secure_channel(address, credentials, options=settings) as channel:
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

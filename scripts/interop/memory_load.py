"""Callers that take all the memory that they can get."""

import asyncio
from contextlib import suppress
from itertools import count
from typing import Any

import grpc

from checks import Lab
from frames import batch, opening, tap
from greedy_checks import costly
from http2 import (
    DATA, END_HEADERS, HEADERS, SETTINGS_ACK, Frame, call, call_fields, frame, message, preface,
    room,
)  # fmt: skip
from http2_client import ROOM_FOR_ALL, Connection
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub

SIMULATE = "/interaction.v1.InteractionService/Simulate"
# A message as large as the engine reads any, in pieces, bytes.
LARGE, PIECE = 4_000_000, 16_384
TAPS = 12


async def crowd(port: int, name: str, sessions: int) -> None:
    """So many sessions on one connection, which taps and goes and comes back."""
    loop = asyncio.get_running_loop()
    for number in count():
        with suppress(OSError):
            transport, connection = await loop.create_connection(
                lambda: Crowd(f"{name}-{number}", sessions), "127.0.0.1", port)
            try:
                await connection.run()
            finally:
                transport.abort()
        await asyncio.sleep(0.2)


class Crowd(Connection):
    def __init__(self, name: str, sessions: int) -> None:
        super().__init__()
        self._name = name
        self._open = [1 + 2 * number for number in range(sessions)]

    async def run(self) -> None:
        """Opens its sessions, and taps once a second; fewer times than need an acknowledgement."""
        self.send(preface() + ROOM_FOR_ALL + SETTINGS_ACK)
        for stream in list(self._open):
            self.send(call(stream))
            await self._send(stream, opening(session_id=f"{self._name}-{stream}", time_us=0))
        for number in range(1, TAPS):
            await asyncio.sleep(1)
            for stream in list(self._open):
                await self._send(stream, batch(number, tap(number % 3, number * 1_000_000)))

    async def _send(self, stream: int, request: Any) -> None:
        data = message(stream, request)
        await self.has_room(len(data) - 9)
        # Meanwhile it may have been refused.
        if stream in self._open:
            self.send(data, len(data) - 9)
        await self.drain()

    def received(self, got: Frame) -> None:
        if got.kind == DATA and got.payload:
            self.send(room(got.stream, len(got.payload)) + room(0, len(got.payload)))
        if got.ends_stream and got.stream in self._open:
            self._open.remove(got.stream)


async def unfinished_requests(port: int, source: str) -> None:
    """Large requests without their ends, on one connection after the other."""
    loop = asyncio.get_running_loop()
    while True:
        with suppress(OSError):
            transport, connection = await loop.create_connection(
                UnfinishedRequests, "127.0.0.1", port, local_addr=(source, 0))
            try:
                await connection.run()
            finally:
                transport.abort()
        await asyncio.sleep(0.2)


class UnfinishedRequests(Connection):
    def __init__(self) -> None:
        super().__init__()
        self._over = asyncio.Event()

    async def run(self) -> None:
        """Sends two, and waits for the end of the connection."""
        self.send(preface() + SETTINGS_ACK)
        body = b"\0" + (LARGE + PIECE).to_bytes(4) + bytes(LARGE)
        for stream in [1, 3]:
            self.send(frame(HEADERS, END_HEADERS, stream, call_fields(SIMULATE)))
            for at in range(0, len(body), PIECE):
                piece = body[at : at + PIECE]
                await self.has_room(len(piece))
                self.send(frame(DATA, 0, stream, piece), len(piece))
                await self.drain()
        await self._over.wait()

    def lost(self) -> None:
        self._over.set()


async def simulate_on_and_on(lab: Lab) -> None:
    """Costly simulations, one after the other."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(lab.engine.address, options=options) as channel:
        while True:
            with suppress(grpc.aio.AioRpcError):
                await InteractionServiceStub(channel).Simulate(costly(1_000))
            await asyncio.sleep(0.1)

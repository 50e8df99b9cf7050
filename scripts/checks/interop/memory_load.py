"""Callers that use as much of the engine's memory as they can."""

import asyncio
from contextlib import suppress
from itertools import count

import grpc

from channels import connect
from checks import Lab
from frames import Request, batch, costly, opening, tap
from http2 import DATA, SETTINGS_ACK, call, frame, message, preface
from http2_client import ROOM_FOR_ALL, Connection, Stream
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub

SIMULATE = "/interaction.v1.InteractionService/Simulate"
# The maximum size of a message that the engine reads, and of a piece, bytes.
LARGE, PIECE = 4_000_000, 16_384
TAPS = 12


async def crowd(port: int, name: str, sessions: int) -> None:
    """Opens `sessions` on one connection after the other; each taps for a while."""
    for number in count():
        with suppress(OSError):
            connection = await Connection.open(port, preface() + ROOM_FOR_ALL + SETTINGS_ACK)
            try:
                await tap_for_a_while(connection, f"{name}-{number}", sessions)
            finally:
                connection.close()
        await asyncio.sleep(0.2)


async def tap_for_a_while(connection: Connection, name: str, sessions: int) -> None:
    """Opens sessions, and taps once a second; fewer times than need an acknowledgement."""
    async def send(stream: Stream, request: Request, before: bytes = b"") -> None:
        data = message(stream.number, request)
        await connection.has_room(len(data) - 9)
        # It may have been refused meanwhile.
        if not stream.is_over:
            connection.send(before + data, len(data) - 9)
        await connection.drain()

    streams = [connection.begin() for _ in range(sessions)]
    for stream in streams:
        request = opening(session_id=f"{name}-{stream.number}", time_us=0)
        await send(stream, request, before=call(stream.number))
    for number in range(1, TAPS):
        await asyncio.sleep(1)
        for stream in streams:
            await send(stream, batch(number, tap(number % 3, number * 1_000_000)))


async def unfinished_requests(port: int, source: str) -> None:
    """Sends two large unfinished requests on one connection after the other."""
    body = b"\0" + (LARGE + PIECE).to_bytes(4) + bytes(LARGE)
    while True:
        with suppress(OSError):
            connection = await Connection.open(port, preface() + SETTINGS_ACK, source)
            try:
                for stream in [connection.begin(), connection.begin()]:
                    connection.send(call(stream.number, SIMULATE))
                    for at in range(0, len(body), PIECE):
                        piece = body[at : at + PIECE]
                        await connection.send_all(frame(DATA, 0, stream.number, piece), len(piece))
                while connection.closed is None:
                    await connection.change()
            finally:
                connection.close()
        await asyncio.sleep(0.2)


async def simulate_on_and_on(lab: Lab) -> None:
    """Makes expensive simulations, one after the other."""
    async with connect(lab.engine.address) as channel:
        while True:
            with suppress(grpc.aio.AioRpcError):
                await InteractionServiceStub(channel).Simulate(costly(1_000))
            await asyncio.sleep(0.1)

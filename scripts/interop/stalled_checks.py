"""A client that does not read: HTTP/2 by hand, with a window too small for any answer."""

import asyncio

import grpc

from checks import Check, Lab, eventually, expect
from engine import Engine
from frames import PHONE, Event, Request, batch, heartbeat, opening
from http2 import (
    DATA, END_HEADERS, END_STREAM, HEADERS, PREFACE, SETTINGS_ACK, call_fields, frame, message,
    settings,
)  # fmt: skip
from services import active_sessions

WINDOW_BYTES = 100


class StalledClient:
    """Opens a session, and never makes room for what comes back."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    @classmethod
    async def connect(cls, port: int) -> "StalledClient":
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            PREFACE + settings(_4=WINDOW_BYTES) + SETTINGS_ACK
            + frame(HEADERS, END_HEADERS, 1, call_fields())
            + message(1, opening()))  # fmt: skip
        await writer.drain()
        return cls(writer)

    async def send(self, *requests: Request) -> None:
        for request in requests:
            self._writer.write(message(1, request))
        await self._writer.drain()

    async def half_close(self) -> None:
        self._writer.write(frame(DATA, END_STREAM, 1, b""))
        await self._writer.drain()

    def close(self) -> None:
        self._writer.close()


async def with_stalled_client(lab: Lab, *requests: Request, half_closes: bool) -> None:
    """The session of a client that does not read ends all the same, and so does the server."""
    engine = await Engine.start(lab.binary)
    async with grpc.aio.insecure_channel(engine.address) as channel:
        async def has_sessions(number: int) -> bool:
            return await active_sessions(channel, "home-refined") == number

        client = await StalledClient.connect(engine.port)
        await eventually("an open session", lambda: has_sessions(1))
        await client.send(*requests)
        if half_closes:
            await client.half_close()
        # Five seconds without an ack, and two for the end to be read.
        await eventually("no session left", lambda: has_sessions(0), 15)
    code = await engine.stop()
    client.close()
    expect("exit code", code, 0)


async def too_much_to_read(lab: Lab) -> None:
    turns = [Event(environment=PHONE)] * 60
    frames = [batch(1 + 60 * number, *turns) for number in range(30)]
    await with_stalled_client(lab, *frames, half_closes=False)


async def end_behind_a_full_queue(lab: Lab) -> None:
    await with_stalled_client(lab, *[heartbeat(0)] * 256, half_closes=True)


CHECKS = [
    Check("a client that does not read megabytes keeps neither session nor server",
          too_much_to_read),
    Check("a half-close behind 256 unread frames ends the session", end_behind_a_full_queue),
]  # fmt: skip

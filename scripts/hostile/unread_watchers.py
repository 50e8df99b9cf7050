"""Operators' watches of sessions that are not read."""

import asyncio
from pathlib import Path

from attack import GREETING
from checks import expect_that
from condition import Condition, neighbours, running
from floods import call
from frames import BEGAN, MOVED, Response, batch, opening, samples, scroll
from http2 import (
    FIRST_WINDOW, LARGEST_WINDOW, PREFACE, SETTINGS_ACK, MessageReader, half_close, message, room,
    settings,
)  # fmt: skip
from http2 import call as interact
from interaction.inspector.v1 import inspector_service_pb2
from limits import LIMITS
from process import Process
from raw_connection import RawConnection
from http2_client import Stream

WATCH_SESSION = "/interaction.inspector.v1.InspectorService/WatchSession"
SESSIONS, WATCHERS = 10, 16
# Sessions that are watched on one connection.
WATCHED = 1
# Frames of samples, and samples in each: more than wait for a watcher.
FRAMES, SAMPLES = 6, 1_024
SAMPLE_US = 4_500
MOST_MIB = 150
# Seconds until all samples are acknowledged.
LONGEST = 15


class WatchedSession:
    """A session whose list moves."""

    def __init__(self, connection: RawConnection, number: int) -> None:
        self.name = f"watched-{number}"
        self.stream: Stream = connection.begin()
        self.stream.received = self._receive
        self.acked = 0
        self._connection = connection
        self._messages = MessageReader()

    async def open(self) -> None:
        body = message(self.stream.number, opening(session_id=self.name))
        began = message(self.stream.number, batch(1, scroll(0, BEGAN)))
        data = interact(self.stream.number) + body + began
        await self._connection.send_all(data, len(body) + len(began) - 18)

    async def move(self, round_: int) -> None:
        offsets = [float(each % 400) for each in range(SAMPLES)]
        moved = samples(*offsets, delta_us=[SAMPLE_US] * SAMPLES, phase=MOVED)
        moved.time_us = 1 + round_ * SAMPLES * SAMPLE_US
        data = message(self.stream.number, batch(2 + round_ * SAMPLES, moved))
        await self._connection.send_all(data, len(data) - 9)

    def _receive(self, payload: bytes) -> None:
        self._connection.send(room(self.stream.number, len(payload)))
        for body in self._messages.feed(payload):
            self.acked = max(self.acked, Response.FromString(body).acked_event)


async def unread_watchers(binary: Path) -> str:
    async with running(binary, *LIMITS) as engine, neighbours(engine) as beside:
        process = Process(engine.pid)
        players = await RawConnection.connect(engine.port)
        players.send(GREETING + room(0, LARGEST_WINDOW - FIRST_WINDOW))
        sessions = [WatchedSession(players, number) for number in range(SESSIONS)]
        for session in sessions:
            await session.open()
            await session.stream.until(lambda it: it.is_answered)
        watchers = [await RawConnection.connect(engine.port) for _ in range(SESSIONS // WATCHED)]
        for number, watcher in enumerate(watchers):
            await watch(watcher, sessions[number * WATCHED :][:WATCHED])
        await asyncio.sleep(1)
        before = process.resident_mib
        process.peak_mib = before
        looking = asyncio.create_task(process.watch())
        problem = await play(sessions)
        looking.cancel()
        more = process.peak_mib - before
        text = f"{more:+.0f} MiB for {SESSIONS * WATCHERS} watchers; {await beside.unharmed()}"
        expect_that(not problem, f"{problem}: {text}")
        for each in [players, *watchers]:
            each.close()
        expect_that(more <= MOST_MIB, f"watchers that do not read cost {text}")
        return text


async def play(sessions: list[WatchedSession]) -> str:
    """Moves all lists, and waits until all of that is acknowledged. Returns what is wrong."""
    try:
        async with asyncio.timeout(LONGEST):
            for round_ in range(FRAMES):
                for session in sessions:
                    await session.move(round_)
            for session in sessions:
                while session.acked < 1 + FRAMES * SAMPLES:
                    if session.stream.is_over:
                        return f"{session.name} has ended"
                    await asyncio.sleep(0.05)
    except (TimeoutError, ConnectionResetError):
        behind = sum(each.acked < 1 + FRAMES * SAMPLES for each in sessions)
        return f"{behind} sessions were not answered within {LONGEST} s"
    return ""


async def watch(connection: RawConnection, sessions: list[WatchedSession]) -> None:
    """Calls that have no room for a single answer."""
    connection.send(PREFACE + settings(_4=0) + SETTINGS_ACK)
    begin = call(WATCH_SESSION)
    for session in sessions:
        request = inspector_service_pb2.WatchSessionRequest(
            session_id=session.name).SerializeToString()
        for _ in range(WATCHERS):
            number = connection.begin().number
            body = message(number, request)
            await connection.send_all(begin(number) + body + half_close(number), len(body) - 9)


CONDITIONS = [Condition("watchers that do not read", unread_watchers, 90)]

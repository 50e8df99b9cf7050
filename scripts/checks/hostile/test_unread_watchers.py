"""Operators' watches of sessions that are not read."""

import asyncio
from pathlib import Path

from attack import LIMITS, attackers
from bystander import SharedSession
from frames import BEGAN, MOVED, Response, batch, samples, scroll
from http2 import PREFACE, SETTINGS_ACK, settings
from http2_client import ROOM_FOR_ALL, Connection
from interaction.inspector.v1 import inspector_service_pb2
from neighbours import neighbours, running_apart
from process import Process

WATCH_SESSION = "/interaction.inspector.v1.InspectorService/WatchSession"
# Sessions, each watched on a connection of its own.
SESSIONS, WATCHERS = 10, 16
# Frames of samples, and samples in each: more than wait for a watcher.
FRAMES, SAMPLES = 6, 1_024
SAMPLE_US = 4_500
MOST_MIB = 150


class WatchedSession(SharedSession):
    """A session whose list moves."""

    acked = 0

    async def move(self, round_: int) -> None:
        offsets = [float(each % 400) for each in range(SAMPLES)]
        moved = samples(*offsets, delta_us=[SAMPLE_US] * SAMPLES, phase=MOVED)
        moved.time_us = 1 + round_ * SAMPLES * SAMPLE_US
        await self.send(batch(2 + round_ * SAMPLES, moved))

    def note(self, response: Response) -> None:
        self.acked = max(self.acked, response.acked_event)


async def test_watchers_that_do_not_read_harm_nobody(binary: Path) -> None:
    async with running_apart(binary, *LIMITS) as engine, neighbours(engine.address) as beside:
        process = Process(engine.pid)
        players = await attackers(engine.port, ROOM_FOR_ALL)
        sessions = [WatchedSession(players, f"watched-{number}") for number in range(SESSIONS)]
        for session in sessions:
            await session.send(batch(1, scroll(0, BEGAN)))
            await session.stream.until(lambda it: it.is_answered)
        watchers = [await watcher(engine.port, session.name) for session in sessions]
        await asyncio.sleep(1)
        before = process.resident_mib
        process.peak_mib = before
        looking = asyncio.create_task(process.watch())
        await play(sessions)
        looking.cancel()
        await beside.assert_unharmed()
        for each in [players, *watchers]:
            each.close()
        assert process.peak_mib - before <= MOST_MIB


async def play(sessions: list[WatchedSession]) -> None:
    """Moves all lists, and waits until all of that is acknowledged."""
    for round_ in range(FRAMES):
        for session in sessions:
            await session.move(round_)
    for session in sessions:
        while session.acked < 1 + FRAMES * SAMPLES:
            assert not session.stream.is_over, f"{session.name} has ended"
            await asyncio.sleep(0.05)


async def watcher(port: int, name: str) -> Connection:
    """Calls that have no room for a single answer."""
    connection = await attackers(port, greeting=PREFACE + settings(_4=0) + SETTINGS_ACK)
    request = inspector_service_pb2.WatchSessionRequest(session_id=name)
    for _ in range(WATCHERS):
        await connection.ask(WATCH_SESSION, request)
    return connection

"""Operators' watches of sessions that are not read."""

import asyncio
from pathlib import Path

from attack import LIMITS, attackers
from conversation import Conversation
from frames import BEGAN, MOVED, samples, scroll
from http2 import PREFACE, SETTINGS_ACK, settings
from http2_client import ROOM_FOR_ALL, Connection
from interaction.inspector.v1 import inspector_service_pb2
from neighbours import neighbours, running_apart
from process import Process
from transports import FrameTransport

WATCH_SESSION = "/interaction.inspector.v1.InspectorService/WatchSession"
# The sessions, each watched on its own connection.
SESSIONS, WATCHERS = 10, 16
# The frames of samples, and the samples in each: more than the queue of a watcher.
FRAMES, SAMPLES = 6, 1_024
SAMPLE_US = 4_500
MOST_MIB = 150


async def test_watchers_that_do_not_read_harm_nobody(binary: Path) -> None:
    async with running_apart(binary, *LIMITS) as engine, neighbours(engine.address) as beside:
        process = Process(engine.pid)
        players = await attackers(engine.port, ROOM_FOR_ALL)
        sessions = {f"watched-{number}": Conversation(FrameTransport(players))
                    for number in range(SESSIONS)}  # fmt: skip
        for name, session in sessions.items():
            await session.open(session_id=name)
            await session.exchange(scroll(0, BEGAN))
        watchers = [await watcher(engine.port, name) for name in sessions]
        await asyncio.sleep(1)
        before = process.resident_mib
        process.forget_peak()
        await asyncio.gather(*map(move, sessions.values()))
        await beside.assert_unharmed()
        assert process.peak_mib - before <= MOST_MIB
        # They delay no drain, either.
        assert await engine.stop() == 0
        for each in [players, *watchers]:
            each.close()


async def move(session: Conversation) -> None:
    """Scrolls a list, and waits for the acknowledgement."""
    offsets = [float(each % 400) for each in range(SAMPLES)]
    for number in range(FRAMES):
        moved = samples(*offsets, delta_us=[SAMPLE_US] * SAMPLES, phase=MOVED)
        moved.time_us = 1 + number * SAMPLES * SAMPLE_US
        await session.events(moved)
    await session.acked(session.sent)


async def watcher(port: int, name: str) -> Connection:
    """Watches a session without a flow-control window for a single response."""
    connection = await attackers(port, greeting=PREFACE + settings(_4=0) + SETTINGS_ACK)
    request = inspector_service_pb2.WatchSessionRequest(session_id=name)
    for _ in range(WATCHERS):
        await connection.ask(WATCH_SESSION, request)
    return connection

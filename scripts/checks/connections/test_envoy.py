"""Clients of all manners behind Envoy, which has one connection to the engine for all of them."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from engine import running
from conversation import Conversation, StreamEnded
from frames import now_us, opening, tap
from http2_client import Connection
from own_envoy import leading_to, own_envoy
from tapping_session import TappingSession
from test_shared_connections import PATIENT, shared
from transports import FrameTransport

STEADY_CONNECTIONS, STEADY_SESSIONS = 10, 10
WILD = 100
WAYS = ["at once", "cancel", "half-close", "half-close and cancel", "vanish", "vanish"]
# Envoy's counts of its connections to the engine.
COUNTS = {
    "upstream_cx_total": 1, "upstream_cx_destroy_remote": 0, "upstream_cx_destroy_local": 0,
    "upstream_cx_destroy_with_active_rq": 0, "upstream_cx_protocol_error": 0,
}  # fmt: skip
# Its one worker has one connection to the engine, over HTTP/2.
CONFIGURATION = Path("Tests/Web/Examples/envoy.yaml")


async def play_wildly(port: int, seed: int, ways: Counter[str]) -> None:
    """Opens sessions, taps, and goes in one way or another; again and again."""
    choice = random.Random(seed)
    for turn in range(1_000_000):
        connection = await Connection.open(port)
        try:
            for part in range(choice.randrange(1, 4)):
                way = choice.choice(WAYS)
                ways[way] += 1
                await wild_session(connection, f"wild-{seed}-{turn}-{part}", way, choice)
        finally:
            # With what is open on it: so clients vanish.
            connection.close()


async def wild_session(connection: Connection, name: str, way: str, choice: random.Random) -> None:
    conversation = Conversation(FrameTransport(connection))
    with suppress(StreamEnded):
        await conversation.send(opening(session_id=name, time_us=now_us()))
        for tapped in range(0 if way == "at once" else choice.randrange(1, 11)):
            await asyncio.sleep(choice.uniform(0, 0.2))
            await conversation.events(tap(tapped % 3, now_us()))
        if way == "half-close":
            await conversation.close()
        elif "half-close" in way or (way == "at once" and choice.random() < 0.5):
            await conversation.half_close()
        if way in ("at once", "cancel", "half-close and cancel"):
            conversation.cancel()


@pytest.mark.parametrize("seconds", [15, pytest.param(120, marks=pytest.mark.long)])
@pytest.mark.timeout(300)
async def test_of_sessions_through_envoy_half_tap_and_half_cancel_half_close_and_vanish(
    binary: Path, seed: int, seconds: float
) -> None:
    ways = Counter[str]()
    steady: list[TappingSession] = []
    async with (
        running(binary, *PATIENT) as engine,
        own_envoy(leading_to(engine.port, CONFIGURATION)) as envoy,
        AsyncExitStack() as opened,
    ):
        for at in range(STEADY_CONNECTIONS):
            names = [f"steady-{at}-{number}" for number in range(STEADY_SESSIONS)]
            _, sessions = await opened.enter_async_context(shared(envoy, *names, rate=10))
            steady += sessions
        wild = [asyncio.create_task(play_wildly(envoy.port, seed + at, ways)) for at in range(WILD)]
        try:
            await asyncio.sleep(seconds)
            for each in steady:
                each.expect_running()
            counts = await envoy.statistics()
            assert not any(task.done() for task in wild), "a wild client gave up"
        finally:
            for task in wild:
                task.cancel()
            await asyncio.gather(*wild, return_exceptions=True)
        await asyncio.gather(*(each.end_well() for each in steady))
        assert {name: counts.get(name, 0) for name in COUNTS} == COUNTS
    print(f"{sum(len(each.waits) for each in steady)} taps; calls that ended {dict(ways)}")

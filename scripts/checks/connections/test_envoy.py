"""Clients of all manners behind Envoy, which has one connection to the engine for all of them."""

import asyncio
import json
import random
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from bystander import Bystander
from engine import running
from frames import batch, now_us, opening, tap
from http2 import call, cancel, half_close, message
from http2_client import Connection
from own_envoy import loopback, own_envoy
from test_shared_connections import PATIENT, shared

STEADY_CONNECTIONS, STEADY_SESSIONS = 10, 10
WILD = 100
WAYS = ["at once", "cancel", "half-close", "half-close and cancel", "vanish", "vanish"]
# Envoy's counts of its connections to the engine.
COUNTS = {
    "upstream_cx_total": 1, "upstream_cx_destroy_remote": 0, "upstream_cx_destroy_local": 0,
    "upstream_cx_destroy_with_active_rq": 0, "upstream_cx_protocol_error": 0,
}  # fmt: skip
EXTENSIONS = "type.googleapis.com/envoy.extensions."
OPTIONS = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"


def configuration(port: int) -> dict[str, object]:
    """One worker, and HTTP/2 both ways: so there is one connection to the engine."""
    http2 = {"max_concurrent_streams": 1_000}
    manager = {
        "@type": EXTENSIONS + "filters.network.http_connection_manager.v3.HttpConnectionManager",
        "stat_prefix": "front", "codec_type": "HTTP2", "http2_protocol_options": http2,
        "stream_idle_timeout": "60s",
        "http_filters": [{"name": "router", "typed_config": {
            "@type": EXTENSIONS + "filters.http.router.v3.Router"}}],
        "route_config": {"virtual_hosts": [{"name": "all", "domains": ["*"], "routes": [
            {"match": {"prefix": "/"}, "route": {"cluster": "engine", "timeout": "0s"}}]}]},
    }  # fmt: skip
    cluster = {
        "name": "engine", "connect_timeout": "5s",
        "circuit_breakers": {"thresholds": [{"max_requests": 10_000}]},
        "typed_extension_protocol_options": {OPTIONS: {
            "@type": f"type.googleapis.com/{OPTIONS}",
            "explicit_http_config": {"http2_protocol_options": http2}}},
        "load_assignment": {"cluster_name": "engine", "endpoints": [{"lb_endpoints": [
            {"endpoint": {"address": loopback(port)}}]}]},
    }  # fmt: skip
    listener = {"name": "front", "address": loopback(0), "filter_chains": [
        {"filters": [{"name": "http", "typed_config": manager}]}]}  # fmt: skip
    return {"static_resources": {"listeners": [listener], "clusters": [cluster]}}


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
    stream = connection.begin()
    number = stream.number
    start = call(number) + message(number, opening(session_id=name, time_us=now_us()))
    if way == "at once":
        end = choice.choice([b"", half_close(number)])
        return connection.send(start + end + cancel(number))
    connection.send(start)
    for tapped in range(1, choice.randrange(2, 12)):
        await asyncio.sleep(choice.uniform(0, 0.2))
        connection.send(message(number, batch(tapped, tap(tapped % 3, now_us()))))
    end = half_close(number) if "half-close" in way else b""
    connection.send(end + (cancel(number) if "cancel" in way else b""))
    if way == "half-close":
        await stream.until(lambda it: it.is_over or bool(connection.problem))


@pytest.mark.parametrize("seconds", [15, pytest.param(120, marks=pytest.mark.long)])
@pytest.mark.timeout(300)
async def test_of_sessions_through_envoy_half_tap_and_half_cancel_half_close_and_vanish(
    binary: Path, seed: int, seconds: float
) -> None:
    ways = Counter[str]()
    steady: list[Bystander] = []
    async with (
        running(binary, *PATIENT) as engine,
        own_envoy(json.dumps(configuration(engine.port))) as envoy,
        AsyncExitStack() as opened,
    ):
        for at in range(STEADY_CONNECTIONS):
            names = [f"steady-{at}-{number}" for number in range(STEADY_SESSIONS)]
            _, sessions = await opened.enter_async_context(shared(envoy, *names))
            steady += sessions
        wild = [asyncio.create_task(play_wildly(envoy.port, seed + at, ways)) for at in range(WILD)]
        try:
            await asyncio.sleep(seconds)
            for each in steady:
                each.expect_undisturbed()
            counts = await asyncio.to_thread(envoy.statistics)
            assert not any(task.done() for task in wild), "a wild client gave up"
        finally:
            for task in wild:
                task.cancel()
            await asyncio.gather(*wild, return_exceptions=True)
        await asyncio.gather(*(each.end_well() for each in steady))
        assert {name: counts.get(name, 0) for name in COUNTS} == COUNTS
    print(f"{sum(len(each.waits) for each in steady)} taps; calls that ended {dict(ways)}")

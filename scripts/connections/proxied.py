"""Clients of all manners behind Envoy, which has one connection to the engine for all of them."""

import asyncio
import json
import random
import struct
from collections import Counter

from bystander import Bystander
from checks import expect, expect_that
from frames import batch, now_us, opening, tap
from http2 import call, half_close, message
from http2 import RST_STREAM, frame
from own_envoy import loopback, own_envoy
from shared_connection import SharedConnection

STEADY_CONNECTIONS, STEADY_SESSIONS = 10, 10
WILD = 100
CANCEL = struct.pack(">I", 8)
STATISTICS = [
    "upstream_cx_total", "upstream_cx_destroy_remote", "upstream_cx_destroy_local",
    "upstream_cx_destroy_with_active_rq", "upstream_cx_protocol_error",
]  # fmt: skip


def configuration(port: int) -> dict[str, object]:
    """One worker, and HTTP/2 both ways: so there is one connection to the engine."""
    http2 = {"max_concurrent_streams": 1_000}
    manager = {
        "@type": "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager"
        ".v3.HttpConnectionManager",
        "stat_prefix": "front", "codec_type": "HTTP2", "http2_protocol_options": http2,
        "stream_idle_timeout": "60s",
        "http_filters": [{"name": "router", "typed_config": {
            "@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"}}],
        "route_config": {"virtual_hosts": [{"name": "all", "domains": ["*"], "routes": [
            {"match": {"prefix": "/"}, "route": {"cluster": "engine", "timeout": "0s"}}]}]},
    }  # fmt: skip
    options = {"@type": "type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions",
               "explicit_http_config": {"http2_protocol_options": http2}}  # fmt: skip
    return {
        "static_resources": {
            "listeners": [{"name": "front", "address": loopback(0), "filter_chains": [
                {"filters": [{"name": "http", "typed_config": manager}]}]}],
            "clusters": [{
                "name": "engine", "connect_timeout": "5s",
                "circuit_breakers": {"thresholds": [{"max_requests": 10_000}]},
                "typed_extension_protocol_options": {
                    "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": options},
                "load_assignment": {"cluster_name": "engine", "endpoints": [{"lb_endpoints": [
                    {"endpoint": {"address": loopback(port)}}]}]},
            }],
        },
    }  # fmt: skip


class WildClient:
    """Opens sessions, taps, and goes in one way or another; again and again."""

    def __init__(self, port: int, seed: int, ways: Counter[str]) -> None:
        self._port, self._choice, self._ways = port, random.Random(seed), ways
        self._name = f"wild-{seed}"

    async def play(self) -> None:
        for turn in range(1_000_000):
            connection = await SharedConnection.open(self._port)
            try:
                for part in range(self._choice.randrange(1, 4)):
                    await self._session(connection, f"{self._name}-{turn}-{part}")
            finally:
                # With what is open on it: so clients vanish.
                connection.close()

    async def _session(self, connection: SharedConnection, name: str) -> None:
        stream = connection.begin()
        number = stream.number
        start = call(number) + message(number, opening(session_id=name, time_us=now_us()))
        reset, end = frame(RST_STREAM, 0, number, CANCEL), half_close(number)
        way = self._choice.choice(
            ["at once", "cancel", "half-close", "half-close and cancel", "vanish", "vanish"])
        self._ways[way] += 1
        if way == "at once":
            connection.send(start + self._choice.choice([b"", end]) + reset)
            return
        connection.send(start)
        for tapped in range(1, self._choice.randrange(2, 12)):
            await asyncio.sleep(self._choice.uniform(0, 0.2))
            connection.send(message(number, batch(tapped, tap(tapped % 3, now_us()))))
        if way == "cancel":
            connection.send(reset)
        elif way == "half-close":
            connection.send(end)
            await stream.until(lambda it: it.is_over or bool(connection.problem))
        elif way == "half-close and cancel":
            connection.send(end + reset)


async def through_envoy(port: int, seconds: float, first: int) -> str:
    """Steady sessions and wild ones, as many of each; Envoy must not lose its connection."""
    async with own_envoy(json.dumps(configuration(port))) as envoy:
        connections = [await SharedConnection.open(envoy.port) for _ in range(STEADY_CONNECTIONS)]
        steady = [
            Bystander(connection, f"steady-{at}-{number}")
            for at, connection in enumerate(connections) for number in range(STEADY_SESSIONS)
        ]  # fmt: skip
        ways = Counter[str]()
        wild = [asyncio.create_task(WildClient(envoy.port, first + at, ways).play())
                for at in range(WILD)]  # fmt: skip
        try:
            await asyncio.sleep(seconds)
            for each in steady:
                each.expect_undisturbed()
            counted = await asyncio.to_thread(envoy.statistics)
            for task in wild:
                expect_that(not task.done(), "a wild client gave up")
                task.cancel()
            for each in steady:
                await each.end_well()
        finally:
            for task in wild:
                task.cancel()
            await asyncio.gather(*wild, return_exceptions=True)
            for each in steady:
                await each.cancel()
            for connection in connections:
                connection.close()
        found = {name: counted.get(name, 0) for name in STATISTICS}
        expect("Envoy's connections to the engine", found, {**dict.fromkeys(STATISTICS, 0),
                                                           "upstream_cx_total": 1})  # fmt: skip
        taps = sum(len(each.waits) for each in steady)
        told = ", ".join(f"{count} {way}" for way, count in sorted(ways.items()))
        return f"{taps} taps, 1 connection, 0 lost; calls that ended {told}"

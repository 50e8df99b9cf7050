"""The HTTP/1.1 listeners: pages of other origins and hosts, and expensive requests."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from engine import Engine
from neighbours import neighbours, running_apart
from ports import http_client
from process import Process
from raw import CLOSE, TEXT, Socket, frame, request, upgrade

INSPECTOR = "/interaction.inspector.v1.InspectorService"
SIMULATE = "/interaction.v1.InteractionService/Simulate"
SHOP, DESK, EVIL = "https://shop.example", "https://desk.example", "evil.example"
REFUSED = {400, 403, 421}
# The bodies of requests without a route, each of the maximum size.
BODIES, BODY_BYTES, PIECE = 40, 4 << 20, 1 << 16
MOST_BODIES_MIB = 60
FRAMES, FRAME_BYTES = 300, 60_000
# The limits on a session's work, burst and per second; a frame costs 2, and 1 per 256 bytes.
BURST, PER_SECOND = 32_000, 16_000
LEAST_SECONDS = (FRAMES * (2 + FRAME_BYTES // 256) - BURST) / PER_SECOND
OPEN = {"open": {
    "sessionId": "unknown-fields", "level": 1, "surface": {"width": 375, "height": 812},
}}  # fmt: skip
LAST = {"events": {"firstSequence": 1, "events": [{"timeUs": 1, "tap": {"tab": 1}}]}}


@dataclass(frozen=True)
class Listeners:
    engine: Engine
    users: str
    operators: str
    monitoring: str


@pytest.fixture(scope="module")
async def at(binary: Path) -> AsyncIterator[Listeners]:
    """An engine whose listeners allow one origin each."""
    async with running_apart(
        binary, "--web-port", "0", "--web-origin", SHOP, "--operator-web-port", "0",
        "--operator-web-origin", DESK, "--monitoring-port", "0",
    ) as engine:  # fmt: skip
        names = ["browsers", "operators' browsers", "monitoring"]
        yield Listeners(engine, *[await engine.next_address(name) for name in names])


def port_of(address: str) -> int:
    return int(address.split(":")[1])


async def answer(address: str, line: str, **headers: str) -> httpx.Response:
    method, path = line.split()
    message = {"level": 1} if path == SIMULATE else {}
    async with http_client(address) as client:
        return await client.request(
            method, path, headers=headers, json=message if method == "POST" else None)


@pytest.mark.parametrize("listener, call, origin, is_answered", [
    ("users", SIMULATE, SHOP, True),
    ("users", SIMULATE, DESK, False),
    ("operators", f"{INSPECTOR}/ListExperiences", DESK, True),
    ("operators", f"{INSPECTOR}/ListExperiences", SHOP, False),
    ("operators", f"{INSPECTOR}/Drain", SHOP, False),
])  # fmt: skip
async def test_each_listener_has_origins_of_its_own(
    at: Listeners, listener: str, call: str, origin: str, is_answered: bool
) -> None:
    found = await answer(getattr(at, listener), f"POST {call}", origin=origin)
    assert found.status_code in ({200} if is_answered else REFUSED)


async def test_a_preflight_lets_no_page_of_users_call_operators(at: Listeners) -> None:
    preflight = {"access-control-request-method": "POST", "origin": SHOP}
    found = await answer(at.operators, f"OPTIONS {INSPECTOR}/Drain", **preflight)
    assert "access-control-allow-origin" not in found.headers


async def test_pages_of_users_do_not_drain_on_a_listener_that_operators_share(binary: Path) -> None:
    async with running_apart(binary, "--web-port", "0", "--web-origin", SHOP) as engine:
        browsers = await engine.next_address("browsers")
        found = await answer(browsers, f"POST {INSPECTOR}/Drain", origin=SHOP)
        assert found.status_code in REFUSED


@pytest.mark.parametrize("listener, line", [
    ("users", f"POST {SIMULATE}"), ("users", "GET /v1/interact"),
    ("operators", f"POST {INSPECTOR}/ListSessions"), ("operators", "GET /inspector"),
    ("monitoring", "GET /metrics"), ("monitoring", "GET /health/ready"),
])  # fmt: skip
async def test_another_name_is_none_of_a_loopback_listener(
    at: Listeners, listener: str, line: str
) -> None:
    """An attacker may point it to this machine (DNS rebinding)."""
    address: str = getattr(at, listener)
    lines = upgrade().decode().split("\r\n")[2:-2] if line.endswith("interact") else []
    headers = dict(each.split(": ") for each in lines)
    for host in [address, f"LOCALHOST:{port_of(address)}"]:
        found = await answer(address, line, **headers, host=host)
        assert found.status_code in (101, 200), host
    for host in [EVIL, f"127.0.0.1.{EVIL}:{port_of(address)}"]:
        found = await answer(address, line, **headers, host=host)
        assert found.status_code in REFUSED, host


async def test_bodies_that_no_route_takes_are_not_kept(at: Listeners) -> None:
    async with neighbours(at.engine.address) as beside, AsyncExitStack() as opened:
        process = Process(at.engine.pid)
        before = process.resident_mib
        process.forget_peak()

        async def send() -> None:
            socket = await opened.enter_async_context(Socket.to(port_of(at.users)))
            await socket.send(request("POST /nowhere", f"content-length: {BODY_BYTES}"))
            for _ in range(BODY_BYTES // PIECE - 1):
                await socket.send(bytes(PIECE))

        # Unread bodies stay in the kernel.
        await asyncio.wait([asyncio.create_task(send()) for _ in range(BODIES)], timeout=5)
        await asyncio.sleep(1)
        await beside.assert_unharmed()
        assert process.peak_mib - before <= MOST_BODIES_MIB


@pytest.mark.long
async def test_unknown_fields_of_json_take_as_long_as_in_protobuf(at: Listeners) -> None:
    def text(content: object) -> bytes:
        return frame(TEXT, json.dumps(content).encode())

    async with (
        neighbours(at.engine.address) as beside,
        Socket.upgraded(port_of(at.users), "interaction.v1.json") as socket,
    ):
        await socket.send(text(OPEN))
        await socket.read_frame()
        unknown = text({"heartbeat": {"timeUs": 1}, "unknown": "x" * FRAME_BYTES})
        start = time.monotonic()

        async def send() -> None:
            for _ in range(FRAMES):
                await socket.send(unknown)
            await socket.send(text(LAST))

        sending = asyncio.create_task(send())
        async with asyncio.timeout(40):
            while True:
                opcode, payload = await socket.read_frame()
                assert opcode != CLOSE, payload
                if json.loads(payload).get("ackedEvent"):
                    break
        took = time.monotonic() - start
        await sending
        await beside.assert_unharmed()
        assert took >= 0.9 * LEAST_SECONDS, f"{FRAMES} frames of 60 KB are not held back"

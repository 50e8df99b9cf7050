"""The HTTP/1.1 listeners: pages of other origins and hosts, and expensive requests."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from engine import Engine
from neighbours import neighbours, running_apart
from process import Process
from raw import CLOSE, TEXT, Socket, frame, request, upgrade

INSPECTOR = "/interaction.inspector.v1.InspectorService"
SIMULATE = "/interaction.v1.InteractionService/Simulate"
SHOP, DESK, EVIL = "https://shop.example", "https://desk.example", "evil.example"
JSON = "content-type: application/json"
REFUSED = (400, 403, 421)
# The bodies of requests without a route, each of the maximum size.
BODIES, BODY_BYTES, PIECE = 40, 4 << 20, 1 << 16
MOST_BODIES_MIB = 60
FRAMES, FRAME_BYTES = 300, 60_000
# The limits on a session's work, as a burst and per second; a frame costs 2, and 1 for each 256
# bytes.
BURST, PER_SECOND = 32_000, 16_000
LEAST_SECONDS = (FRAMES * (2 + FRAME_BYTES // 256) - BURST) / PER_SECOND
OPEN = {"open": {
    "sessionId": "unknown-fields", "level": 1, "surface": {"width": 375, "height": 812},
}}  # fmt: skip
LAST = {"events": {"firstSequence": 1, "events": [{"timeUs": 1, "tap": {"tab": 1}}]}}


@dataclass(frozen=True)
class Listeners:
    engine: Engine
    users: int
    operators: int
    monitoring: int


@asynccontextmanager
async def listening(binary: Path, *options: str) -> AsyncIterator[Listeners]:
    ports = ["--web-port", "0", "--operator-web-port", "0", "--monitoring-port", "0"]
    async with running_apart(binary, *ports, *options) as engine:
        names = ("browsers", "operators' browsers", "monitoring")
        yield Listeners(engine, *[await port_of(engine, name) for name in names])


async def port_of(engine: Engine, listener: str) -> int:
    return int((await engine.next_address(listener)).split(":")[1])


async def head(port: int, line: str, *headers: str, host: str = "") -> str:
    """Returns the head of the response; empty if the connection is closed without one."""
    body = b"{}" if line.startswith("POST") else b""
    more = [JSON, "content-length: 2"] if body else []
    async with Socket.to(port) as socket:
        await socket.send(request(
            line, *more, *headers, host=host or f"127.0.0.1:{port}", body=body))
        try:
            return await socket.read_head()
        except asyncio.IncompleteReadError:
            return ""


async def status(port: int, line: str, *headers: str, host: str = "") -> int:
    answer = await head(port, line, *headers, host=host)
    return int(answer.split()[1]) if answer else 0


async def test_pages_of_users_do_nothing_on_the_listener_of_operators(binary: Path) -> None:
    async with listening(binary, "--web-origin", SHOP) as at:
        assert await status(at.users, f"POST {SIMULATE}", f"origin: {SHOP}") == 200
        assert await status(at.operators, f"POST {INSPECTOR}/Drain", f"origin: {SHOP}") in REFUSED
        preflight = await head(
            at.operators, f"OPTIONS {INSPECTOR}/Drain", "access-control-request-method: POST",
            f"origin: {SHOP}")
        assert "access-control-allow-origin:" not in preflight.lower()


async def test_each_listener_has_origins_of_its_own(binary: Path) -> None:
    async with listening(binary, "--web-origin", SHOP, "--operator-web-origin", DESK) as at:
        experiences = f"POST {INSPECTOR}/ListExperiences"
        assert await status(at.operators, experiences, f"origin: {DESK}") == 200
        assert await status(at.operators, experiences, f"origin: {SHOP}") != 200
        assert await status(at.users, f"POST {SIMULATE}", f"origin: {DESK}") != 200


async def test_pages_of_users_do_not_drain_on_a_listener_that_operators_share(binary: Path) -> None:
    async with running_apart(binary, "--web-port", "0", "--web-origin", SHOP) as engine:
        port = await port_of(engine, "browsers")
        assert await status(port, f"POST {INSPECTOR}/Drain", f"origin: {SHOP}") in REFUSED


async def test_another_name_is_none_of_a_loopback_listener(binary: Path) -> None:
    """An attacker may point it to this machine (DNS rebinding)."""
    asked = {
        "users": [f"POST {SIMULATE}", "GET /v1/interact"],
        "operators": [f"POST {INSPECTOR}/ListSessions", "GET /inspector"],
        "monitoring": ["GET /metrics", "GET /health/ready"],
    }
    async with listening(binary) as at:
        for listener, line in [(name, line) for name, lines in asked.items() for line in lines]:
            port, upgrades = getattr(at, listener), line.endswith("interact")
            headers = upgrade().decode().split("\r\n")[2:-2] if upgrades else []
            for name in ["127.0.0.1", "LOCALHOST"]:
                found = await status(port, line, *headers, host=f"{name}:{port}")
                assert found in (101, 200), (line, name)
            for name in [EVIL, f"127.0.0.1.{EVIL}:{port}"]:
                assert await status(port, line, *headers, host=name) in REFUSED, (line, name)


async def test_bodies_that_no_route_takes_are_not_kept(binary: Path) -> None:
    async with (
        listening(binary) as at, neighbours(at.engine.address) as beside, AsyncExitStack() as opened
    ):
        process = Process(at.engine.pid)
        before = process.resident_mib
        process.forget_peak()

        async def send() -> None:
            socket = await opened.enter_async_context(Socket.to(at.users))
            await socket.send(request("POST /nowhere", f"content-length: {BODY_BYTES}"))
            for _ in range(BODY_BYTES // PIECE - 1):
                await socket.send(bytes(PIECE))

        # Unread bodies stay in the kernel.
        await asyncio.wait([asyncio.create_task(send()) for _ in range(BODIES)], timeout=5)
        await asyncio.sleep(1)
        await beside.assert_unharmed()
        assert process.peak_mib - before <= MOST_BODIES_MIB


async def test_a_call_that_may_take_no_time_has_taken_too_long(binary: Path) -> None:
    async with listening(binary) as at, Socket.to(at.users) as socket:
        await socket.send(request(
            f"POST {SIMULATE}", JSON, "content-length: 2", "connect-timeout-ms: 0", body=b"{}"))
        status, body = await socket.read_answer()
        assert (status, json.loads(body).get("code")) == (504, "deadline_exceeded")


@pytest.mark.long
async def test_unknown_fields_of_json_take_as_long_as_in_protobuf(binary: Path) -> None:
    def text(content: object) -> bytes:
        return frame(TEXT, json.dumps(content).encode())

    async with (
        running_apart(binary, "--web-port", "0") as engine, neighbours(engine.address) as beside,
        Socket.upgraded(await port_of(engine, "browsers"), "interaction.v1.json") as socket,
    ):  # fmt: skip
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

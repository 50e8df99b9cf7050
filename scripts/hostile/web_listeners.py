"""The listeners over HTTP/1.1: pages of other origins and names, and costly requests."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from checks import expect, expect_that
from condition import Condition, neighbours, running
from engine import Engine
from process import Process
from raw import Socket, request, upgrade

INSPECTOR = "/interaction.inspector.v1.InspectorService"
SIMULATE = "/interaction.v1.InteractionService/Simulate"
SHOP, DESK, EVIL = "https://shop.example", "https://desk.example", "evil.example"
JSON = "content-type: application/json"
REFUSED = (400, 403, 421)
# Bodies of requests that no route takes, each the largest that one may be.
BODIES, BODY_BYTES, PIECE = 40, 4 << 20, 1 << 16
MOST_BODIES_MIB = 60


@dataclass(frozen=True)
class Listeners:
    engine: Engine
    users: int
    operators: int
    monitoring: int


@asynccontextmanager
async def listening(binary: Path, *options: str) -> AsyncIterator[Listeners]:
    ports = ["--web-port", "0", "--operator-web-port", "0", "--monitoring-port", "0"]
    async with running(binary, *ports, *options) as engine:
        found = [int((await engine.next_address(what)).split(":")[1])
                 for what in ("browsers", "operators' browsers", "monitoring")]  # fmt: skip
        yield Listeners(engine, *found)


async def answer(port: int, line: str, *headers: str, host: str = "", body: bytes = b"{}") -> int:
    """The status of the answer to a request; 0 if the connection is closed without one."""
    socket = await Socket.to(port)
    length = [f"content-length: {len(body)}"] if line.startswith("POST") else []
    try:
        async with asyncio.timeout(10):
            sent = body if length else b""
            await socket.send(request(
                line, *length, *headers, host=host or f"127.0.0.1:{port}", body=sent))  # fmt: skip
            return int((await socket.read_head()).split()[1])
    except asyncio.IncompleteReadError:
        return 0
    finally:
        socket.close()


async def origins(binary: Path) -> str:
    """The pages that users' origin may serve do nothing on the operators' listener."""
    drain = f"POST {INSPECTOR}/Drain"
    async with listening(binary, "--web-origin", SHOP) as at:
        expect("the shop's page simulates", await answer(
            at.users, f"POST {SIMULATE}", JSON, f"origin: {SHOP}"), 200)  # fmt: skip
        status = await answer(at.operators, drain, JSON, f"origin: {SHOP}")
        expect_that(status in REFUSED, f"Drain by a page of the shop is answered with {status}")
        preflight = ["access-control-request-method: POST", f"origin: {SHOP}"]
        allowed = await allowed_origin(at.operators, f"OPTIONS {INSPECTOR}/Drain", *preflight)
        expect("the origin that a preflight allows", allowed, "")
    async with listening(binary, "--web-origin", SHOP, "--operator-web-origin", DESK) as at:
        for origin, port, good in [
            (DESK, at.operators, True), (SHOP, at.operators, False), (DESK, at.users, False),
        ]:  # fmt: skip
            method = INSPECTOR + "/ListExperiences" if port == at.operators else SIMULATE
            status = await answer(port, f"POST {method}", JSON, f"origin: {origin}")
            what = f"a call by {origin} on port {'operators' if port == at.operators else 'users'}"
            expect_that((status == 200) == good, f"{what} is answered with {status}")
    return "each listener has its own"


async def allowed_origin(port: int, line: str, *headers: str) -> str:
    socket = await Socket.to(port)
    await socket.send(request(line, *headers, host=f"127.0.0.1:{port}"))
    head = (await asyncio.wait_for(socket.read_head(), 10)).lower()
    socket.close()
    allowed = [line.split(":", 1)[1].strip() for line in head.splitlines()
               if line.startswith("access-control-allow-origin:")]  # fmt: skip
    return allowed[0] if allowed else ""


async def shared_listener(binary: Path) -> str:
    """Users' pages do not drain where operators have no listener of their own, either."""
    async with running(binary, "--web-port", "0", "--web-origin", SHOP) as engine:
        port = int((await engine.next_address("browsers")).split(":")[1])
        status = await answer(port, f"POST {INSPECTOR}/Drain", JSON, f"origin: {SHOP}")
        expect_that(status in REFUSED, f"Drain by a page of the shop is answered with {status}")
        return f"answered with {status}"


async def hosts(binary: Path) -> str:
    """A name that an attacker points to this machine is no name of a loopback listener."""
    async with listening(binary) as at:
        problems = []
        for what, port, line in [
            ("calls", at.users, f"POST {SIMULATE}"), ("sessions", at.users, "GET /v1/interact"),
            ("operators' calls", at.operators, f"POST {INSPECTOR}/ListSessions"),
            ("the operators' page", at.operators, "GET /inspector"),
            ("metrics", at.monitoring, "GET /metrics"),
            ("health", at.monitoring, "GET /health/ready"),
        ]:  # fmt: skip
            headers = [JSON] if line.startswith("POST") else []
            if line.endswith("interact"):
                headers = upgrade().decode().split("\r\n")[2:-2]
            for name in ["127.0.0.1", "localhost", "LOCALHOST"]:
                status = await answer(port, line, *headers, host=f"{name}:{port}")
                expect_that(status in (101, 200), f"{what}: {name} is refused with {status}")
            for name in [EVIL, f"{EVIL}:{port}", f"127.0.0.1.{EVIL}:{port}", f"localhost@{EVIL}"]:
                status = await answer(port, line, *headers, host=name)
                if status not in REFUSED:
                    problems.append(f"{what} as {name}: {status}")
                    break
        expect_that(not problems, f"answered: {', '.join(problems)}")
        return "refused on each listener"


async def bodies(binary: Path) -> str:
    async with listening(binary) as at, neighbours(at.engine) as beside:
        process = Process(at.engine.pid)
        before = process.resident_mib
        process.peak_mib = before
        watching = asyncio.create_task(process.watch())
        sockets = [await Socket.to(at.users) for _ in range(BODIES)]

        async def send(socket: Socket) -> None:
            await socket.send(request("POST /nowhere", f"content-length: {BODY_BYTES}"))
            for _ in range(BODY_BYTES // PIECE - 1):
                await socket.send(bytes(PIECE))

        # Those whose bodies are not read stay in the kernel.
        await asyncio.wait([asyncio.create_task(send(each)) for each in sockets], timeout=5)
        await asyncio.sleep(1)
        watching.cancel()
        text = f"{process.peak_mib - before:+.0f} MiB for {BODIES} bodies of 4 MiB; "
        text += await beside.unharmed()
        for socket in sockets:
            socket.close()
        expect_that(process.peak_mib - before <= MOST_BODIES_MIB, f"bodies are kept: {text}")
        return text


async def no_time(binary: Path) -> str:
    """A call that may take no time has taken too long."""
    async with listening(binary) as at:
        socket = await Socket.to(at.users)
        start = time.monotonic()
        await socket.send(request(
            f"POST {SIMULATE}", JSON, "content-length: 2", "connect-timeout-ms: 0", body=b"{}"))
        async with asyncio.timeout(10):
            status, body = await socket.read_answer()
        socket.close()
        took = time.monotonic() - start
        code = json.loads(body).get("code", "none")
        expect("the answer to connect-timeout-ms: 0", (status, code), (504, "deadline_exceeded"))
        expect_that(took < 1, f"it took {took:.1f} s")
        return f"after {took * 1000:.0f} ms"


CONDITIONS = [
    Condition("users' pages on the operators' web listener", origins),
    Condition("users' pages on a web listener that operators share", shared_listener),
    Condition("other names of a loopback listener", hosts),
    Condition("bodies that no route takes", bodies),
    Condition("Connect-Timeout-Ms: 0", no_time),
]

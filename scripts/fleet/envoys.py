"""Checks Envoy's configuration: by Envoy, and before engines by the clients there are.

usage: scripts/fleet/check-envoy runs it.
"""

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import grpc
import websockets

from checks import CheckFailed, expect, expect_in, expect_that
from conversation import StreamEnded
from endpoints import Member, write_endpoints
from engine import EngineError
from fronted import FrontedFleet, running_fronted_fleet
from front import CONFIGURATION, prepare, validate
from frames import tap
from raw_call import grpc_web
from services import experiences

NAMES = ["engine-1", "engine-2", "engine-3"]
KEYS = [f"user-{number}" for number in range(12)]


async def configuration() -> str:
    """Envoy takes it, and refuses one with a mistake."""
    with tempfile.TemporaryDirectory() as name:
        folder, text = Path(name), CONFIGURATION.read_text()
        prepare(folder)
        write_endpoints(folder / "endpoints", [Member("engine-1", 1, 2, 3)])
        expect("Envoy's verdict", (await validate(folder, text))[0], 0)
        code, output = await validate(folder, text.replace("lb_policy", "lb_polisy", 1))
        expect("Envoy's verdict on a mistake", code, 1)
        expect_in("lb_polisy", output)
    return "and one with a mistake is refused"


async def arrived(fleet: FrontedFleet, before: dict[str, int]) -> str:
    """The engine that has one session more."""
    for _ in range(100):
        new = [name for name, count in (await fleet.spread()).items() if count > before[name]]
        if new:
            return new[0]
        await asyncio.sleep(0.02)
    raise CheckFailed("the session is on no engine")


async def one_home(fleet: FrontedFleet) -> str:
    """A user's sessions arrive at one engine, over gRPC and WebSocket, and so do commands."""
    homes = Counter[str]()
    for key in KEYS:
        before = await fleet.spread()
        await fleet.through(key).open(user=key, session_id=f"{key}-grpc")
        there = await arrived(fleet, before)
        homes[there] += 1
        before = await fleet.spread()
        async with websocket(fleet, key) as socket:
            frame = {"level": 1, "clientName": "check", "sessionId": f"{key}-web", "user": key,
                     "environment": {"width": 375, "height": 812, "scale": 3}}  # fmt: skip
            await socket.send(json.dumps({"open": frame}))
            expect_in("opened", str(await socket.recv()))
            expect(f"where {key} came by WebSocket", await arrived(fleet, before), there)
        code, output = await fleet.run(
            "command", "select-tab", '{"tab": 1}', "--user", key, "--address", fleet.front.address)
        expect(f"the command to {key} ended with ({output})", code, 0)
    expect("engines", len(homes), 3)
    return f"{len(KEYS)} users, on {', '.join(str(count) for count in sorted(homes.values()))}"


def websocket(fleet: FrontedFleet, key: str) -> websockets.connect:
    url = f"ws://{fleet.front.address}/v1/interact?key={key}"
    return websockets.connect(url, subprotocols=[websockets.Subprotocol("interaction.v1.json")])


async def encrypted(fleet: FrontedFleet) -> str:
    """The same port speaks TLS."""
    credentials = grpc.ssl_channel_credentials(fleet.front.root.read_bytes())
    address = f"localhost:{fleet.front.port}"
    async with grpc.aio.secure_channel(address, credentials) as channel:
        expect_that("home-refined" in await experiences(channel), "there is no experience")
    return "on the same port"


async def translated(fleet: FrontedFleet) -> str:
    """A call in gRPC-Web's form is answered in that form."""
    answer = await grpc_web(fleet.front.port, "/grpc.health.v1.Health/Check", b"")
    expect_in(b"grpc-status:0", answer)
    return "in its form"


async def removed(fleet: FrontedFleet) -> str:
    """An engine that the file no longer names gets no more sessions."""
    fleet.lead("engine-1", "engine-2")
    await asyncio.sleep(0.5)
    before = await fleet.spread()
    for key in KEYS:
        client = fleet.through(key)
        await client.open(user=key, session_id=f"{key}-later")
        await client.exchange(tap(1))
    after = await fleet.spread()
    expect("sessions of the one that was removed", after["engine-3"], before["engine-3"])
    return f"{len(KEYS)} sessions went to the others"


CHECKS: dict[str, Callable[[FrontedFleet], Awaitable[str]]] = {
    "a user has one engine": one_home,
    "phones come encrypted": encrypted,
    "gRPC-Web is answered": translated,
    "an engine that is taken out gets none": removed,
}


async def run(name: str, check: Awaitable[str]) -> bool:
    try:
        print(f"ok {name}: {await check}", flush=True)
        return True
    except (CheckFailed, EngineError, StreamEnded, OSError, grpc.aio.AioRpcError) as error:
        print(f"FAILED {name}: {error}", flush=True)
        return False


async def main(binary: Path) -> int:
    results = [await run("the configuration", configuration())]
    async with running_fronted_fleet(binary, *NAMES) as fleet:
        results += [await run(name, check(fleet)) for name, check in CHECKS.items()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))

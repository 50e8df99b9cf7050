"""Where the sessions and commands of users arrive."""

import asyncio
import json
from collections import Counter

import websockets

import census
from checks import CheckFailed, expect, expect_in
from frames import tap
from fronted import FrontedFleet
from ring import Ring

KEYS = [f"user-{number}" for number in range(12)]


async def arrived(fleet: FrontedFleet, before: dict[str, int]) -> str:
    """The engine that has one session more."""
    for _ in range(100):
        new = [name for name, count in (await census.counts(fleet)).items() if count > before[name]]
        if new:
            return new[0]
        await asyncio.sleep(0.02)
    raise CheckFailed("the session is on no engine")


async def one_home(fleet: FrontedFleet) -> str:
    """A user's sessions and commands arrive where the ring says, over gRPC and WebSocket."""
    ring, homes = Ring(fleet.engines), Counter[str]()
    for key in KEYS:
        before = await census.counts(fleet)
        await fleet.through(key).open(user=key, session_id=f"{key}-grpc")
        there = await arrived(fleet, before)
        expect(f"where {key} came", there, ring.owner(key))
        homes[there] += 1
        before = await census.counts(fleet)
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


async def removed(fleet: FrontedFleet) -> str:
    """An engine that the file no longer names gets no more sessions."""
    fleet.lead("engine-1", "engine-2")
    await asyncio.sleep(0.5)
    before = await census.counts(fleet)
    for key in KEYS:
        client = fleet.through(key)
        await client.open(user=key, session_id=f"{key}-later")
        await client.exchange(tap(1))
    after = await census.counts(fleet)
    expect("sessions of the one that was removed", after["engine-3"], before["engine-3"])
    return f"{len(KEYS)} sessions went to the others"

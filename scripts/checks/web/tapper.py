"""A session over a WebSocket that taps all the time and must miss no answer."""

import asyncio
import json

import websockets
from frames import now_us

SURFACE = {"width": 375, "height": 812}


def opening(name: str) -> str:
    return json.dumps({"open": {"sessionId": name, "level": 1, "environment": SURFACE}})


class Tapper:
    def __init__(self, port: int) -> None:
        self._url = f"ws://127.0.0.1:{port}/v1/interact"
        self.opened, self._stopped = asyncio.Event(), asyncio.Event()
        self.taps = 0

    def stop(self) -> None:
        self._stopped.set()

    async def run(self) -> None:
        async with websockets.connect(self._url, subprotocols=["interaction.v1.json"]) as socket:
            await socket.send(opening("beside"))
            await socket.recv()
            self.opened.set()
            while not self._stopped.is_set():
                await self._tap(socket)
                await asyncio.sleep(0.05)

    async def _tap(self, socket: websockets.ClientConnection) -> None:
        self.taps += 1
        tab = self.taps % 5
        await socket.send(json.dumps({"events": {
            "firstSequence": self.taps,
            "events": [{"timeUs": now_us(), "tap": {"tab": tab}}]}}))  # fmt: skip
        last, acked, selected = 0, 0, set[int]()
        while acked < self.taps:
            answer = json.loads(await socket.recv())
            acked = int(answer.get("ackedEvent", 0))
            for directive in answer.get("directives", []):
                last = max(last, int(directive["sequence"]))
                # JSON leaves out zero.
                selected |= {each["selection"].get("selected", 0)
                             for each in directive.get("settings", []) if "selection" in each}
        assert tab in selected, f"the tap on tab {tab} is not answered"
        await socket.send(json.dumps({"ack": {"directive": last}}))

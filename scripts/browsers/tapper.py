"""A session over a WebSocket that taps all the time and must miss no answer."""

import asyncio
import json
import time

import websockets

from checks import expect_that


class Tapper:
    def __init__(self, port: int, name: str = "beside") -> None:
        self._url, self.name = f"ws://127.0.0.1:{port}/v1/interact", name
        self.taps = 0
        self.slowest = 0.0
        self._stopped = asyncio.Event()

    def stop(self) -> None:
        self._stopped.set()

    async def run(self, opened: asyncio.Event) -> None:
        async with websockets.connect(self._url, subprotocols=["interaction.v1.json"]) as socket:
            surface = {"width": 375, "height": 812}
            await socket.send(json.dumps(
                {"open": {"sessionId": self.name, "level": 1, "environment": surface}}))
            await socket.recv()
            opened.set()
            while not self._stopped.is_set():
                await self._tap(socket)
                await asyncio.sleep(0.05)
            await socket.close()

    async def _tap(self, socket: websockets.ClientConnection) -> None:
        self.taps += 1
        begin = time.monotonic()
        now = round(time.monotonic() * 1e6)
        await socket.send(json.dumps({"events": {
            "firstSequence": self.taps,
            "events": [{"timeUs": now, "tap": {"tab": self.taps % 5}}]}}))  # fmt: skip
        last, selected = 0, set[int]()
        async with asyncio.timeout(10):
            while True:
                answer = json.loads(await socket.recv())
                directives = answer.get("directives", [])
                last = max([last, *(int(each["sequence"]) for each in directives)])
                settings = [each for directive in directives
                            for each in directive.get("settings", [])]  # fmt: skip
                # What is zero is left out.
                selected |= {each["selection"].get("selected", 0)
                             for each in settings if "selection" in each}  # fmt: skip
                if int(answer.get("ackedEvent", 0)) >= self.taps:
                    break
        expect_that(self.taps % 5 in selected, f"the tap on tab {self.taps % 5} is not answered")
        await socket.send(json.dumps({"ack": {"directive": last}}))
        self.slowest = max(self.slowest, time.monotonic() - begin)

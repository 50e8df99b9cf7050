"""Frames as JSON whose fields the engine does not know: reading them is work, too."""

import asyncio
import json
from pathlib import Path

from checks import expect_that
from condition import Condition, neighbours, running
from raw import CLOSE, TEXT, Socket, frame

FRAMES, FRAME_BYTES = 300, 60_000
# A session's work at once, and per second; a frame makes 2, and 1 for each 256 bytes.
BURST, PER_SECOND = 32_000, 16_000
WORK = FRAMES * (2 + FRAME_BYTES // 256)
OPEN = {"open": {
    "sessionId": "unknown-fields", "level": 1, "environment": {"width": 375, "height": 812},
}}  # fmt: skip
LAST = {"events": {"firstSequence": 1, "events": [{"timeUs": 1, "tap": {"tab": 1}}]}}


def text(content: object) -> bytes:
    return frame(TEXT, json.dumps(content).encode())


async def unknown_fields(binary: Path) -> str:
    """As many bytes of JSON take as long as they would in protobuf."""
    async with running(binary, "--web-port", "0") as engine, neighbours(engine) as beside:
        port = int((await engine.next_address("browsers")).split(":")[1])
        socket = await Socket.upgraded(port, "interaction.v1.json")
        await socket.send(text(OPEN))
        await socket.read_frame()
        unknown = text({"heartbeat": {"timeUs": 1}, "unknown": "x" * FRAME_BYTES})
        loop = asyncio.get_running_loop()
        start = loop.time()

        async def send() -> None:
            for _ in range(FRAMES):
                await socket.send(unknown)
            await socket.send(text(LAST))

        sending = asyncio.create_task(send())
        async with asyncio.timeout(40):
            while True:
                opcode, payload = await socket.read_frame()
                expect_that(opcode != CLOSE, f"it was ended: {payload!r}")
                if json.loads(payload).get("ackedEvent"):
                    break
        took, least = loop.time() - start, (WORK - BURST) / PER_SECOND
        await sending
        socket.close()
        figures = f"{took:.1f} s of at least {least:.1f}; {await beside.unharmed()}"
        expect_that(took >= 0.9 * least, f"{FRAMES} frames of 60 KB are not held back: {figures}")
        return figures


CONDITIONS = [Condition("unknown fields of JSON", unknown_fields)]

"""A user whose session moves between engines."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

import grpc

from conversation import Conversation, StreamEnded
from frames import ack
from fronted import FrontedFleet
from resuming import Survivor

EXPERIENCE = "extended-tabs"
USER = "ann"
KEY = {"x-interaction-key": USER}
PATIENCE = 30


class Patient(Conversation):
    """Does not acknowledge what the session has not taken in: a move may come in between."""

    acknowledges = False


@dataclass
class MovingUser:
    """Acknowledges what comes, and goes on elsewhere when it is told to."""

    fleet: FrontedFleet
    channel: grpc.aio.Channel
    session: Survivor = field(default_factory=lambda: Survivor(
        "moving", user=USER, experience=EXPERIENCE))  # fmt: skip
    _reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.session.open(Patient(self.channel, headers=KEY))
        self._reading = asyncio.create_task(self._read())

    async def move(self) -> None:
        """Leaves the engine, and comes to the one that Envoy now chooses."""
        await self.leave()
        await self._resume()
        self._reading = asyncio.create_task(self._read())

    async def leave(self) -> None:
        if self._reading:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
        self.session.conversation.cancel()

    async def _resume(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self.session.resume(Patient(self.channel, headers=KEY))
                    return
                except (StreamEnded, grpc.aio.AioRpcError):
                    await asyncio.sleep(0.05)

    async def _read(self) -> None:
        while True:
            try:
                frame = await self.session.conversation.receive(3_600)
                self.session.note(frame)
                if frame.directives:
                    await self.session.conversation.send(ack(self.session.applied))
            except (StreamEnded, grpc.aio.AioRpcError):
                # An engine that knows of another ring than Envoy has sent it away.
                await self._resume()

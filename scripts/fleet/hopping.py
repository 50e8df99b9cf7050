"""Sessions that go from engine to engine, all the time."""

import asyncio
import itertools
import random
from dataclasses import dataclass, field

import grpc

from checks import CheckFailed, eventually
from conversation import StreamEnded
from fleet import Fleet
from frames import tap
from resuming import Survivor

# Versions of a name that engines keep at hand, so that sessions can be resumed with them.
KEPT_VERSIONS = 6
# So many publications may begin before a session's version need not be at hand any more: when the
# session opened, the newest one may not have been in force, and its engine may not have heard that
# the one before it was.
SPARE_PUBLICATIONS = KEPT_VERSIONS - 2


async def hop(fleet: Fleet, session: Survivor, engine: str) -> None:
    """The session goes on with an engine until another could resume it without a loss."""
    async with fleet.visit(engine) as conversation:
        if session.epoch:
            await session.resume(conversation)
        else:
            await session.open(conversation)
        await session.exchange(tap(1 + session.epoch % 2))
        await eventually("there is a checkpoint", lambda: is_caught_up(session), 10)


async def is_caught_up(session: Survivor) -> bool:
    """Takes in what comes, if a resume would not bring back all that was sent. Returns whether."""
    if session.checkpoint.event < session.conversation.sent:
        session.note(await session.conversation.receive())
    return session.checkpoint.event == session.conversation.sent


@dataclass
class Traveller:
    """A user whose sessions hop while versions are published and engines come and go."""

    fleet: Fleet
    # Engines that take sessions on; nothing may go wrong with one before it leaves.
    engines: set[str]
    # How many publications have begun.
    publications: int = 0
    hops: int = 0
    _choice: random.Random = field(default_factory=lambda: random.Random(1))

    async def travel(self) -> None:
        for number in itertools.count():
            await self._take(Survivor(f"traveller-{number}", experience="mine"))

    async def _take(self, session: Survivor) -> None:
        """Goes on for as long as the session's version has to be at hand."""
        before = self.publications
        while self.publications - before < SPARE_PUBLICATIONS:
            engine = self._choice.choice(sorted(self.engines))
            try:
                await hop(self.fleet, session, engine)
            except CheckFailed as failed:
                if self.publications - before < SPARE_PUBLICATIONS:
                    raise CheckFailed(f"hop {self.hops}, to {engine}: {failed}") from failed
                return
            except (StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError) as ended:
                if engine in self.engines or names_the_unknown(ended):
                    raise
                return
            self.hops += 1


def names_the_unknown(ended: Exception) -> bool:
    return isinstance(ended, StreamEnded) and ended.failure.reason.startswith("UNKNOWN")

"""Sessions that move between engines, all the time."""

import asyncio
import itertools
import random
from dataclasses import dataclass, field
from typing import Any

import grpc

from checks import eventually
from conversation import OK, StreamEnded
from fleet import Fleet
from frames import tap
from resuming import Survivor

# The versions of a name that engines keep, so that sessions can be resumed with them.
KEPT_VERSIONS = 6
# The publications that may begin while a session's version must be kept: at its opening the newest
# one may not have been in force, and its engine may not have learned of the one before it.
SPARE_PUBLICATIONS = KEPT_VERSIONS - 2


async def hop(fleet: Fleet, session: Survivor, engine: str) -> None:
    """Keeps the session on an engine until another one could resume it without loss."""
    async with fleet.visit(engine) as conversation:
        if session.epoch:
            await session.resume(conversation)
        else:
            await session.open(conversation)
        await session.exchange(tap(1 + session.epoch % 2))
        await eventually("there is a checkpoint", lambda: is_caught_up(session))


async def is_caught_up(session: Survivor) -> bool:
    """Receives the next frame unless the checkpoint has all sent events. Returns whether it has."""
    if session.checkpoint.event < session.conversation.sent:
        session.note(await session.conversation.receive())
    return session.checkpoint.event == session.conversation.sent


@dataclass
class Traveller:
    """A user whose sessions move while versions are published and engines come and go."""

    fleet: Fleet
    # The engines that accept sessions; an engine must not fail before it is removed here.
    engines: set[str]
    # The number of publications that have begun.
    publications: int = 0
    hops: int = 0
    _choice: random.Random = field(default_factory=lambda: random.Random(1))

    async def travel(self) -> None:
        for number in itertools.count():
            session, before = Survivor(f"traveller-{number}", experience="mine"), self.publications
            # While the session's version must be kept.
            while self.publications - before < SPARE_PUBLICATIONS:
                engine = self._choice.choice(sorted(self.engines))
                try:
                    await hop(self.fleet, session, engine)
                except AssertionError as failed:
                    if self.publications - before < SPARE_PUBLICATIONS:
                        raise AssertionError(f"hop {self.hops}, to {engine}") from failed
                    break
                except (StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError) as ended:
                    failure = getattr(ended, "failure", OK)
                    if engine in self.engines or failure.reason.startswith("UNKNOWN"):
                        raise
                    break
                self.hops += 1


class Walkers:
    """Sessions that move between engines at different speeds, and the keys of their checkpoints."""

    # The additional time that each session stays compared to the previous one, s.
    PAUSE = 0.05

    def __init__(self, fleet: Fleet, count: int, **fields: Any) -> None:
        self._fleet = fleet
        self._sessions = [Survivor(f"walker-{number}", **fields) for number in range(count)]
        # The newest, by engine.
        self._seals: dict[str, str] = {}

    async def walk(self) -> None:
        """Runs until it is cancelled. Every resume has to succeed."""
        async with asyncio.TaskGroup() as group:
            for place, session in enumerate(self._sessions):
                group.create_task(self._walk(session, place))

    async def _walk(self, session: Survivor, place: int) -> None:
        for engine in itertools.islice(itertools.cycle(self._fleet.engines), place, None):
            await hop(self._fleet, session, engine)
            self._seals[engine] = sealing_key(session)
            await asyncio.sleep(place * self.PAUSE)

    async def sealed(self, keys: dict[str, str]) -> None:
        """Waits until each engine seals with its key, and no session needs another one."""

        async def holds() -> bool:
            held = {sealing_key(session) for session in self._sessions}
            return self._seals == keys and held <= set(keys.values())

        await eventually(f"checkpoints are sealed with {keys}", holds)


def sealing_key(session: Survivor) -> str:
    """Returns the name of the key that seals a session's newest checkpoint."""
    token = session.checkpoint.token
    # A version byte, then the name with its length before it.
    return token[2 : 2 + token[1]].decode() if token else ""

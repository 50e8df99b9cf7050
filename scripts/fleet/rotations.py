"""Sessions outlive the keys that their checkpoints are sealed with."""

import asyncio
import itertools
from pathlib import Path
from typing import Any

from checks import eventually, expect
from fleet import Fleet, running_fleet
from hopping import hop
from resuming import Survivor

ROTATIONS = 4
SESSIONS = 8
# How much longer each session stays than the one before it, s.
PAUSE = 0.05


async def keys(binary: Path) -> str:
    """Engines resume each other's sessions with keys that were published, also with new ones."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        session = Survivor("walker", user="ann")
        for name in ["engine-1", "engine-2", "engine-1"]:
            # The new key seals only later.
            await fleet.publish_keys("--name", f"key-{session.epoch}", "--seal-after", "120")
            await hop(fleet, session, name)
        lines = (await fleet.operate("history", "checkpoint", "--checkpoint-keys")).splitlines()
        expect("lines of history", len(lines), 3)
        return "twice, with new keys each time"


class Walkers:
    """Sessions that go from engine to engine, some faster than others, and the keys that seal their
    checkpoints."""

    def __init__(self, fleet: Fleet, count: int, **fields: Any) -> None:
        self.hops = 0
        self._fleet = fleet
        self._sessions = [Survivor(f"walker-{number}", **fields) for number in range(count)]
        # By engine, the last one.
        self._seals: dict[str, str] = {}

    async def walk(self) -> None:
        """Goes on until it is cancelled. Every resume has to succeed."""
        async with asyncio.TaskGroup() as group:
            for place, session in enumerate(self._sessions):
                group.create_task(self._walk(session, place))

    async def _walk(self, session: Survivor, place: int) -> None:
        for engine in itertools.islice(itertools.cycle(self._fleet.engines), place, None):
            await hop(self._fleet, session, engine)
            self._seals[engine] = sealing_key(session)
            self.hops += 1
            await asyncio.sleep(place * PAUSE)

    async def sealed(self, keys: dict[str, str]) -> None:
        """Waits until each engine seals with its key, and no session needs another one."""

        async def holds() -> bool:
            held = {sealing_key(session) for session in self._sessions}
            return self._seals == keys and held <= set(keys.values())

        await eventually(f"checkpoints are sealed with {keys}", holds, 20)


def sealing_key(session: Survivor) -> str:
    """The name of the key that a session's newest checkpoint is sealed with."""
    token = session.checkpoint.token
    # A version, and the name with its length before it.
    return token[2 : 2 + token[1]].decode() if token else ""


def key_names(file: Path) -> list[str]:
    return [line.split()[0] for line in file.read_text().splitlines()]


async def rotating(binary: Path) -> str:
    """New keys are published and old ones retired while sessions go from engine to engine."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        await fleet.publish_keys()
        walkers = Walkers(fleet, SESSIONS)
        async with asyncio.TaskGroup() as group:
            walking = group.create_task(walkers.walk())
            for number in range(ROTATIONS):
                name = f"key-{number}"
                file = await fleet.publish_keys("--name", name, "--seal-after", "0")
                await walkers.sealed(dict.fromkeys(fleet.engines, name))
                expect("number of keys", len(key_names(file)), 2)
                file.write_text(file.read_text().splitlines()[0] + "\n")
                await fleet.operate("publish", "--checkpoint-keys", str(file))
            walking.cancel()
        return f"{ROTATIONS} times, in {walkers.hops} resumes of {SESSIONS} sessions"

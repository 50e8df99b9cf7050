"""Keys of checkpoints that are replaced while sessions move between engines."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from checks import Check, Lab, eventually, expect, expect_that
from frames import tap
from own_engine import add_key, key_file, logging_engine, own_engine
from resuming import Survivor

SESSIONS = 20


def sealed_by(survivor: Survivor) -> str:
    """The name of the key that a checkpoint is sealed with."""
    token = survivor.checkpoint.token
    return token[2 : 2 + token[1]].decode()


async def moving(engines: list[Lab], name: str, until: float) -> list[str]:
    """A session that changes its engine all the time. Returns what its checkpoints were sealed with."""
    survivor = Survivor(name)
    await survivor.open(engines[0].conversation())
    keys = []
    turn = 0
    while time.monotonic() < until:
        turn += 1
        await survivor.exchange(tap(turn % 3, turn))
        keys.append(sealed_by(survivor))
        survivor.conversation.cancel()
        # Fails unless it goes on.
        await survivor.resume(engines[turn % len(engines)].conversation())
        await asyncio.sleep(0.05)
    survivor.conversation.cancel()
    return keys


def replace(file: Path, content: bytes) -> None:
    fresh = file.with_name(file.name + ".fresh")
    fresh.write_bytes(content)
    fresh.replace(file)


async def copies(lab: Lab) -> None:
    """Engines whose copies of the file change at different moments lose no session."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(key_file(lab))
        files = [first, first.with_name("copy-2"), first.with_name("copy-3")]
        for copy in files[1:]:
            copy.write_bytes(first.read_bytes())
        engines = [
            await stack.enter_async_context(own_engine(lab, "--checkpoint-keys", str(file)))
            for file in files]  # fmt: skip
        sessions = asyncio.gather(*(
            moving(engines, f"moving-{number}", time.monotonic() + 8)
            for number in range(SESSIONS)))
        await add_key(lab, first, "next", "--seal-after", "4")
        for copy in files[1:]:
            await asyncio.sleep(1)
            replace(copy, first.read_bytes())
        keys = await sessions
        for used in keys:
            expect("keys in their order", used, sorted(used))
            expect("keys", set(used), {"first", "next"})


async def at_once(lab: Lab) -> None:
    """A change is noticed when it happens; a broken file changes nothing."""
    async with (
        key_file(lab) as file,
        logging_engine(lab, "--checkpoint-keys", str(file)) as (own, log),
    ):
        start = time.monotonic()
        for number in range(5):
            await add_key(lab, file, f"key-{number}")
            while 'seals="first' not in log() or f"key-{number} from" not in log():
                expect_that(time.monotonic() - start < 15, f"key-{number} is not in the log")
                await asyncio.sleep(0.01)
        survivor = Survivor("broken")
        await survivor.open(own.conversation())
        replace(file, b"first no-key-at-all\n")
        await eventually("a refused file", lambda: is_refused(log), 4)
        survivor.conversation.cancel()
        await survivor.resume(own.conversation())
        expect("the engine runs", own.engine.is_running, True)


async def is_refused(log: Callable[[], str]) -> bool:
    return "checkpoint keys not reloaded" in log()


CHECKS = [
    Check("keys that reach engines at different moments lose no session", copies, 40),
    Check("keys that change are noticed at once", at_once),
]

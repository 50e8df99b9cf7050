"""Waiting, and texts of failures."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any


def shortened(text: str) -> str:
    return text if len(text) <= 600 else f"{text[:300]} … {text[-300:]}"


async def came_true(holds: Callable[[], bool | Awaitable[bool]], seconds: float = 60) -> bool:
    """Waits for a condition. Returns whether it held within the time."""
    deadline = time.monotonic() + seconds
    while True:
        found = holds()
        if found if isinstance(found, bool) else await found:
            return True
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.05)


async def eventually(
    what: str, holds: Callable[[], bool | Awaitable[bool]], seconds: float = 60
) -> None:
    assert await came_true(holds, seconds), f"{what}: not within {seconds} s"


async def becomes(
    what: str, read: Callable[[], Awaitable[Any]], expected: Any, seconds: float = 60
) -> None:
    """Waits until a value that is read again and again is the expected one."""
    async def holds() -> bool:
        return await read() == expected

    await eventually(f"{what} becomes {expected!r}", holds, seconds)

"""Runs a check, and tells how it went."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

Place = TypeVar("Place")


async def run_one(
    name: str, check: Callable[[Place], Awaitable[str | None]], place: Place
) -> bool:
    try:
        async with asyncio.timeout(60):
            told = await check(place)
    except Exception as error:
        # Whatever it is: the others have to be told, too.
        print(f"FAILED {name}: {error!r}", flush=True)
        return False
    print(f"ok {name}{f': {told}' if told else ''}", flush=True)
    return True

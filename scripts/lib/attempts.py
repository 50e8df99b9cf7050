"""Tests that are tried again."""

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Any


def attempts(
    most: int, error: type[Exception], seconds: float | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Repeats a test that fails with this alone, which may be the machine's fault."""

    def repeating(test: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(test)
        async def repeated(*arguments: Any, **fixtures: Any) -> None:
            for left in reversed(range(most)):
                try:
                    async with asyncio.timeout(seconds):
                        return await test(*arguments, **fixtures)
                except error as problem:
                    if left == 0:
                        raise
                    print(f"again: {problem}")

        return repeated

    return repeating

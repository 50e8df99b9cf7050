"""What checks work with, and how they fail."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, AnyStr

import grpc

from conversation import Conversation
from engine import Engine


class CheckFailed(AssertionError):
    pass


def expect(what: str, actual: Any, expected: Any) -> None:
    if actual != expected:
        raise CheckFailed(f"{what} is {actual!r}, not {expected!r}")


def expect_that(holds: bool, problem: str) -> None:
    if not holds:
        raise CheckFailed(problem)


def expect_in(part: AnyStr, text: AnyStr) -> None:
    expect_that(part in text, f"{part!r} is not in {shortened(repr(text))}")


def shortened(text: str) -> str:
    return text if len(text) <= 600 else f"{text[:300]} … {text[-300:]}"


async def eventually(what: str, holds: Callable[[], Awaitable[bool]], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not await holds():
        expect_that(time.monotonic() < deadline, f"{what}: not within {seconds} s")
        await asyncio.sleep(0.05)


@dataclass
class Lab:
    """An engine, a channel to it, and programs."""

    binary: Path
    tools: Path
    engine: Engine
    channel: grpc.aio.Channel
    conversations: list[Conversation] = field(default_factory=list)

    def conversation(
        self, deadline: float | None = None, headers: dict[str, str] | None = None
    ) -> Conversation:
        """A new stream, for as long as the check runs."""
        self.conversations.append(Conversation(self.channel, deadline, headers))
        return self.conversations[-1]

    @contextmanager
    def own_conversations(self) -> Iterator["Lab"]:
        lab = replace(self, conversations=[])
        try:
            yield lab
        finally:
            for conversation in lab.conversations:
                conversation.cancel()

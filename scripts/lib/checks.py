"""What a check is, how it fails, and how all of them are run and told."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, AnyStr

import grpc

from conversation import Conversation
from engine import Engine


class CheckFailed(Exception):
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


async def eventually(what: str, holds: Callable[[], Awaitable[bool]], seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not await holds():
        expect_that(time.monotonic() < deadline, f"{what}: not within {seconds} s")
        await asyncio.sleep(0.05)


@dataclass
class Lab:
    """What the checks work with."""

    binary: Path
    tools: Path
    engine: Engine
    channel: grpc.aio.Channel
    # A session on the same channel as the others, which none of them may disturb.
    bystander: Conversation | None = None
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


@dataclass(frozen=True)
class Check:
    name: str
    run: Callable[[Lab], Awaitable[None]]
    seconds: float = 20


class Report:
    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    async def run(self, check: Check, lab: Lab) -> None:
        try:
            with lab.own_conversations() as own:
                async with asyncio.timeout(check.seconds):
                    await check.run(own)
        except Exception as error:
            self.failed += 1
            print(f"FAILED {check.name}: {described(error, check)}", flush=True)
        else:
            self.passed += 1
            print(f"ok {check.name}", flush=True)

    async def run_all(self, checks: Iterable[Check], lab: Lab) -> None:
        for check in checks:
            await self.run(check, lab)

    @property
    def summary(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def described(error: Exception, check: Check) -> str:
    match error:
        case ExceptionGroup():
            return described(error.exceptions[0], check)
        case CheckFailed():
            text = str(error)
        case TimeoutError():
            text = f"not over after {check.seconds} s"
        case grpc.aio.AioRpcError():
            text = f"{error.code().name}: {error.details()}"
        case _:
            text = f"{type(error).__name__}: {error}"
    return " ".join(text.split())

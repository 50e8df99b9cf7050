"""A server that goes down by a signal: who hears of it, and when."""

import asyncio
import signal
import time
from typing import Any

from checks import Check, Lab, expect, expect_that
from conversation import Conversation
from frames import Response, tap
from own_engine import own_engine
from session_checks import tabs
from stalled_checks import StalledClient

def has_drain(frame: Response) -> bool:
    return frame.HasField("drain")


async def drain_frame(client: Conversation) -> Response:
    return (await client.receive_until(has_drain))[-1]


async def opened(lab: Lab, **fields: Any) -> Conversation:
    conversation = lab.conversation()
    await conversation.open(**fields)
    return conversation


async def expect_forced(lab: Lab, number: signal.Signals) -> None:
    start = time.monotonic()
    expect("exit code", await lab.engine.ended(number), 1)
    expect_that(time.monotonic() - start < 8, "it took its time")


async def second_signal(lab: Lab) -> None:
    """The first one may come twice: to the process, and to its group."""
    async with own_engine(lab, drain_deadline=60) as own:
        client = await opened(own)
        own.engine.tell(signal.SIGTERM)
        own.engine.tell(signal.SIGTERM)
        await drain_frame(client)
        own.engine.tell(signal.SIGTERM)
        await asyncio.sleep(1.2)
        expect("tabs while it drains", tabs(await client.exchange(tap(1))), [1])
        await expect_forced(own, signal.SIGTERM)


def interrupted(first: signal.Signals) -> Check:
    async def run(lab: Lab) -> None:
        async with own_engine(lab, drain_deadline=60) as own:
            client = await opened(own)
            own.engine.tell(first)
            await drain_frame(client)
            await expect_forced(own, signal.SIGINT)

    return Check(f"draining: SIGINT right after {first.name} ends it at once", run)


async def who_does_not_read(lab: Lab) -> None:
    """A client that reads nothing keeps the server for the deadline and a few seconds at most."""
    async with own_engine(lab, drain_deadline=1) as own:
        client = await StalledClient.connect(own.engine.port)
        await asyncio.sleep(0.5)
        start = time.monotonic()
        expect("exit code", await own.engine.ended(signal.SIGTERM), 0)
        expect_that(time.monotonic() - start < 6, "it took more than 1 + 3 s")
        client.close()


CHECKS = [
    Check("draining: a second SIGTERM ends it at once, but not within a second", second_signal),
    interrupted(signal.SIGINT),
    interrupted(signal.SIGTERM),
]

SLOW_CHECKS = [
    Check("draining: a client that does not read", who_does_not_read),
]

"""Descriptors: with few of them the engine refuses, and does not end."""

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import grpc

from checks import Check, Lab, eventually, expect, expect_in, expect_that
from conversation import Conversation
from frames import tap
from monitoring import Monitoring, line_of
from own_engine import logging_engine, own_engine
from process import Process
from process_checks import failing_start
from recording_checks import names, numbered
from session_checks import close_well, expect_undisturbed
from traces import records

CONNECTIONS = 100
SESSIONS = 200


async def least(lab: Lab) -> int:
    """What an engine says that it needs, when it has too few."""
    _, lines = await failing_start(lab, "--port", "0", limits={"nofile": 40})
    found = re.search(r"may have 40 descriptors; must be at least (\d+)", lines[-1])
    expect_that(found is not None, f"the complaint is {lines}")
    assert found
    return int(found[1])


@asynccontextmanager
async def frugal(lab: Lab, *options: str) -> AsyncIterator[tuple[Lab, int]]:
    """An engine with 64 descriptors, or as few as it needs with many cores."""
    few = max(64, await least(lab))
    async with own_engine(lab, *options, limits={"nofile": few}) as own:
        yield own, few


async def crowd(lab: Lab) -> None:
    """More connections than there are descriptors: some are closed, and the others go on."""
    async with frugal(lab, "--monitoring-port", "0") as (own, few):
        page = Monitoring(await line_of(own, "monitoring"))
        witness = own.conversation()
        await witness.open(session_id="witness")
        highest = 0
        for turn in range(3):
            channels = [grpc.aio.insecure_channel(
                own.engine.address, options=[("grpc.use_local_subchannel_pool", 1)])
                for _ in range(CONNECTIONS)]  # fmt: skip
            try:
                opened = sum(await asyncio.gather(*(
                    is_opened(channel, f"s{turn}-{number}")
                    for number, channel in enumerate(channels))))
                highest = max(highest, Process(own.engine.pid).descriptors)
                expect_that(0 < opened < few, f"{opened} of {CONNECTIONS} opened a session")
                expect("live", (await page.get("/health/live")).status, 200)
                await expect_undisturbed(witness)
            finally:
                await asyncio.gather(*(channel.close() for channel in channels))
            await eventually(
                "room for others", partial(is_opened_anew, own, f"after-{turn}"), 10)
        expect_that(highest <= few - 4, f"{highest} of {few} descriptors were in use")
        expect("the engine runs", own.engine.is_running, True)


async def is_opened(channel: grpc.aio.Channel, session: str) -> bool:
    conversation = Conversation(channel)
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError, TimeoutError):
        async with asyncio.timeout(5):
            await conversation.open(session_id=session)
            return True
    return False


async def is_opened_anew(lab: Lab, session: str) -> bool:
    settings = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(lab.engine.address, options=settings) as channel:
        return await is_opened(channel, session)


async def recordings(lab: Lab) -> None:
    """Every session is recorded, however many there are."""
    with tempfile.TemporaryDirectory() as folder:
        async with frugal(lab, "--record", folder) as (own, few):
            clients = [own.conversation() for _ in range(SESSIONS)]
            await asyncio.gather(*(client.open(session_id=f"s{number:03}")
                                   for number, client in enumerate(clients)))  # fmt: skip
            for client in clients:
                await client.exchange(tap(1))
            expect_that(Process(own.engine.pid).descriptors <= few - 4, "it has hardly any left")
            for client in clients:
                await close_well(client)
            files = [f"s{number:03}.1.trace" for number in range(SESSIONS)]
            await eventually("all recordings", partial(are_whole, Path(folder), files), 10)


async def are_whole(folder: Path, files: list[str]) -> bool:
    return names(folder) == files and all(numbered(records(folder / file)) == [1] for file in files)


async def told(lab: Lab) -> None:
    """What there is, and what that leaves, is in the log."""
    with tempfile.NamedTemporaryFile() as log:
        options = ["--log-level", "info", "--limit", "connections=5000"]
        async with own_engine(
            lab, *options, log=log.fileno(), limits={"nofile": 1024}
        ):
            # Lines are written by a thread of their own.
            await eventually("the log tells it", partial(has_lines, Path(log.name)))


async def has_lines(log: Path) -> bool:
    text = log.read_text()
    return all(line in text for line in (
        "descriptors=1024", "fewer connections than --limit connections asks for"))  # fmt: skip


async def one_too_many(lab: Lab) -> None:
    async with logging_engine(lab, "--limit", "connections=1") as (own, log):
        await own.conversation().open(session_id="first")
        expect_that(not await is_opened_anew(own, "second"), "two connections are open")
        expect_in('event="connection refused" message="1 connections are open"', log())


CHECKS = [
    Check("descriptors: more connections than there are", crowd, 90),
    Check("descriptors: recordings of more sessions than there are", recordings, 60),
    Check("a connection that is one too many is refused, and told", one_too_many),
    Check("descriptors: the log tells how they are shared out", told),
]

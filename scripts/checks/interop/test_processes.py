"""Engines that crash, stand still, or have few descriptors."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from signal import SIGCONT, SIGILL, SIGSTOP

import grpc
import pytest

import crashing
from checks import Lab, eventually
from conversation import Conversation, StreamEnded
from engine import PATIENT
from frames import opening
from monitoring import Monitoring
from own_engine import limits
from process import Process
from services import experiences
from steps import expect_answers, opened

CONNECTIONS = 100
# A connection that tells what befalls its calls.
OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]


@pytest.mark.timeout(180)
async def test_a_crash_prints_a_backtrace(start, log):
    """With the variable that the image and the systemd unit set."""
    own = await start(*PATIENT, variables=crashing.variables(), log=log)
    crashing.fault(own.engine.pid)
    await eventually("a backtrace", partial(log.has, "Backtrace took "), 150)
    assert "*** Program crashed: Illegal instruction at 0x" in log.text
    frames = re.findall(r"^ +\d+ .*0x[0-9a-f]{16} .* in (\S+)", log.text, re.MULTILINE)
    assert own.binary.name in frames
    crashing.fault(own.engine.pid)
    assert await own.engine.ended() == -SIGILL


async def test_an_engine_that_was_stopped_for_a_while_serves_who_waited(start):
    """What clients sent meanwhile is read, before any client is taken for idle."""
    own = await start(*limits(idle_connection_seconds=2))
    async with AsyncExitStack() as stack:
        channels = [
            await stack.enter_async_context(
                grpc.aio.insecure_channel(own.engine.address, options=OWN_CONNECTION))
            for _ in range(20)]  # fmt: skip
        await asyncio.gather(*map(experiences, channels))
        own.engine.tell(SIGSTOP)
        calls = asyncio.gather(*map(experiences, channels))
        await asyncio.sleep(4)
        own.engine.tell(SIGCONT)
        assert all(await calls)


@asynccontextmanager
async def connected(lab: Lab) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(lab.engine.address, options=OWN_CONNECTION[:1]) as channel:
        yield channel


async def is_opened(channel: grpc.aio.Channel, session: str) -> bool:
    conversation = Conversation(channel)
    try:
        async with asyncio.timeout(5):
            try:
                await conversation.send(opening(session_id=session))
            except StreamEnded:
                return False
            await conversation.receive()
            return True
    except TimeoutError:
        return False


async def is_opened_anew(lab: Lab, session: str) -> bool:
    async with connected(lab) as channel:
        return await is_opened(channel, session)


@pytest.mark.timeout(90)
async def test_more_connections_than_there_are_descriptors(start, few):
    """Some are closed, and the others go on."""
    own = await start("--monitoring-port", "0", limits={"nofile": few})
    page = Monitoring(await own.engine.next_address("monitoring"))
    witness = await opened(own, session_id="witness")
    highest = 0
    for turn in range(3):
        async with AsyncExitStack() as stack:
            channels = [await stack.enter_async_context(connected(own)) for _ in range(CONNECTIONS)]
            found = sum(await asyncio.gather(*(
                is_opened(channel, f"s{turn}-{number}")
                for number, channel in enumerate(channels))))  # fmt: skip
            highest = max(highest, Process(own.engine.pid).descriptors)
            assert 0 < found < few, f"{found} of {CONNECTIONS} opened a session"
            assert (await page.get("/health/live")).status == 200
            await expect_answers(witness)
        await eventually("room for others", partial(is_opened_anew, own, f"after-{turn}"), 10)
    assert highest <= few - 4


async def test_the_log_tells_how_descriptors_are_shared_out(start, log):
    options = ["--log-level", "info", "--limit", "connections=5000"]
    await start(*options, log=log, limits={"nofile": 1024})
    # Lines are written by a thread of their own.
    await eventually("the log tells what there is", partial(log.has, "descriptors=1024"))
    await eventually("the log tells what that leaves", partial(
        log.has, "fewer connections than --limit connections asks for"))  # fmt: skip


async def test_a_connection_that_is_one_too_many_is_refused_and_told(start, log):
    own = await start("--log-level", "info", "--limit", "connections=1", log=log)
    await opened(own, session_id="first")
    assert not await is_opened_anew(own, "second")
    assert 'event="connection refused" message="1 connections are open"' in log.text

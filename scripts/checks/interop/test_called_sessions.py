"""OpenSession, SendEvents and Subscribe, the session of a stream on single calls; and sessions
whose engine is killed."""

from dataclasses import replace
from signal import SIGKILL

import grpc
import pytest

from called_session import CalledSession, called
from checks import Lab
from conversation import OK
from frames import ack, batch, tap
from resuming import Survivor, expect_same, journey, uninterrupted
from steps import directives, tabs, told


async def test_a_subscribe_cancelled_in_the_middle(shop):
    """A client reads one of five frames, acknowledges it and cancels, 20 times; the next Subscribe
    goes on where it was."""
    async with called(shop, "calls") as session:
        found: list[int] = []
        for first in range(1, 100, 5):
            reader = await session.subscribe()
            for number in range(first, first + 5):
                await session.send(batch(number, tap(number % 2)))
            found += [each.sequence for each in directives([await session.receive()])]
            await session.send(ack(found[-1]))
            reader.cancel()
        await session.subscribe()
        frames, end = await session.close()
        found += [each.sequence for each in directives(frames)]
        assert end == OK
        assert set(range(1, 101)) - set(found) == set()


async def test_a_subscribe_whose_connection_breaks(shop):
    """What its reader had not read comes by another one."""
    async with called(shop, "calls") as session:
        settings = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(shop.engine.address, options=settings) as channel:
            other = CalledSession(replace(shop, channel=channel))
            other.id, other.key = session.id, session.key
            await other.subscribe()
            await session.send(batch(1, tap(1)))
            frames = await other.acked(1)
            assert tabs(frames) == [1], told(frames)
        for number in range(2, 10):
            await session.send(batch(number, tap(number % 2)))
        await session.subscribe()
        frames, end = await session.close()
        assert [each.sequence for each in directives(frames)] == list(range(1, 10))
        assert end == OK


@pytest.mark.parametrize("client", [Lab.conversation, CalledSession], ids=["stream", "calls"])
async def test_a_session_is_resumed_after_the_server_was_killed(start, keys, client):
    """At another one, which has nothing but the key."""
    one = await start("--checkpoint-keys", keys)
    expected = await uninterrupted(one.conversation(), journey())
    survivor = Survivor("survivor", journey())
    await survivor.open(client(one))
    await survivor.play(151)
    await survivor.play_unread(177)
    assert await one.engine.stop(SIGKILL) == -SIGKILL
    two = await start("--checkpoint-keys", keys)
    await survivor.resume(client(two))
    await survivor.play()
    expect_same(survivor.directives, expected)
    await survivor.conversation.close()

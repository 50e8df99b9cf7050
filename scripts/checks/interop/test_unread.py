"""Clients and watchers that do not read."""

import asyncio
from dataclasses import replace
from functools import partial
from signal import SIGTERM

import grpc

from expectations import becomes
from frames import PHONE, event, heartbeat, opening
from http2 import SETTINGS_ACK, call, half_close, message, preface
from http2_client import Connection
from services import active_sessions
from single_calls import inspect
from steps import close_well, directives, opened

# Smaller than any response.
WINDOW_BYTES = 100


async def stalled_client(port: int) -> Connection:
    """Opens a session, and never sends WINDOW_UPDATE."""
    return await Connection.open(
        port, preface(WINDOW_BYTES) + SETTINGS_ACK + call(1) + message(1, opening()))


async def test_a_client_that_does_not_read_keeps_neither_session_nor_server(start):
    """Its half-close is behind 256 frames; the suite of limits has clients without one."""
    own = await start()
    active = partial(active_sessions, own.channel, "home-refined")
    client = await stalled_client(own.engine.port)
    await becomes("open sessions", active, 1)
    await client.send_all(message(1, heartbeat(0)) * 256 + half_close(1))
    # Five seconds without an ack, and two for reading the end.
    await becomes("open sessions", active, 0, 15)
    await own.channel.close()
    assert await own.engine.stop() == 0
    client.close()


async def test_a_draining_server_ends_all_the_same(start):
    own = await start(drain_deadline=1)
    client = await stalled_client(own.engine.port)
    await asyncio.sleep(0.5)
    assert await own.engine.ended(SIGTERM, seconds=60) == 0
    client.close()


async def test_two_unread_watchers_learn_later_how_much_they_missed(lab):
    """The watched session continues."""
    conversation = await opened(lab, session_id="unread")
    settings = [
        ("grpc.use_local_subchannel_pool", 1),
        # gRPC C++ reads ahead, the more the faster its peer: this limits it to one window.
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", 65535),
    ]
    async with grpc.aio.insecure_channel(lab.engine.address, options=settings) as channel:
        watching = replace(lab, channel=channel)
        watches = [inspect(watching, "WatchSession", session_id="unread") for _ in range(2)]
        for watch in watches:
            await watch.read()
        count = 0
        for turn in range(300):
            turns = [event(1000 * (32 * turn + at) * 5, surface=PHONE) for at in range(32)]
            count += len(directives(await conversation.exchange(*turns)))
        assert count == 9600
        await close_well(conversation)
        for watch in watches:
            moments = []
            while (moment := await watch.read()) is not grpc.aio.EOF:
                moments.append(moment)
            assert await watch.code() == grpc.StatusCode.OK
            assert moments[-1].HasField("end")
            missed = [
                moment.dropped_messages for moment in moments
                if moment.HasField("dropped_messages")]  # fmt: skip
            assert missed
            assert len(moments) - 1 - len(missed) + sum(missed) == 2 * count

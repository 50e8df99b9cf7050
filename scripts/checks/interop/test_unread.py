"""Watchers that do not read."""

from dataclasses import replace

import grpc

from frames import PHONE, event
from single_calls import inspect
from steps import close_well, directives, opened


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

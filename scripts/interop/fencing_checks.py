"""A session has one client: who may take it over, and who may not."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack

import grpc

from call_checks import failure
from called_session import CalledSession
from checks import Check, Lab, expect
from control_checks import COUNT_UP, applied, numbers, order
from conversation import OK, Conversation
from frames import heartbeat, tap
from interaction.v1 import interaction_service_pb2
from services import active_sessions
from session_checks import close_well, directives
from shop import shop


async def expect_superseded(conversation: Conversation) -> None:
    frames, end = await conversation.failure_within(10)
    expect("end of the older", (frames, end.code, end.reason), ([], "ABORTED", "SUPERSEDED"))
    expect("its retry delay", end.retry_delay, None)


async def taken_over(lab: Lab) -> None:
    """A session has one client: by stream or calls, the newest one."""
    async with shop(lab) as own:
        older: Conversation | None = None
        for turn in range(8):
            newer = CalledSession(own) if turn // 2 % 2 else own.conversation()
            opened = (await newer.open(session_id="fence", epoch=turn // 3)).opened
            expect("outcome", opened.outcome, interaction_service_pb2.OPEN_OUTCOME_NEW)
            expect("directives start anew", numbers(directives(await newer.exchange(tap(1)))), [1])
            expect("sessions", await active_sessions(own.channel, "home-refined"), 1)
            if older:
                await expect_superseded(older)
            if isinstance(older, CalledSession):
                end = await failure(older.send(heartbeat(0)))
                expect("reason for the old key", end.reason, "UNKNOWN_SESSION")
            older = newer
        assert older
        result, _ = await asyncio.gather(
            order(own, "SelectTab", "go", "fence", tab=3), applied(older))
        expect("session that a command reaches", result.session_id, "fence")
        await close_well(older)
        expect("sessions after the end", await active_sessions(own.channel, "home-refined"), 0)


async def epochs_at_once(lab: Lab) -> None:
    """Whichever comes first, the one of the latest epoch stays."""
    async with shop(lab) as own, AsyncExitStack() as stack:
        options = [("grpc.use_local_subchannel_pool", 1)]
        channels = [
            await stack.enter_async_context(
                grpc.aio.insecure_channel(own.engine.address, options=options))
            for _ in range(16)]
        stayed: Counter[int] = Counter()
        for turn in range(100):
            clients = [Conversation(channel) for channel in channels]
            epochs = random.sample(range(1, 17), 16)
            await asyncio.gather(
                *(client.open(session_id=f"fence-{turn}", epoch=epoch)
                  for client, epoch in zip(clients, epochs, strict=True)),
                return_exceptions=True)  # fmt: skip
            ends = await asyncio.gather(*(client.close() for client in clients))
            for epoch, (_, end) in zip(epochs, ends, strict=True):
                stayed[epoch] += end == OK
        expect("epochs that stayed", +stayed, {16: 100})


async def opened_over_and_over(lab: Lab) -> None:
    """One client opens its session 300 times and uses only the last."""
    async with shop(lab) as own:
        session = CalledSession(own)
        for epoch in range(1, 301):
            await session.open_unread(session_id="again", epoch=epoch, experience="shop", user="u")
        expect("sessions", await active_sessions(own.channel, "shop"), 1)
        await session.subscribe()
        result, _ = await asyncio.gather(
            order(own, "SetBadge", "up", "again", **COUNT_UP), applied(session))
        expect("session that a command reaches", result.session_id, "again")
        await close_well(session)


CHECKS = [
    Check("16 epochs of one session at once, 100 times", epochs_at_once, 40),
    Check("300 openings of one session, one after the other", opened_over_and_over),
]

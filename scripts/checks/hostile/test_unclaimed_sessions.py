"""Sessions that OpenSession opens and no Subscribe claims, and IDs that others try to take over."""

import asyncio
from pathlib import Path

from attack import attackers
from channels import connect
from checks import eventually
from conversation import Conversation, StreamEnded
from frames import opening, tap
from http2_client import ROOM_FOR_ALL, Connection
from interaction.v1 import interaction_service_pb2
from neighbours import running_apart
from own_engine import limits
from resuming import RESUMES, Survivor
from tokens import bearer, verifying

OPEN_SESSION = "/interaction.v1.InteractionService/OpenSession"
# The engine's capacity, and the number of calls that open a session.
PLACES, CALLS = 300, 340
# The seconds of a client's absence.
AWAY = 1


async def unclaimed(port: int) -> Connection:
    """Opens a connection whose calls have filled the engine's capacity."""
    connection = await attackers(port, ROOM_FOR_ALL)
    streams = [
        await connection.ask(OPEN_SESSION, interaction_service_pb2.OpenSessionRequest(
            open=opening(session_id=f"unclaimed-{number}").open))
        for number in range(CALLS)]  # fmt: skip
    for stream in streams:
        await stream.until(lambda it: it.is_over)
    return connection


async def test_calls_that_open_all_sessions_there_may_be_keep_nobody_out(binary: Path) -> None:
    options = limits(sessions=PLACES)
    async with running_apart(binary, *options) as engine, connect(engine.address) as channel:
        survivor = Survivor("resumed")
        await survivor.open(Conversation(channel))
        await survivor.exchange(tap(1, 1_000))
        survivor.conversation.cancel()
        attacker = await unclaimed(engine.port)
        await survivor.resume(Conversation(channel))

        async def is_let_in() -> bool:
            conversation = Conversation(channel)
            try:
                await conversation.open()
            except StreamEnded:
                return False
            await conversation.close()
            return True

        # Not necessarily at once.
        await eventually("a new session is let in", is_let_in)
        attacker.close()


async def test_the_name_of_a_session_is_its_owners_who_is_away_for_a_second(
    binary: Path, tmp_path: Path
) -> None:
    options = verifying(tmp_path)
    async with running_apart(binary, *options) as engine, connect(engine.address) as channel:

        def conversation(user: str) -> Conversation:
            return Conversation(channel, headers=dict(bearer(sub=user)))

        survivor = Survivor("cart")
        await survivor.open(conversation("anna"))
        await survivor.exchange(tap(1, 1_000))
        survivor.conversation.cancel()
        await asyncio.sleep(AWAY / 2)
        thief = conversation("bert")
        try:
            await thief.open(session_id="cart", capabilities=RESUMES, epoch=9)
            print("bert opened it, too")
        except StreamEnded as ended:
            print(f"bert was told {ended}")
        await asyncio.sleep(AWAY / 2)
        await survivor.resume(conversation("anna"))
        thief.cancel()
        await survivor.exchange(tap(2, 2_000))

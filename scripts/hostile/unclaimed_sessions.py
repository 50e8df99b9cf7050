"""Sessions that calls open and nobody uses, and names that others would take."""

import asyncio
import tempfile
from pathlib import Path

import grpc

from attack import GREETING
from checks import expect, expect_that
from condition import Condition, running
from conversation import Conversation, StreamEnded
from frames import opening, tap
from http2 import FIRST_WINDOW, LARGEST_WINDOW, half_close, message, room
from floods import call
from interaction.v1 import interaction_service_pb2
from own_engine import limits
from raw_connection import RawConnection
from resuming import RESUMED, RESUMES, Survivor
from tokens import AUDIENCE, ISSUER, signer, write_keys
from well_behaved import connecting

OPEN_SESSION = "/interaction.v1.InteractionService/OpenSession"
# Places of the engine, and calls that ask for one.
PLACES, CALLS = 300, 340
# Seconds until sessions that nobody uses have given way.
LONGEST = 2
# Seconds that a client is away for.
AWAY = 1


async def unclaimed(port: int) -> RawConnection:
    """A connection whose calls have opened as many sessions as there are places."""
    connection = await RawConnection.connect(port)
    connection.send(GREETING + room(0, LARGEST_WINDOW - FIRST_WINDOW))
    begin, streams = call(OPEN_SESSION), []
    for number in range(CALLS):
        stream = connection.begin()
        streams.append(stream)
        request = interaction_service_pb2.OpenSessionRequest(
            open=opening(session_id=f"unclaimed-{number}").open).SerializeToString()
        body = message(stream.number, request) + half_close(stream.number)
        await connection.send_all(begin(stream.number) + body, len(body) - 18)
    for stream in streams:
        await stream.until(lambda it: it.is_over)
    return connection


async def new_session(channel: grpc.aio.Channel, problems: list[str]) -> float:
    """Opens a session, again and again until it is let in. Returns how long that took."""
    loop = asyncio.get_running_loop()
    start, reasons = loop.time(), set[str]()
    while loop.time() < start + LONGEST:
        conversation = Conversation(channel)
        try:
            await conversation.open()
            await conversation.close()
            return loop.time() - start
        except StreamEnded as ended:
            reasons.add(ended.failure.reason or ended.failure.code)
        await asyncio.sleep(0.1)
    problems.append(f"no new session is let in within {LONGEST} s: {', '.join(reasons)}")
    return LONGEST


async def places(binary: Path) -> str:
    async with (
        running(binary, *limits(sessions=PLACES)) as engine,
        connecting(engine.address)() as channel,
    ):
        survivor = Survivor("resumed")
        await survivor.open(Conversation(channel))
        await survivor.exchange(tap(1, 1_000))
        survivor.conversation.cancel()
        attacker = await unclaimed(engine.port)
        problems = []
        try:
            await survivor.resume(Conversation(channel))
        except StreamEnded as ended:
            problems.append(f"a resumed session is refused: {ended.failure.reason}")
        took = await new_session(channel, problems)
        attacker.close()
        expect_that(not problems, "; ".join(problems))
        return f"{CALLS} calls for {PLACES} places; a new session was open after {took:.1f} s"


async def names(binary: Path) -> str:
    """The name of a session whose owner is away for a second is the owner's."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys.json"
        write_keys(keys, signer())
        options = ["--jwks", str(keys), "--token-issuer", ISSUER, "--token-audience", AUDIENCE]
        async with running(binary, *options) as engine, connecting(engine.address)() as channel:

            def conversation(user: str) -> Conversation:
                token = signer().token(sub=user)
                return Conversation(channel, headers={"authorization": f"Bearer {token}"})

            survivor = Survivor("cart")
            await survivor.open(conversation("anna"))
            await survivor.exchange(tap(1, 1_000))
            survivor.conversation.cancel()
            await asyncio.sleep(AWAY / 2)
            thief = conversation("bert")
            try:
                await thief.open(session_id="cart", capabilities=RESUMES, epoch=9)
                taken = "bert opened it, too"
            except StreamEnded as ended:
                taken = f"bert was told {ended.failure.reason}"
            await asyncio.sleep(AWAY / 2)
            try:
                opened = await survivor.open(
                    conversation("anna"), resume=interaction_service_pb2.Resume(
                        token=survivor.checkpoint.token, directive=survivor.applied,
                        first_event=survivor.checkpoint.event + 1))  # fmt: skip
            except StreamEnded as ended:
                expect_that(False, f"its owner was told {ended.failure.reason}; {taken}")
            expect(f"outcome ({taken})", opened.outcome, RESUMED)
            thief.cancel()
            await survivor.exchange(tap(2, 2_000))
            return taken


CONDITIONS = [
    Condition("calls open all sessions that there may be", places),
    Condition("a name whose owner is away for a second", names),
]

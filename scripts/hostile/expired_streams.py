"""Streams whose caller's token expires while they are open: none outlives it."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc

from checks import expect_that
from condition import Condition, running
from conversation import Conversation, Failure
from engine import Engine
from frames import opening
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from interaction.v1 import interaction_service_pb2
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub
from reflection.v1 import reflection_pb2
from tokens import AUDIENCE, ISSUER, signer, write_keys
from well_behaved import connecting
from window_attacks import REFLECTION

# A token is accepted so long after `exp`, and an open stream lasts as long, seconds.
LEEWAY = 25
# Seconds that are left of that when the streams begin, and that an end may be late.
LEFT, LATE = 6, 4

Metadata = list[tuple[str, str]]
# Begins a stream with a token.
Stream = Callable[[grpc.aio.Channel, Metadata], Any]
Request = reflection_pb2.ServerReflectionRequest


def bearer(*roles: str, **claims: Any) -> Metadata:
    return [("authorization", f"Bearer {signer().token(*roles, **claims)}")]


def watched(name: str) -> Stream:
    request = inspector_service_pb2.WatchSessionRequest(session_id=name)
    return lambda channel, token: InspectorServiceStub(channel).WatchSession(
        request, metadata=token)


async def subscribed(channel: grpc.aio.Channel) -> Stream:
    """The frames of a session that is opened with a token that lasts."""
    request = interaction_service_pb2.OpenSessionRequest(open=opening(session_id="called").open)
    answer = await InteractionServiceStub(channel).OpenSession(request, metadata=bearer())
    subscription = interaction_service_pb2.SubscribeRequest(
        session_id="called", session_key=answer.session_key)
    return lambda channel, token: InteractionServiceStub(channel).Subscribe(
        subscription, metadata=token)


def reflected(channel: grpc.aio.Channel, token: Metadata) -> Any:
    """Reflection's stream, which its caller leaves open."""

    async def requests() -> Any:
        yield Request(list_services="")
        await asyncio.sleep(LEFT + LEEWAY)

    method = channel.stream_stream(
        REFLECTION, request_serializer=Request.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString)  # fmt: skip
    return method(requests(), metadata=token)


async def end_of(name: str, stream: Any, end: float) -> str:
    """Reads a stream to its end, which has to be that of its token. Returns when that was."""

    async def read() -> None:
        async for _ in stream:
            pass

    try:
        async with asyncio.timeout(max(end + LATE - time.time(), 0)):
            await read()
    except TimeoutError:
        return f"{name} goes on {time.time() - end:.1f} s after its token's end"
    except grpc.aio.AioRpcError as error:
        failure = Failure.of(error)
        if failure.reason != "TOKEN_EXPIRED":
            return f"{name} ends with {failure.code} {failure.reason}"
        if time.time() < end - 1:
            return f"{name} ends {end - time.time():.1f} s too early"
        return ""
    return f"{name} ends with OK"


async def expired_streams(binary: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys.json"
        write_keys(keys, signer())
        options = ["--jwks", str(keys), "--token-issuer", ISSUER, "--token-audience", AUDIENCE]
        async with running(binary, *options) as engine:
            return await expire(engine)


async def expire(engine: Engine) -> str:
    async with connecting(engine.address)() as channel:
        lasting = Conversation(channel, headers=dict(bearer()))
        await lasting.open(session_id="watched")
        streams: dict[str, tuple[Stream, str]] = {
            "WatchSession": (watched("watched"), "operator"),
            "Subscribe": (await subscribed(channel), "client"),
            "ServerReflectionInfo": (reflected, "operator"),
        }
        # It expired already, and is still accepted.
        expiry = int(time.time()) + LEFT - LEEWAY
        begun = {
            name: begin(channel, bearer(role, exp=expiry))
            for name, (begin, role) in streams.items()}  # fmt: skip
        problems = await asyncio.gather(
            *(end_of(name, stream, expiry + LEEWAY) for name, stream in begun.items()))
        for stream in begun.values():
            stream.cancel()
        found = "; ".join(filter(None, problems))
        expect_that(not found, found)
        lasting.cancel()
        return f"{', '.join(begun)} end {LEEWAY} s after exp"


CONDITIONS = [Condition("streams whose token expires", expired_streams)]

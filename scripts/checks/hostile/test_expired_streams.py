"""Operators' streams whose token expires while they are open: none outlives it. ExpiryTests has
those of clients."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from channels import connect
from conversation import Conversation, Failure
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from neighbours import running_apart
from reflection.v1 import reflection_pb2
from reflection.v1.reflection_pb2_grpc import ServerReflectionStub
from tokens import bearer, verifying

# The leeway after `exp` in which tokens are accepted and open streams last, seconds.
LEEWAY = 25
# The rest of the leeway at the beginning of the streams, seconds.
LEFT = 6

Request = reflection_pb2.ServerReflectionRequest


async def reflection_requests() -> AsyncIterator[Request]:
    """Yields the requests of a caller who leaves the stream open."""
    yield Request(list_services="")
    await asyncio.Event().wait()


def streams(channel: grpc.aio.Channel, expiry: int) -> dict[str, Any]:
    """Opens streams with tokens that expire at that time, of a session with a longer-lived one."""
    operator = bearer("operator", exp=expiry)
    watch = inspector_service_pb2.WatchSessionRequest(session_id="watched")
    return {
        "WatchSession": InspectorServiceStub(channel).WatchSession(watch, metadata=operator),
        "ServerReflectionInfo": ServerReflectionStub(channel).ServerReflectionInfo(
            reflection_requests(), metadata=operator),
    }


async def assert_ends_with_its_token(name: str, stream: Any, end: float) -> None:
    """Reads a stream to its end, which must be that of its token."""
    try:
        async for _ in stream:
            pass
    except grpc.aio.AioRpcError as error:
        assert Failure.of(error).reason == "TOKEN_EXPIRED", name
        assert time.time() >= end - 1, f"{name} ends too early"
    else:
        pytest.fail(f"{name} ends with OK")
    finally:
        stream.cancel()


async def test_a_stream_ends_with_its_token(binary: Path, tmp_path: Path) -> None:
    options = verifying(tmp_path)
    async with running_apart(binary, *options) as engine, connect(engine.address) as channel:
        lasting = Conversation(channel, headers=dict(bearer()))
        await lasting.open(session_id="watched")
        # Already expired, but within the leeway.
        expiry = int(time.time()) + LEFT - LEEWAY
        begun = streams(channel, expiry)
        await asyncio.gather(*(
            assert_ends_with_its_token(name, stream, expiry + LEEWAY)
            for name, stream in begun.items()))  # fmt: skip
        lasting.cancel()

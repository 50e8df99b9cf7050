"""Calls of every service, and which of them roles open."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import grpc

from called_session import CalledSession
from checks import Lab
from conversation import Failure, StreamEnded
from frames import opening
from reflection.v1 import reflection_pb2
from services import experiences, is_serving, watch
from single_calls import failure, inspect, order, simulate

Request = reflection_pb2.ServerReflectionRequest
DOORS = {
    "client": {"Interact", "OpenSession", "Simulate"},
    "backend": {"SelectTab"},
    "operator": {"ListExperiences", "ListSessions", "GetSession", "GetRecording", "reflection v1",
                 "reflection v1alpha"},
}  # fmt: skip
HEALTH = {"health Check", "health Watch"}


async def reflected(lab: Lab, version: str) -> Any:
    method = lab.channel.stream_stream(
        f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
        Request.SerializeToString, reflection_pb2.ServerReflectionResponse.FromString)  # fmt: skip
    stream = method()
    # A caller may be refused before anything is written.
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        await stream.write(Request(list_services=""))
        await stream.done_writing()
    answer = await stream.read()
    if answer is grpc.aio.EOF:
        raise grpc.aio.AioRpcError(
            await stream.code(), await stream.initial_metadata(), await stream.trailing_metadata())
    return answer


async def interacted(lab: Lab) -> Failure:
    conversation = lab.conversation()
    with suppress(StreamEnded):
        await conversation.send(opening())
    return (await conversation.close())[1]


async def doors(lab: Lab) -> dict[str, Failure]:
    """What becomes of a call of every service."""
    session = {"session_id": "s"}
    calls: dict[str, Awaitable[Any]] = {
        "OpenSession": CalledSession(lab).open_unread(), "Simulate": simulate(lab),
        "SelectTab": order(lab, "SelectTab", "c", "s", tab=1),
        "ListExperiences": experiences(lab.channel), "ListSessions": inspect(lab, "ListSessions"),
        "GetSession": inspect(lab, "GetSession", **session),
        "GetRecording": anext(aiter(inspect(lab, "GetRecording", **session))),
        "reflection v1": reflected(lab, "v1"), "reflection v1alpha": reflected(lab, "v1alpha"),
        "health Check": is_serving(lab.channel), "health Watch": watch(lab.channel).read(),
    }  # fmt: skip
    ends = {name: await failure(each) for name, each in calls.items()}
    return ends | {"Interact": await interacted(lab)}


async def expect_doors(lab: Lab, roles: set[str]) -> None:
    """These roles, and none else, open what they should; health is open to all."""
    opened = HEALTH.union(*(DOORS[role] for role in roles))
    for door, end in (await doors(lab)).items():
        if door in opened:
            is_right = end.reason not in ("ROLE_MISSING", "TOKEN_INVALID", "TOKEN_MISSING")
        else:
            refused = ("PERMISSION_DENIED", "ROLE_MISSING", "interaction.v1")
            is_right = (end.code, end.reason, end.domain) == refused
        assert is_right, f"{door} for {roles or 'no role'}: {end}"

"""Roles: which services they open, and where they come from."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import grpc

from backend import Command, call
from call_checks import failure, health_check, simulate, watch
from called_session import CalledSession
from callers import caller, expect_forbidden, guarded
from checks import Check, Lab, expect_that
from conversation import Failure, StreamEnded
from frames import opening
from inspector_checks import downloaded, inspected, listed
from reflection.v1 import reflection_pb2
from services import experiences

Request = reflection_pb2.ServerReflectionRequest


async def reflected(lab: Lab, version: str) -> Any:
    method = lab.channel.stream_stream(
        f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
        Request.SerializeToString, reflection_pb2.ServerReflectionResponse.FromString)  # fmt: skip
    stream = method()
    # A caller may be refused before anything is written.
    with suppress(StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError):
        await stream.write(Request(list_services=""))
        await stream.done_writing()
    answer = await stream.read()
    if answer is grpc.aio.EOF:
        raise grpc.aio.AioRpcError(
            await stream.code(), await stream.initial_metadata(), await stream.trailing_metadata())
    return answer


async def interacted(lab: Lab) -> Failure:
    conversation = lab.conversation()
    with suppress(StreamEnded, grpc.aio.AioRpcError, asyncio.InvalidStateError):
        await conversation.send(opening())
    return (await conversation.close())[1]


async def doors(lab: Lab) -> dict[str, Failure]:
    """What becomes of a call of every service."""
    control = Command(command_id="c", session_id="s")
    calls: dict[str, Awaitable[Any]] = {
        "OpenSession": CalledSession(lab).open_unread(), "Simulate": simulate(lab),
        "SelectTab": call(lab, "SelectTab", control, tab=1), "ListExperiences":
        experiences(lab.channel), "ListSessions": listed(lab), "GetSession": inspected(lab, "s"),
        "GetRecording": downloaded(lab, "s"),
        "reflection v1": reflected(lab, "v1"), "reflection v1alpha": reflected(lab, "v1alpha"),
        "health Check": health_check(lab, ""), "health Watch": watch(lab.channel, "").read(),
    }  # fmt: skip
    ends = {name: await failure(each) for name, each in calls.items()}
    return ends | {"Interact": await interacted(lab)}


DOORS = {
    "client": {"Interact", "OpenSession", "Simulate"},
    "backend": {"SelectTab"},
    "operator": {"ListExperiences", "ListSessions", "GetSession", "GetRecording", "reflection v1",
                 "reflection v1alpha"},
}  # fmt: skip
HEALTH = {"health Check", "health Watch"}


async def expect_doors(lab: Lab, names: set[str]) -> None:
    opened = HEALTH.union(*(DOORS[name] for name in names))
    for door, end in (await doors(lab)).items():
        if door not in opened:
            expect_forbidden(f"{door} for {names or 'no role'}", end)
        else:
            expect_that(end.reason not in ("ROLE_MISSING", "TOKEN_INVALID", "TOKEN_MISSING"),
                        f"{door} for {names} is {end}")  # fmt: skip


async def role_options(lab: Lab) -> None:
    options = ["--token-roles-claim", "scope", "--token-default-role", "client",
               "--token-default-role", "backend"]  # fmt: skip
    async with guarded(lab, *options) as (own, _):
        await expect_doors(caller(own, roles=None), {"client", "backend"})
        await expect_doors(caller(own, "operator"), {"client", "backend"})
        await expect_doors(caller(own, scope="operator openid"), {"operator"})
        await expect_doors(caller(own, scope=""), set())


CHECKS = [Check("roles of another claim, and by default", role_options)]

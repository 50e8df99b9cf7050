"""The inspector: which sessions are open, what happens in them, and how an operator ends one."""

from dataclasses import replace
from typing import Any

import grpc

from checks import Check, Lab, expect, expect_that
from frames import PHONE, event
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from session_checks import close_well, directives

WatchSessionRequest = inspector_service_pb2.WatchSessionRequest
WatchSessionResponse = inspector_service_pb2.WatchSessionResponse


def inspector(lab: Lab) -> InspectorServiceStub:
    return InspectorServiceStub(lab.channel)


async def listed(lab: Lab, **fields: Any) -> tuple[list[str], str, int]:
    """The names on a page, how to go on, and how many there are."""
    request = inspector_service_pb2.ListSessionsRequest(**fields)
    response = await inspector(lab).ListSessions(request)
    names = [session.session_id for session in response.sessions]
    return names, response.next_page_token, response.total


async def inspected(lab: Lab, name: str) -> Any:
    request = inspector_service_pb2.GetSessionRequest(session_id=name)
    return await inspector(lab).GetSession(request)


async def downloaded(lab: Lab, name: str) -> bytes:
    """What is recorded of a session, as the bytes of a trace file."""
    request = inspector_service_pb2.GetRecordingRequest(session_id=name)
    return b"".join([part.data async for part in inspector(lab).GetRecording(request)])


def watching(lab: Lab, name: str) -> Any:
    return inspector(lab).WatchSession(WatchSessionRequest(session_id=name))


async def seen(call: Any) -> list[WatchSessionResponse]:
    """What is left of a call's moments."""
    moments = []
    while (moment := await call.read()) is not grpc.aio.EOF:
        moments.append(moment)
    expect("end of the watching", await call.code(), grpc.StatusCode.OK)
    return moments


def ending(lab: Lab, name: str, message: str = "") -> Any:
    request = inspector_service_pb2.EndSessionRequest(session_id=name, message=message)
    return inspector(lab).EndSession(request)


async def unread_watchers(lab: Lab) -> None:
    """Two that do not read: the session goes on, and they learn later how much they missed."""
    conversation = lab.conversation()
    await conversation.open(session_id="unread")
    settings = [
        ("grpc.use_local_subchannel_pool", 1),
        # gRPC C++ reads ahead of its caller, more the faster its peer is: hold it to one window.
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", 65535),
    ]
    async with grpc.aio.insecure_channel(lab.engine.address, options=settings) as channel:
        calls = [watching(replace(lab, channel=channel), "unread") for _ in range(2)]
        for call in calls:
            await call.read()
        count = 0
        for turn in range(300):
            turns = [event(1000 * (32 * turn + at) * 5, environment=PHONE) for at in range(32)]
            count += len(directives(await conversation.exchange(*turns)))
        expect("directives", count, 9600)
        await close_well(conversation)
        for call in calls:
            moments = await seen(call)
            last = moments[-1].WhichOneof("moment")
            expect(f"last of {len(moments)} moments", last, "ended")
            missed = [moment.missed for moment in moments if moment.HasField("missed")]
            expect_that(len(missed) > 0, "nothing was missed")
            seen_and_missed = len(moments) - 1 - len(missed) + sum(missed)
            expect("moments seen and missed", seen_and_missed, 2 * count)


CHECKS = [
    Check("WatchSession: two watchers that do not read", unread_watchers),
]

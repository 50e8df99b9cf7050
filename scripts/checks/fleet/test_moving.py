"""Open sessions go on with a published version, while they stay connected."""

import asyncio

import pytest

from checks import eventually
from conversation import Conversation
from frames import BEGAN, MOVED, Event, Response, event, now_us, scroll, tap
from fronted import FrontedFleet
from interaction.inspector.v1 import inspector_service_pb2 as inspector
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from interaction.v1 import event_pb2

OPTIONS: tuple[str, ...] = ()
USERS = [f"reader-{number}" for number in range(24)]
CANCELLED = event_pb2.SCROLL_PHASE_CANCELLED
# The user whose finger is on the list.
HOLDING = USERS[0]

pytestmark = pytest.mark.timeout(180)


async def opened(fleet: FrontedFleet, user: str) -> Conversation:
    conversation = fleet.through(user)
    await conversation.open(session_id=user, user=user, experience="mine", level=2)
    await conversation.exchange(event(now_us(), lifecycle={"state": 1}))
    return conversation


def finger(phase: int) -> Event:
    return scroll(40, phase, time_us=now_us(), source="news")


async def published(fleet: FrontedFleet, number: int, *options: str) -> str:
    """Publishes a version. Returns its digest."""
    await fleet.operate("publish", fleet.version(number), *options)
    async with fleet.visit("engine-1") as conversation:
        return (await conversation.open(experience="mine")).opened.experience_digest


async def moved(conversation: Conversation) -> Response:
    """Returns the frame with which the session goes on."""
    frames = await conversation.receive_until(lambda frame: bool(frame.experience_digest))
    return frames[-1]


async def test_open_sessions_move_at_rest_and_stay_connected(fleet: FrontedFleet) -> None:
    first = await published(fleet, 1)
    clients = {user: await opened(fleet, user) for user in USERS}
    await clients[HOLDING].exchange(finger(BEGAN), finger(MOVED))
    second = await published(fleet, 2, "--move-open", "50%")
    assert second != first
    for user in USERS[1:]:
        frame = await moved(clients[user])
        assert frame.experience_digest == second
        (directive,) = frame.directives
        assert directive.replaces_all
        assert not directive.effects and not directive.HasField("timeline")
    # The finger lifts: the frame after it moves the session.
    await clients[HOLDING].events(finger(CANCELLED))
    assert (await moved(clients[HOLDING])).experience_digest == second
    # Everyone is still on the same connection, and the new version decides.
    for client in clients.values():
        await client.exchange(tap(1, now_us()))
    # Without the option open sessions keep their version; an operator can move them on each engine.
    await fleet.operate("rollback", "mine")
    for client in clients.values():
        frames = await client.exchange(tap(0, now_us()))
        assert not any(frame.experience_digest for frame in frames)
    counts = [await moved_by_operator(fleet, name) for name in fleet.engines]
    assert sum(progress.moved for progress in counts) >= len(USERS)
    for client in clients.values():
        assert (await moved(client)).experience_digest == first
    for client in clients.values():
        await client.half_close()


async def test_a_rollback_ends_the_move_that_it_overtakes(fleet: FrontedFleet) -> None:
    first = await published(fleet, 3)
    users = [f"late-{number}" for number in range(12)]
    clients = {user: await opened(fleet, user) for user in users}
    for client in clients.values():
        await client.exchange(finger(BEGAN), finger(MOVED))
    # Every session waits for its rest.
    second = await published(fleet, 4, "--move-open", "100%")
    await fleet.logs(f"(?m)^(?=.*{second[:12]}).*move of open sessions ordered")
    await fleet.operate("rollback", "mine")
    await asyncio.sleep(2)
    for client in clients.values():
        frames = await client.exchange(finger(CANCELLED))
        assert not any(frame.experience_digest for frame in frames)
        await client.half_close()
    async with fleet.visit("engine-1") as conversation:
        assert (await conversation.open(experience="mine")).opened.experience_digest == first


async def moved_by_operator(fleet: FrontedFleet, name: str) -> inspector.MoveSessionsResponse:
    """Moves an engine's sessions to its newest version. Returns the last progress."""
    stub = InspectorServiceStub(fleet.channel(fleet.engines[name].address))
    await eventually(f"{name} has the version", lambda: knows(stub))
    call = stub.MoveSessions(inspector.MoveSessionsRequest(experience="mine", share_per_second=1))
    progress = [each async for each in call]
    assert progress[-1].remaining == progress[-1].waiting == 0
    return progress[-1]


async def knows(stub: InspectorServiceStub) -> bool:
    listed = await stub.ListExperiences(inspector.ListExperiencesRequest())
    return any(each.name == "mine" for each in listed.experiences)

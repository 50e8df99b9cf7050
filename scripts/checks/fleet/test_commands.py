"""A backend commands a user while the session of that user moves between engines."""

import asyncio
import itertools
import random

import grpc
import pytest

from directives import Directive
from fronted import FrontedFleet
from interaction.v1 import control_service_pb2
from interaction.v1.control_service_pb2_grpc import ControlServiceStub
from places import counts
from resuming import Survivor
from returning import ReturningClient, served

OPTIONS = ("--drain-deadline", "6", "--drain-notice", "3")
USER = "ann"
KEY = {"x-interaction-key": USER}
PATIENCE = 120
APPLIED = control_service_pb2.COMMAND_OUTCOME_APPLIED
UNCONFIRMED = control_service_pb2.COMMAND_OUTCOME_UNCONFIRMED
# A tab of the user's experience with a counting badge.
TAB = 3
AGAIN = {grpc.StatusCode.NOT_FOUND, grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL,
         grpc.StatusCode.DEADLINE_EXCEEDED}  # fmt: skip


async def outcome(channel: grpc.aio.Channel, name: str, **badge: object) -> int:
    """Sends a command with an ID until the client has acknowledged its directives."""
    request = control_service_pb2.SetBadgeRequest(
        command={"command_id": name, "user": USER}, badge={"tab": TAB, **badge})
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                answer = await ControlServiceStub(channel).SetBadge(
                    request, timeout=5, metadata=tuple(KEY.items()))
                (result,) = answer.results
                if result.outcome != UNCONFIRMED:
                    return result.outcome
            except grpc.aio.AioRpcError as error:
                assert error.code() in AGAIN, f"{name}: {error.details()}"
                await asyncio.sleep(0.1)


def shown(session: Survivor) -> str:
    """Returns the badge's text, from the newest directive."""
    said = [setting.badge.text for data in session.directives.values()
            for setting in Directive.FromString(data).settings
            if setting.badge.tab == TAB and setting.HasField("badge")]  # fmt: skip
    return said[-1]


@pytest.mark.parametrize("times", [
    pytest.param(30, marks=pytest.mark.timeout(180)),
    pytest.param(1_000, marks=[pytest.mark.long, pytest.mark.timeout(3_600)])])
async def test_a_command_to_a_session_that_moves_acts_once(fleet: FrontedFleet, times: int) -> None:
    """Each command increments a badge while the user's session changes its engine."""
    choice = random.Random(1)
    names = list(fleet.engines)
    homes: list[str] = []
    channel = fleet.channel(fleet.front.address)
    user = ReturningClient(channel, USER, experience="extended-tabs")
    await served([user])
    content = {"count": {"count": 0, "max": 1_000_000}}
    assert await outcome(channel, f"begin-{times}", set=content) == APPLIED
    for number in range(times):
        sessions = await counts(fleet)
        home = max(sessions, key=lambda name: sessions[name])
        homes.append(home)
        order = asyncio.create_task(outcome(channel, f"count-{number}-of-{times}", increase=1))
        await asyncio.sleep(choice.uniform(0, 0.03))
        # The ring without the session's engine: the key moves to another one.
        fleet.lead(*(name for name in names if name != home))
        await asyncio.sleep(choice.uniform(0, 0.03))
        await user.move()
        # The session may have reconnected before Envoy loaded the new ring, which no engine knows.
        while not (await asyncio.wait([order], timeout=0.5))[0]:
            await user.move()
        assert await order == APPLIED, number
    fleet.lead(*names)
    said = shown(user.session)
    await user.end()
    assert said == str(times)
    moves = sum(one != other for one, other in itertools.pairwise(homes))
    print(f"{times} commands, and {moves} moves to another engine")
    assert moves > 0


async def test_a_command_to_all_reaches_the_sessions_of_every_engine(fleet: FrontedFleet) -> None:
    await fleet.led(*fleet.engines)
    channel = fleet.channel(fleet.front.address)
    users = [ReturningClient(channel, f"reader-{number}", experience="extended-tabs")
             for number in range(12)]  # fmt: skip
    await served(users)
    assert all((await counts(fleet)).values())
    told = await fleet.operate(
        "command", "set-badge", f'{{"badge": {{"tab": {TAB}, "set": {{"text": "new"}}}}}}',
        "--all", "--address", fleet.front.address)  # fmt: skip
    assert told.splitlines()[-1] == f"applied in {len(users)} of {len(users)} sessions"
    for user in users:
        assert shown(user.session) == "new"
        await user.end()

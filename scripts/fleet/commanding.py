"""A backend that commands a user while the session of that user moves between engines."""

import asyncio
import itertools
import random

import grpc

import census
from checks import expect, expect_that
from directives import Directive
from fronted import FrontedFleet
from interaction.v1 import control_service_pb2
from interaction.v1.control_service_pb2_grpc import ControlServiceStub
from moving import KEY, PATIENCE, USER, MovingUser
from resuming import Survivor

APPLIED = control_service_pb2.COMMAND_OUTCOME_APPLIED
UNCONFIRMED = control_service_pb2.COMMAND_OUTCOME_UNCONFIRMED
# A tab of the user's experience whose badge counts.
TAB = 3
AGAIN = {grpc.StatusCode.NOT_FOUND, grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL,
         grpc.StatusCode.DEADLINE_EXCEEDED}  # fmt: skip


async def command(
    channel: grpc.aio.Channel, name: str, **badge: object
) -> control_service_pb2.CommandResult:
    """Sends it with its name until the client has acknowledged what it leads to."""
    request = control_service_pb2.SetBadgeRequest(
        command={"command_id": name, "user": USER}, badge={"tab": TAB, **badge})
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                answer = await ControlServiceStub(channel).SetBadge(
                    request, timeout=5, metadata=tuple(KEY.items()))
                (result,) = answer.results
                if result.outcome != UNCONFIRMED:
                    return result
            except grpc.aio.AioRpcError as error:
                expect_that(error.code() in AGAIN, f"{name}: {error.code()} {error.details()}")
                await asyncio.sleep(0.1)


async def commanded(fleet: FrontedFleet, times: int) -> str:
    """Each command counts a badge up by one while the user's session changes its engine."""
    choice = random.Random(1)
    names = list(fleet.engines)
    homes: list[str] = []
    async with grpc.aio.insecure_channel(fleet.front.address) as channel:
        user = MovingUser(fleet, channel)
        await user.open()
        content = {"count": {"count": 0, "max": 1_000_000}}
        expect("outcome", (await command(channel, "begin", set=content)).outcome, APPLIED)
        for number in range(times):
            sessions = await census.counts(fleet)
            home = max(sessions, key=lambda name: sessions[name])
            homes.append(home)
            order = asyncio.create_task(command(channel, f"count-{number}", increase=1))
            await asyncio.sleep(choice.uniform(0, 0.03))
            # The ring without the engine that has the session: its key is another's now.
            fleet.lead(*(name for name in names if name != home))
            await asyncio.sleep(choice.uniform(0, 0.03))
            await user.move()
            # It may have come back before Envoy had the new ring, and no engine knows of that one.
            while not (await asyncio.wait([order], timeout=0.5))[0]:
                await user.move()
            expect(f"outcome of count-{number}", (await order).outcome, APPLIED)
        fleet.lead(*names)
        shown = badge(user.session)
        await user.leave()
        expect("what the badge counts", shown, str(times))
        moves = sum(one != other for one, other in itertools.pairwise(homes))
        expect_that(moves > times / 3, f"the session moved only {moves} times")
        return f"{times} times, {moves} of them to another engine"


def badge(session: Survivor) -> str:
    """What the badge says, by the last directive about it."""
    said = ""
    for data in session.directives.values():
        for setting in Directive.FromString(data).settings:
            if setting.badge.tab == TAB and setting.HasField("badge"):
                said = setting.badge.text
    return said

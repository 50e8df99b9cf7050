"""The inspector: which sessions are open, what happens in them, and how an operator ends one."""

import asyncio
from dataclasses import replace
from typing import Any

import grpc

from call_checks import failure
from called_session import CalledSession, called
from checks import Check, Lab, expect, expect_in, expect_that
from control_checks import COUNT_UP, applied, order
from conversation import Conversation
from frames import PHONE, ack, event, heartbeat, scroll, tap
from interaction.v1 import inspector_service_pb2
from interaction.v1.inspector_service_pb2_grpc import InspectorServiceStub
from own_engine import own_engine
from resuming import NEW, RESUMED, Survivor
from session_checks import close_well, directives, tabs
from shop import shop

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


async def some_sessions(lab: Lab) -> list[str]:
    """Twelve, of two users and two experiences. Returns their names."""
    names = [f"{'ab'[number % 2]}-{number:02}" for number in range(12)]
    for number, name in enumerate(names):
        client = CalledSession(lab) if number % 3 else lab.conversation()
        await client.open(
            session_id=name, user=["anna", "", "berta"][number % 3],
            experience=["shop", "plain"][number // 6])  # fmt: skip
    return names


async def filtered(lab: Lab) -> None:
    async with shop(lab) as own:
        expect("nobody", await listed(own), ([], "", 0))
        names = await some_sessions(own)
        for fields, expected in [
            ({}, names),
            ({"user": "anna"}, names[0::3]),
            ({"user": "berta"}, names[2::3]),
            ({"user": "nobody"}, []),
            ({"experience": "plain"}, names[6:]),
            ({"experience": "attic"}, []),
            ({"session_prefix": "a-"}, names[0::2]),
            ({"session_prefix": "a-0"}, names[0:10:2]),
            ({"session_prefix": "a-00x"}, []),
            ({"session_prefix": "b-", "user": "anna", "experience": "shop"}, names[3:4]),
        ]:
            found = sorted(expected)
            expect(f"sessions of {fields}", await listed(own, **fields), (found, "", len(found)))


async def paged(lab: Lab) -> None:
    async with shop(lab) as own:
        names = sorted(await some_sessions(own))
        for size in [1, 5, 11, 12, 1000]:
            found: list[str] = []
            token = ""
            while token or not found:
                page, token, total = await listed(own, page_size=size, page_token=token)
                expect_that(0 < len(page) <= size, f"{len(page)} on a page of {size}")
                expect("in all", total, 12)
                found += page
            expect(f"by pages of {size}", found, names)
        page, token, total = await listed(
            own, page_size=2, page_token=names[1], session_prefix="a-")
        expect("a page of some", (page, total), (names[2:4], 6))


async def page_size_limits(lab: Lab) -> None:
    for size in [1001, 2**32 - 1]:
        end = await failure(listed(lab, page_size=size))
        expect("reason and fields", (end.code, end.reason, end.fields),
               ("INVALID_ARGUMENT", "INVALID_ARGUMENT", ("page_size",)))  # fmt: skip
    expect("after the last page", (await listed(lab, page_token="~"))[0], [])


async def one_session(lab: Lab) -> None:
    survivor = Survivor("looked-at", user="anna", client_name="app", client_version="2.5")
    await survivor.open(lab.conversation())
    await survivor.exchange(tap(1), tap(2), scroll(0, 1))
    await survivor.conversation.send(ack(1))
    await survivor.exchange(event(tick={}))
    found = await inspected(lab, "looked-at")
    summary = found.summary
    expect("name, user and experience", (summary.session_id, summary.user, summary.experience),
           ("looked-at", "anna", "home-refined"))  # fmt: skip
    expect_that("app" in summary.client and "2.5" in summary.client, f"it is {summary.client!r}")
    expect("epoch and outcome", (summary.epoch, summary.outcome), (1, NEW))
    expect("numbers", (summary.applied_event, summary.last_directive, summary.acked_directive),
           (4, 2, 1))  # fmt: skip
    expect("unacknowledged", (found.unacknowledged_directives, found.waiting_directives), (1, 0))
    expect_that(0 <= summary.age.ToTimedelta().total_seconds() < 20, f"its age is {summary.age}")
    selected = [item.selection.selected for item in found.snapshot.settings
                if item.HasField("selection")]  # fmt: skip
    expect("tab in the snapshot", selected, [2])
    expect("next directive in the state", found.state.next_directive, 3)
    survivor.conversation.cancel()
    opened = await survivor.resume(client := lab.conversation())
    summary = (await inspected(lab, "looked-at")).summary
    expect("after a resume", (summary.epoch, summary.outcome, summary.applied_event,
                              summary.acked_directive),
           (2, RESUMED, opened.applied_event, 2))  # fmt: skip
    await close_well(client)


async def unknown_sessions(lab: Lab) -> None:
    async with called(lab, "over"):
        pass
    for name in ["over", "nobody", "", "x" * 60_000]:
        for call in [inspected(lab, name), seen(watching(lab, name)), ending(lab, name)]:
            end = await failure(call)
            expect(f"code and reason for {name[:20]!r}", (end.code, end.reason),
                   ("NOT_FOUND", "UNKNOWN_SESSION"))  # fmt: skip
            expect_that(len(end.message) < 500, "the message repeats all of the name")


def told(moments: list[WatchSessionResponse]) -> list[tuple[str, int]]:
    """What a watcher saw, each with its number."""
    return [(kind, moment.event_sequence or moment.directive.sequence)
            for moment in moments if (kind := moment.WhichOneof("moment"))]  # fmt: skip


async def watched(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open(session_id="watched")
    await conversation.exchange(tap(1))
    call = watching(lab, "watched")
    first = await call.read()
    expect("first", (first.session.session_id, first.session.applied_event), ("watched", 1))
    frames = await conversation.exchange(tap(2, 5), scroll(0, 1, time_us=6), tap(0, 7))
    await close_well(conversation)
    moments = await seen(call)
    expect("moments", told(moments), [
        ("event", 2), ("directive", 2), ("event", 3), ("event", 4), ("directive", 3), ("ended", 0)])
    expect("its events", [moment.event.time_us for moment in moments if moment.HasField("event")],
           [5, 6, 7])  # fmt: skip
    expect("its directives", [moment.directive for moment in moments
                              if moment.HasField("directive")], directives(frames))
    expect("the end", moments[-1].ended, "")


async def watched_command(lab: Lab) -> None:
    async with shop(lab) as own, called(own, "watched", experience="shop") as session:
        await session.subscribe()
        call = watching(own, "watched")
        await call.read()
        await asyncio.gather(order(own, "SetBadge", "up", "watched", **COUNT_UP), applied(session))
        await session.send(heartbeat(3))
        await session.send(end=True)
        moments = await seen(call)
        expect("moments", [(kind, moment.event_sequence) for moment in moments
                           if (kind := moment.WhichOneof("moment"))],
               [("event", 0), ("directive", 0), ("event", 0), ("ended", 0)])  # fmt: skip
        expect("the directive's cause", moments[1].directive.cause.command, "up")


async def ends_that_watchers_see(lab: Lab) -> None:
    async with own_engine(lab) as own:
        for name, act in [("SUPERSEDED", Conversation.open), ("ENDED_BY_OPERATOR", None)]:
            conversation = own.conversation()
            await conversation.open(session_id=name)
            calls = [watching(own, name) for _ in range(3)]
            for call in calls:
                await call.read()
            if act:
                await act(own.conversation(), session_id=name)
            else:
                await ending(own, name)
            for call in calls:
                expect("moments", [moment.ended for moment in await seen(call)], [name])


async def unread_watchers(lab: Lab) -> None:
    """Two that do not read: the session goes on, and they learn later how much they missed."""
    conversation = lab.conversation()
    await conversation.open(session_id="unread")
    settings = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(lab.engine.address, options=settings) as channel:
        calls = [watching(replace(lab, channel=channel), "unread") for _ in range(2)]
        for call in calls:
            await call.read()
        count = 0
        for turn in range(200):
            turns = [event(1000 * (32 * turn + at) * 5, environment=PHONE) for at in range(32)]
            count += len(directives(await conversation.exchange(*turns)))
        expect("directives", count, 6400)
        await close_well(conversation)
        for call in calls:
            moments = await seen(call)
            last = moments[-1].WhichOneof("moment")
            expect(f"last of {len(moments)} moments", last, "ended")
            missed = [moment.missed for moment in moments if moment.HasField("missed")]
            expect_that(len(missed) > 0, "nothing was missed")
            seen_and_missed = len(moments) - 1 - len(missed) + sum(missed)
            expect("moments seen and missed", seen_and_missed, 2 * count)


async def many_watchers(lab: Lab) -> None:
    """They come and go; the session notices nothing."""
    async with own_engine(lab) as own:
        conversation = own.conversation()
        await conversation.open(session_id="visited")
        for turn in range(10):
            calls = [watching(own, "visited") for _ in range(16)]
            for call in calls:
                await call.read()
            end = await failure(seen(watching(own, "visited")))
            expect("end of the 17th", (end.code, end.reason), ("UNAVAILABLE", "OVERLOADED"))
            expect("tab", tabs(await conversation.exchange(tap(1 + turn % 2))), [1 + turn % 2])
            for call in calls:
                call.cancel()
            await asyncio.sleep(0.1)
        await close_well(conversation)


async def ended_by_operator(lab: Lab) -> None:
    for message in ["", "Wartung – 維護", "x" * 256]:
        for client in [lab.conversation(), CalledSession(lab)]:
            await client.open(session_id="ended", user="anna")
            response, (frames, end) = await asyncio.gather(
                ending(lab, "ended", message), client.failure_within(10))
            expect("session in the answer", response.session.session_id, "ended")
            expect("frames", frames, [])
            expect("code and reason", (end.code, end.reason, end.retry_delay),
                   ("ABORTED", "ENDED_BY_OPERATOR", None))  # fmt: skip
            expect_in(message, end.message)
            expect("reason after it", (await failure(ending(lab, "ended"))).reason,
                   "UNKNOWN_SESSION")  # fmt: skip
    end = await failure(ending(lab, "bystander", "x" * 257))
    expect("a long message", (end.code, end.fields), ("INVALID_ARGUMENT", ("message",)))


CHECKS = [
    Check("ListSessions: filters", filtered),
    Check("ListSessions: pages", paged),
    Check("ListSessions: how large pages may be", page_size_limits),
    Check("GetSession", one_session),
    Check("GetSession, WatchSession and EndSession: unknown sessions", unknown_sessions),
    Check("WatchSession: the session, events and directives, the end", watched),
    Check("WatchSession: commands and heartbeats have no number", watched_command),
    Check("WatchSession: why it ended", ends_that_watchers_see),
    Check("WatchSession: two watchers that do not read", unread_watchers),
    Check("WatchSession: 16 watchers at once, ten times", many_watchers),
    Check("EndSession: ABORTED ENDED_BY_OPERATOR", ended_by_operator),
]

"""Sessions, commands and the inspector by one-liners of grpcurl and buf curl."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from called_session import called
from checks import Lab
from command_line import Output, buf, documents, grpcurl, selected
from conversation import Conversation
from frames import ack, batch, tap
from steps import opened

SESSION = "shop"
SESSIONS = "interaction.v1.InteractionService"
CONTROL = "interaction.v1.ControlService"
INSPECTOR = "interaction.inspector.v1.InspectorService"
# Calls a method with these fields.
Tool = Callable[..., Awaitable[Output]]


def by(program: Callable[..., Awaitable[Output]]) -> Tool:
    async def call(lab: Lab, method: str, **fields: Any) -> Output:
        return await program(lab, method, data=json.dumps(fields))

    return call


by_each = pytest.mark.parametrize("tool", [by(grpcurl), by(buf)], ids=["grpcurl", "buf"])


@by_each
async def test_a_session(lab, tool, request):
    """The reader runs beside the other calls."""
    name = request.node.callspec.id
    opening = {"level": 1, "client_name": "interop", "session_id": name,
               "environment": {"width": 375, "height": 812, "scale": 3}}  # fmt: skip
    answer = json.loads((await tool(lab, f"{SESSIONS}/OpenSession", open=opening)).good())
    assert answer["frame"]["opened"]["outcome"] == "OPEN_OUTCOME_NEW"
    session = {"session_id": name, "session_key": answer["sessionKey"]}
    reader = asyncio.create_task(tool(lab, f"{SESSIONS}/Subscribe", **session))

    async def send(**fields: Any) -> Output:
        return await tool(lab, f"{SESSIONS}/SendEvents", **session, **fields)

    events = {"first_sequence": 1, "events": [{"time_us": 1, "tap": {"tab": 2}}]}
    assert json.loads((await send(events=events)).good()) == {"ackedEvent": "1"}
    await send(ack={"directive": "1"})
    # Until the reader is there, what it is to read waits; the end would not.
    await asyncio.sleep(2)
    await send(end=True)
    (frame,) = documents((await reader).good())
    assert selected(frame["frame"]) == [2]


def result(outcome: str, **others: str) -> dict[str, Any]:
    named = {"sessionId": SESSION, "outcome": f"COMMAND_OUTCOME_{outcome}"}
    return {"results": [named | others]}


# Methods, their fields, and the directives that they lead to.
COMMANDS: list[tuple[str, dict[str, Any], int]] = [
    ("OpenSecondFloor", {}, 1),
    ("SetBadge", {"badge": {"tab": 1, "set": {"text": "12"}}}, 1),
    ("SelectTab", {"tab": 2}, 1),
    ("ResolveGate", {"signed_in": True}, 2),
    ("OrderToggle", {"look": "LOOK_ABOVE"}, 1),
]


async def apply(conversation: Conversation, counts: Counter[str]) -> None:
    """Acknowledges what comes, and counts directives by their commands."""
    while True:
        frame = await conversation.receive(60)
        counts.update(item.cause.command for item in frame.directives)
        if frame.directives:
            await conversation.send(ack(frame.directives[-1].sequence))


@by_each
async def test_every_command(shop, tool):
    conversation = await opened(shop, session_id=SESSION, experience="shop")
    counts: Counter[str] = Counter()
    applying = asyncio.create_task(apply(conversation, counts))

    async def command(method: str, name: str, **fields: Any) -> dict[str, Any]:
        command = {"command_id": name, "session_id": SESSION}
        output = await tool(shop, f"{CONTROL}/{method}", command=command, **fields)
        return json.loads(output.good())

    for method, fields, count in COMMANDS:
        assert await command(method, method, **fields) == result("APPLIED")
        assert counts[method] == count
    assert await command("CloseSecondFloor", "close") == result("APPLIED")
    assert await command("SelectTab", "go", tab=3) == result(
        "REFUSED", reason="REFUSAL_REASON_DISABLED")  # fmt: skip
    assert await command("SelectTab", "no", tab=9) == result(
        "INVALID", problem="select_tab.tab is 9; must be 0 to 3")  # fmt: skip
    applying.cancel()


@by_each
async def test_an_operator_finds_watches_and_ends_a_session(lab, tool, request):
    name = f"by-{request.node.callspec.id}"
    async with called(lab, name, user="anna") as session:
        await session.subscribe()
        page = await tool(lab, f"{INSPECTOR}/ListSessions", session_prefix=name)
        assert [item["sessionId"] for item in json.loads(page.good())["sessions"]] == [name]
        watcher = asyncio.create_task(tool(lab, f"{INSPECTOR}/WatchSession", session_id=name))
        # Until the watcher is there, there is nothing to see.
        await asyncio.sleep(1.5)
        await session.send(batch(1, tap(2)))
        found = json.loads((await tool(lab, f"{INSPECTOR}/GetSession", session_id=name)).good())
        assert found["summary"]["appliedEvent"] == "1"
        ended = await tool(lab, f"{INSPECTOR}/EndSession", session_id=name, message="enough")
        assert json.loads(ended.good())["session"]["user"] == "anna"
        _, end = await session.failure_within(10)
        assert end.reason == "ENDED_BY_OPERATOR"
        moments = documents((await watcher).good())
        assert [key for moment in moments for key in moment if key != "eventSequence"] == [
            "session", "event", "directive", "ended"]  # fmt: skip

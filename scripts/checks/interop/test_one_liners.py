"""Sessions, commands and the inspector by one-liners of grpcurl and buf curl."""

import asyncio
import json
from typing import Any

import pytest

from command_line import Output, buf, documents, grpcurl, selected
from conversation import Conversation
from frames import ack, tap
from steps import opened

SESSION = "shop"
SESSIONS = "interaction.v1.InteractionService"
CONTROL = "interaction.v1.ControlService"
INSPECTOR = "interaction.inspector.v1.InspectorService"
by_each = pytest.mark.parametrize("tool", [grpcurl, buf])


@by_each
async def test_a_session(lab, tool, request):
    """The reader runs beside the other calls."""
    name = request.node.callspec.id
    opening = {"level": 1, "client_name": "interop", "session_id": name,
               "surface": {"width": 375, "height": 812, "scale": 3}}  # fmt: skip
    answer = json.loads((await tool(lab, f"{SESSIONS}/OpenSession", open=opening)).good())
    assert answer["frame"]["opened"]["outcome"] == "OPEN_OUTCOME_NEW"
    session = {"session_id": name, "session_key": answer["sessionKey"]}
    reader = asyncio.create_task(tool(lab, f"{SESSIONS}/Subscribe", **session))

    async def send(**fields: Any) -> Output:
        return await tool(lab, f"{SESSIONS}/SendEvents", **session, **fields)

    events = {"first_sequence": 1, "events": [{"time_us": 1, "tap": {"tab": 2}}]}
    assert json.loads((await send(events=events)).good()) == {"ackedEvent": "1"}
    await send(ack={"directive": "1"})
    # Frames wait for the reader, but the end would not.
    await asyncio.sleep(2)
    await send(end=True)
    (frame,) = documents((await reader).good())
    assert selected(frame["frame"]) == [2]


def result(outcome: str, **others: str) -> dict[str, Any]:
    named = {"sessionId": SESSION, "outcome": f"COMMAND_OUTCOME_{outcome}"}
    return {"results": [named | others]}


COMMANDS: dict[str, dict[str, Any]] = {
    "SwitchSecondFloor": {"on": True}, "OpenSecondFloor": {},
    "SetBadge": {"badge": {"tab": 1, "set": {"text": "12"}}},
    "SelectTab": {"tab": 2}, "ResolveGate": {"signed_in": True},
    "OrderToggle": {"look": "TOGGLE_LOOK_ABOVE"}, "CloseSecondFloor": {},
}  # fmt: skip


async def apply(conversation: Conversation) -> None:
    """Acknowledges every directive."""
    while True:
        frame = await conversation.receive(60)
        if frame.directives:
            await conversation.send(ack(frame.directives[-1].sequence))


@by_each
async def test_every_command(shop, tool):
    conversation = await opened(shop, session_id=SESSION, experience="shop")
    applying = asyncio.create_task(apply(conversation))

    async def command(method: str, name: str, **fields: Any) -> dict[str, Any]:
        command = {"command_id": name, "session_id": SESSION}
        output = await tool(shop, f"{CONTROL}/{method}", command=command, **fields)
        return json.loads(output.good())

    for method, fields in COMMANDS.items():
        assert await command(method, method, **fields) == result("APPLIED")
    assert await command("SelectTab", "go", tab=3) == result(
        "REFUSED", reason="REFUSAL_REASON_DISABLED")  # fmt: skip
    assert await command("SelectTab", "no", tab=9) == result(
        "INVALID",
        violation={"field": "select_tab.tab", "description": "is 9; must be 0 to 3"})  # fmt: skip
    applying.cancel()


@by_each
async def test_an_operator_finds_watches_and_ends_a_session(lab, tool, request):
    name = f"by-{request.node.callspec.id}"
    session = await opened(lab, session_id=name, user="anna")
    page = await tool(lab, f"{INSPECTOR}/ListSessions", session_prefix=name)
    assert [item["sessionId"] for item in json.loads(page.good())["sessions"]] == [name]
    watcher = asyncio.create_task(tool(lab, f"{INSPECTOR}/WatchSession", session_id=name))
    # A watcher sees only later events.
    await asyncio.sleep(1.5)
    await session.events(tap(2))
    found = json.loads((await tool(lab, f"{INSPECTOR}/GetSession", session_id=name)).good())
    assert found["summary"]["appliedEvent"] == "1"
    ended = await tool(lab, f"{INSPECTOR}/EndSession", session_id=name, message="enough")
    assert json.loads(ended.good())["session"]["user"] == "anna"
    assert (await session.failure())[1].reason == "ENDED_BY_OPERATOR"
    moments = documents((await watcher).good())
    assert [key for moment in moments for key in moment if key != "eventSequence"] == [
        "session", "event", "directive", "end"]  # fmt: skip

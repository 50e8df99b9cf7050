"""The inspector by one-liners: grpcurl and buf curl."""

import asyncio
import base64
import json
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from called_session import called
from checks import Check, Lab, expect
from frames import batch, tap
from own_engine import own_engine
from recording_checks import expect_replay, numbered
from session_checks import close_well
from tool_checks import Output, buf, documents, grpcurl
from traces import records

SERVICE = "interaction.inspector.v1.InspectorService"
# Calls a method with these fields.
Tool = Callable[[str, dict[str, Any]], Awaitable[Output]]


def by_grpcurl(lab: Lab) -> Tool:
    return lambda method, fields: grpcurl(lab, f"{SERVICE}/{method}", data=json.dumps(fields))


def by_buf(lab: Lab) -> Tool:
    return lambda method, fields: buf(lab, f"{SERVICE}/{method}", "-d", json.dumps(fields))


async def looked_at(lab: Lab, name: str, tool: Tool) -> None:
    """An operator finds a session, looks into it, watches it and ends it."""
    async with called(lab, name, user="anna") as session:
        await session.subscribe()
        page = json.loads((await tool("ListSessions", {"session_prefix": name})).good())
        expect("names", [item["sessionId"] for item in page["sessions"]], [name])
        watcher = asyncio.create_task(tool("WatchSession", {"session_id": name}))
        # Until the watcher is there, there is nothing to see.
        await asyncio.sleep(1.5)
        await session.send(batch(1, tap(2)))
        found = json.loads((await tool("GetSession", {"session_id": name})).good())
        expect("last event applied", found["summary"]["appliedEvent"], "1")
        ended = {"session_id": name, "message": "enough"}
        expect("session", json.loads((await tool("EndSession", ended)).good())["session"]["user"],
               "anna")  # fmt: skip
        _, end = await session.failure_within(10)
        expect("reason", end.reason, "ENDED_BY_OPERATOR")
        moments = documents((await watcher).good())
        expect("moments", [key for moment in moments for key in moment if key != "eventSequence"],
               ["session", "event", "directive", "ended"])  # fmt: skip


async def by_grpcurl_alone(lab: Lab) -> None:
    await looked_at(lab, "by-grpcurl", by_grpcurl(lab))


async def by_buf_alone(lab: Lab) -> None:
    await looked_at(lab, "by-buf", by_buf(lab))


async def expect_recording(lab: Lab, name: str, tool: Tool, events: int) -> None:
    """A download has so many events, and plays where there is no engine."""
    parts = documents((await tool("GetRecording", {"session_id": name})).good())
    expect("files", [part.get("file") for part in parts], [f"{name}.1.trace"])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "downloaded.trace"
        file.write_bytes(b"".join(base64.b64decode(part["data"]) for part in parts))
        expect("events", numbered(records(file)), list(range(1, events + 1)))
        await expect_replay(lab, file)


async def recorded(lab: Lab) -> None:
    """An operator downloads a session while it is open, and when it is over."""
    with tempfile.TemporaryDirectory() as folder:
        async with own_engine(lab, "--record", folder) as own:
            conversation = own.conversation()
            await conversation.open(session_id="recorded")
            for turn in range(3):
                await conversation.exchange(*(tap(at % 3, at) for at in range(20)))
                await expect_recording(own, "recorded", by_grpcurl(own), 20 * (turn + 1))
            await close_well(conversation)
            await expect_recording(own, "recorded", by_buf(own), 60)


CHECKS = [
    Check("grpcurl, buf curl: an operator downloads a recording", recorded),
    Check("grpcurl: an operator finds, watches and ends a session", by_grpcurl_alone),
    Check("buf curl: an operator finds, watches and ends a session", by_buf_alone),
]

"""The trace of what comes over HTTP/1.1, in the log."""

import asyncio
import http.client
import json
from collections.abc import Callable
from typing import Any

import websockets
from google.protobuf import json_format

from checks import Check, Lab, eventually, expect
from frames import opening
from monitoring import line_of
from own_engine import logging_engine
from trace_checks import GOOD, TRACE

HEADER = {"traceparent": GOOD}
SERVICE = "/interaction.v1.InteractionService"
INSPECTOR = "/interaction.inspector.v1.InspectorService"


async def told(log: Callable[[], str], event: str, part: str) -> None:
    """Waits for the line of an event, which has to name the trace."""
    found = list[str]()

    async def is_there() -> bool:
        found[:] = [line for line in log().splitlines()
                    if f'event="{event}"' in line and part in line]  # fmt: skip
        return bool(found)

    await eventually(f"the log tells: {event}", is_there)
    expect(f"lines of '{event}' with the trace",
           [f"trace_id={TRACE}" in line for line in found], [True])  # fmt: skip


async def call(address: str, method: str, message: dict[str, Any]) -> int:
    """Makes a call as JSON that is part of the trace. Returns the status."""
    def make() -> int:
        connection = http.client.HTTPConnection(address, timeout=5)
        try:
            headers = {"content-type": "application/json", **HEADER}
            connection.request("POST", method, json.dumps(message), headers)
            return connection.getresponse().status
        finally:
            connection.close()

    return await asyncio.to_thread(make)


async def calls(lab: Lab) -> None:
    async with logging_engine(lab, "--web-port", "0") as (own, log):
        web = await line_of(own, "browsers")
        open_ = json_format.MessageToDict(opening(session_id="called"))
        expect("status", await call(web, f"{SERVICE}/OpenSession", open_), 200)
        await told(log, "session opened", "session=called")
        end = f"{INSPECTOR}/EndSession"
        expect("status", await call(web, end, {"sessionId": "called"}), 200)
        await told(log, "session ended by an operator", "session=called")
        await told(log, "session ended", "session=called")
        expect("status without a session", await call(web, end, {"sessionId": "none"}), 404)
        await told(log, "call refused", "reason=UNKNOWN_SESSION")


async def sockets(lab: Lab) -> None:
    async with logging_engine(lab, "--web-port", "0") as (own, log):
        url = f"ws://{await line_of(own, 'browsers')}/v1/interact"

        async def say(**fields: Any) -> None:
            """Opens a session, and reads the first answer."""
            async with websockets.connect(
                url, subprotocols=["interaction.v1.json"], additional_headers=HEADER
            ) as socket:
                await socket.send(json_format.MessageToJson(opening(**fields)))
                await socket.recv()

        await say(session_id="streamed")
        await told(log, "session opened", "session=streamed")
        await told(log, "session ended", "session=streamed")
        await say(experience="attic")
        await told(log, "stream refused", "reason=UNKNOWN_EXPERIENCE")


CHECKS = [
    Check("traceparent of a call over HTTP/1.1: its trace is in the log", calls),
    Check("traceparent of a WebSocket: its trace is in the log", sockets),
]

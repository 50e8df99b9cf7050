"""The trace of a call over HTTP/1.1 and of a WebSocket, in the log."""

import asyncio
import http.client
import json
from functools import partial
from typing import Any

import pytest
import websockets
from google.protobuf import json_format

from checks import Lab, eventually
from frames import opening
from own_engine import Start
from steps import EngineLog

TRACE = "0af7651916cd43dd8448eb211c80319c"
GOOD = f"00-{TRACE}-b7ad6b7169203331-01"
HEADER = {"traceparent": GOOD}
SERVICE = "/interaction.v1.InteractionService"
INSPECTOR = "/interaction.inspector.v1.InspectorService"


async def told(log: EngineLog, event: str, part: str) -> None:
    """Waits for the line of an event, which has to name the trace."""
    parts = [f'event="{event}"', part]
    await eventually(f"the log tells: {event}", partial(log.has, *parts))
    (line,) = [line for line in log.lines if all(part in line for part in parts)]
    assert f"trace_id={TRACE}" in line


@pytest.fixture
async def web(start: Start, log: EngineLog) -> tuple[Lab, str]:
    """An engine, and its address for browsers."""
    own = await start("--log-level", "info", "--web-port", "0", log=log)
    return own, await own.engine.next_address("browsers")


async def test_the_trace_of_a_call_over_http_1_1(web, log):
    async def call(method: str, message: dict[str, Any]) -> int:
        """Makes a call as JSON that is part of the trace. Returns the status."""
        def make() -> int:
            connection = http.client.HTTPConnection(web[1], timeout=5)
            try:
                headers = {"content-type": "application/json", **HEADER}
                connection.request("POST", method, json.dumps(message), headers)
                return connection.getresponse().status
            finally:
                connection.close()

        return await asyncio.to_thread(make)

    open_ = json_format.MessageToDict(opening(session_id="called"))
    assert await call(f"{SERVICE}/OpenSession", open_) == 200
    await told(log, "session opened", "session=called")
    assert await call(f"{INSPECTOR}/EndSession", {"sessionId": "called"}) == 200
    await told(log, "session ended by an operator", "session=called")
    await told(log, "session ended", "session=called")
    assert await call(f"{INSPECTOR}/EndSession", {"sessionId": "none"}) == 404
    await told(log, "call refused", "reason=UNKNOWN_SESSION")


async def test_the_trace_of_a_web_socket(web, log):
    async def say(**fields: Any) -> None:
        """Opens a session, and reads the first answer."""
        async with websockets.connect(
            f"ws://{web[1]}/v1/interact", subprotocols=["interaction.v1.json"],
            additional_headers=HEADER,
        ) as socket:  # fmt: skip
            await socket.send(json_format.MessageToJson(opening(**fields)))
            await socket.recv()

    await say(session_id="streamed")
    await told(log, "session opened", "session=streamed")
    await told(log, "session ended", "session=streamed")
    await say(experience="attic")
    await told(log, "stream refused", "reason=UNKNOWN_EXPERIENCE")

"""The trace ID of a call over HTTP/1.1 and of a WebSocket, in the log."""

from contextlib import suppress
from typing import Any

from google.protobuf.json_format import MessageToDict

from checks import eventually
from conversation import Conversation, StreamEnded
from frames import opening
from json_transport import JSONTransport
from ports import http_client
from steps import lines_with

TRACE = "0af7651916cd43dd8448eb211c80319c"
HEADERS = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}
SERVICE = "/interaction.v1.InteractionService"
INSPECTOR = "/interaction.inspector.v1.InspectorService"


async def test_the_trace_of_calls_over_http_1_1_and_of_web_sockets(start, tmp_path):
    log = tmp_path / "log"
    own = await start("--log-level", "info", "--web-port", "0", log=log.open("wb"))
    address = await own.engine.next_address("browsers")

    async def told(event: str, part: str) -> None:
        """Waits for the log line of an event, which has to contain the trace ID."""
        parts = [f'event="{event}"', part]
        await eventually(f"the log tells: {event}", lambda: bool(lines_with(log, *parts)))
        (line,) = lines_with(log, *parts)
        assert f"trace_id={TRACE}" in line

    async def call(method: str, message: dict[str, Any]) -> int:
        """Makes a JSON call that is part of the trace. Returns the status."""
        async with http_client(address) as client:
            return (await client.post(method, json=message, headers=HEADERS)).status_code

    assert await call(f"{SERVICE}/OpenSession", MessageToDict(opening(session_id="called"))) == 200
    await told("session opened", "session=called")
    assert await call(f"{INSPECTOR}/EndSession", {"sessionId": "called"}) == 200
    await told("session ended by an operator", "session=called")
    await told("session ended", "session=called")
    assert await call(f"{INSPECTOR}/EndSession", {"sessionId": "none"}) == 404
    await told("call refused", "reason=UNKNOWN_SESSION")

    async with JSONTransport.to(address, **HEADERS) as transport:
        await Conversation(transport).open(session_id="streamed")
        await told("session opened", "session=streamed")
    await told("session ended", "session=streamed")
    async with JSONTransport.to(address, **HEADERS) as transport:
        with suppress(StreamEnded):
            await Conversation(transport).open(experience="attic")
    await told("stream refused", "reason=UNKNOWN_EXPERIENCE")

"""OpenSession, SendEvents and Subscribe: the session of a stream, on single calls."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from checks import Check, Lab, expect
from tool_checks import buf, documents, grpcurl, selected_in

SERVICE = "interaction.v1.InteractionService"


def json_opening(name: str) -> str:
    frame = {"level": 1, "client_name": "interop", "session_id": name,
             "environment": {"width": 375, "height": 812, "scale": 3}}  # fmt: skip
    return json.dumps({"open": frame})


def json_request(name: str, key: str, **fields: Any) -> str:
    return json.dumps({"session_id": name, "session_key": key} | fields)


JSON_TAP = {"first_sequence": 1, "events": [{"time_us": 1, "tap": {"tab": 2}}]}


async def by_tool(lab: Lab, name: str, call: Callable[..., Awaitable[Any]]) -> None:
    """A whole session by one-liners; the reader runs beside the others."""
    opened = json.loads((await call("OpenSession", json_opening(name))).good())
    expect("outcome", opened["frame"]["opened"]["outcome"], "OPEN_OUTCOME_NEW")
    key = opened["sessionKey"]
    reader = asyncio.create_task(call("Subscribe", json_request(name, key)))
    answer = await call("SendEvents", json_request(name, key, events=JSON_TAP))
    expect("answer", json.loads(answer.good()), {"ackedEvent": "1"})
    await call("SendEvents", json_request(name, key, ack={"directive": "1"}))
    # Until the reader is there, what it is to read waits; the end would not.
    await asyncio.sleep(2)
    await call("SendEvents", json_request(name, key, end=True))
    (frame,) = documents((await reader).good())
    expect("tabs", selected_in(frame["frame"]), [2])


async def grpcurl_session(lab: Lab) -> None:
    await by_tool(lab, "grpcurl", lambda method, data: grpcurl(
        lab, f"{SERVICE}/{method}", data=data))  # fmt: skip


async def buf_session(lab: Lab) -> None:
    await by_tool(lab, "buf", lambda method, data: buf(lab, f"{SERVICE}/{method}", "-d", data))


CHECKS = [
    Check("grpcurl: a session by one-liners", grpcurl_session),
    Check("buf curl: a session by one-liners", buf_session),
]

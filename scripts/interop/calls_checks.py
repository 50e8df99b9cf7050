"""OpenSession, SendEvents and Subscribe: the session of a stream, on single calls."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from bad_input_checks import undisturbing
from checks import Check, Lab, expect, expect_in, expect_that
from tool_checks import INTERACT, buf, documents, grpcurl, selected_in

SERVICE = "interaction.v1.InteractionService"
CALLS = ["OpenSession", "SendEvents", "Subscribe"]


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


async def grpcurl_errors(lab: Lab) -> None:
    for method in ["SendEvents", "Subscribe"]:
        output = await grpcurl(lab, f"{SERVICE}/{method}", data=json_request("attic", "0"))
        for part in ["NotFound", "session 'attic' with this key", '"reason":"UNKNOWN_SESSION"']:
            expect_in(part, output.err)


async def grpcurl_reflection(lab: Lab) -> None:
    listed = (await grpcurl(lab, "list", SERVICE)).good().split()
    for method in CALLS:
        expect_that(f"{SERVICE}.{method}" in listed, f"{method} is not in {listed}")
    for name, comment in [
        (SERVICE, "// For clients that cannot stream both ways: opens the same session."),
        (SERVICE, "// The session's frames, in order. A newer call ends an older one,"),
        ("interaction.v1.OpenSessionResponse", "// Proves to later calls that they belong to"),
        ("interaction.v1.SendEventsRequest", "// Whether the client has said all it wants to"),
        ("interaction.v1.Open", "// The user, by the name that backends use; at most 64 bytes"),
        ("interaction.v1.Capabilities", "// Whether it knows no springs"),
        ("interaction.v1.Heartbeat", "// The fingers that are down on a view"),
        ("interaction.v1.ScrollSamples", "// Horizontal offsets, pt"),
    ]:
        expect_in(comment, (await grpcurl(lab, "describe", name)).good())


async def buf_reflection(lab: Lab) -> None:
    listed = (await buf(lab, "", "--list-methods")).good().split()
    for method in [INTERACT, *(f"{SERVICE}/{name}" for name in CALLS)]:
        expect_that(method in listed, f"{method} is not in {listed}")


CHECKS = [
    Check("grpcurl: a session by one-liners", grpcurl_session),
    undisturbing("grpcurl shows why a call failed", grpcurl_errors),
    Check("grpcurl describes the calls with comments", grpcurl_reflection),
    Check("buf curl lists the calls", buf_reflection),
    Check("buf curl: a session by one-liners", buf_session),
]

"""Calls over HTTP/1.1 in the form of the Connect protocol."""

import asyncio
import json
import struct

from checks import expect, expect_in, expect_that
from raw import TEXT, Socket, frame, request, upgrade

INSPECTOR = "/interaction.inspector.v1.InspectorService"
JSON = "content-type: application/json"
STREAM = "content-type: application/connect+json"
# As many as may watch a session at once, and some.
WATCHERS = 20
# Longer than a connection may be silent that has nothing to wait for.
SILENCE = 35


async def call(port: int, method: str, body: bytes, *headers: str, verb: str = "POST",
               ) -> tuple[int, str]:  # fmt: skip
    socket = await Socket.to(port)
    try:
        length = [f"content-length: {len(body)}"] if verb == "POST" else []
        await socket.send(request(f"{verb} {method}", *length, *headers, body=body))
        return await socket.read_answer()
    finally:
        socket.close()


async def answers(port: int) -> str:
    status, body = await call(port, f"{INSPECTOR}/ListExperiences", b"{}", JSON)
    expect("the status", status, 200)
    names = [each["name"] for each in json.loads(body)["experiences"]]
    expect_in("home-refined", " ".join(names))
    return f"{len(names)} experiences"


async def errors(port: int) -> None:
    one = f"{INSPECTOR}/GetExperience"
    cases = [
        (b'{"name":"none"}', [JSON], 404, "not_found"),
        (b"{", [JSON], 400, "invalid_argument"),
        (b"{}", [JSON, "connect-protocol-version: 2"], 400, "invalid_argument"),
        (b"{}", [JSON, "connect-timeout-ms: soon"], 400, "invalid_argument"),
        (b"{}", [JSON, "content-encoding: gzip"], 501, "unimplemented"),
    ]  # fmt: skip
    for body, headers, status, code in cases:
        found, answer = await call(port, one, body, *headers)
        expect(f"the answer to {body!r} with {headers}", (found, json.loads(answer)["code"]),
               (status, code))  # fmt: skip
    status, _ = await call(port, one, b"{}", "content-type: text/plain")
    expect("the status for another content type", status, 415)
    status, answer = await call(port, "/interaction.v1.InteractionService/None", b"{}", JSON)
    expect("the answer to no call", (status, json.loads(answer)["code"]), (501, "unimplemented"))


async def details(port: int) -> None:
    _, body = await call(
        port, "/interaction.v1.InteractionService/Simulate", b'{"environment":{"width":0}}', JSON)
    found = [each["debug"] for each in json.loads(body)["details"]]
    expect("the reason", found[0]["reason"], "INVALID_ARGUMENT")
    expect_in("environment", found[1]["fieldViolations"][0]["field"])


async def origins(port: int) -> None:
    one = f"{INSPECTOR}/ListExperiences"
    own = f"origin: http://127.0.0.1:{port}"
    for origin, status in [(own, 200), (f"origin: http://localhost:{port}", 200),
                           ("origin: null", 403), ("origin: http://evil.example", 403),
                           (f"origin: http://evil.example:{port}", 403)]:  # fmt: skip
        found, _ = await call(port, one, b"{}", JSON, origin)
        expect(f"the status for {origin}", found, status)
    preflight = await Socket.to(port)
    await preflight.send(request(f"OPTIONS {one}", own))
    status, *headers = (await preflight.read_head()).lower().splitlines()
    preflight.close()
    expect("the status of a preflight", status.split()[1], "204")
    allowed = next(it for it in headers if it.startswith("access-control-allow-headers:"))
    for name in ("authorization", "connect-timeout-ms", "traceparent", "tracestate"):
        expect_in(name, allowed)
    for origin, status in [(own, "101"), ("origin: http://evil.example", "403")]:
        socket = await Socket.to(port)
        await socket.send(upgrade("interaction.v1.proto", origin))
        expect(f"the upgrade for {origin}", (await socket.read_head()).split()[1], status)
        socket.close()


async def watch(port: int, session: str = "beside") -> Socket:
    """Watches a session, up to the first message."""
    body = json.dumps({"sessionId": session}).encode()
    body = b"\0" + struct.pack(">I", len(body)) + body
    socket = await Socket.to(port)
    await socket.send(
        request(f"POST {INSPECTOR}/WatchSession", STREAM, f"content-length: {len(body)}", body=body))
    expect("the status", (await socket.read_head()).split()[1], "200")
    # Chunks: what matters is whether more come.
    first = (await asyncio.wait_for(socket._reader.read(4096), 5)).decode(errors="replace")
    expect_in('"session"', first)
    return socket


async def watchers(port: int) -> str:
    # Where nothing happens, no write fails that would tell the engine.
    quiet = await Socket.upgraded(port, "interaction.v1.json")
    surface = {"width": 375, "height": 812}
    opening = {"open": {"sessionId": "quiet", "level": 1, "environment": surface}}
    await quiet.send(frame(TEXT, json.dumps(opening).encode()))
    await quiet.read_frame()
    for _ in range(WATCHERS):
        (await watch(port, "quiet")).close()
        await asyncio.sleep(0.05)
    (await watch(port, "quiet")).close()
    quiet.close()
    return f"{WATCHERS} left, one more is served"


async def silent_watcher(port: int) -> str:
    socket = await watch(port)
    loop = asyncio.get_running_loop()
    end, bytes_ = loop.time() + SILENCE, 0
    while loop.time() < end:
        chunk = await asyncio.wait_for(socket._reader.read(65536), 5)
        expect_that(chunk != b"", f"the answer ends after {SILENCE - (end - loop.time()):.0f} s")
        bytes_ += len(chunk)
    socket.close()
    return f"{bytes_ >> 10} KiB in {SILENCE} s"


async def pages(port: int) -> None:
    """The operators' page, from the root to all that it loads."""
    parts = {
        "/": 'href="inspector"', "/inspector": 'src="inspector.js"',
        "/inspector.js": "InspectorService", "/inspector.css": "prefers-color",
    }  # fmt: skip
    for path, part in parts.items():
        status, body = await call(port, path, b"", verb="GET")
        expect(f"the status of {path}", status, 200)
        expect_in(part, body)


ALL = [
    ("a call as JSON is answered", answers),
    ("errors have Connect's form", errors),
    ("an error's details say what is wrong", details),
    ("pages of other origins are refused", origins),
    ("the operators' page is served", pages),
    ("watchers that go leave their place", watchers),
    ("a watcher may be silent", silent_watcher),
]
WAITING = [silent_watcher]

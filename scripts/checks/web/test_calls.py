"""Calls over HTTP/1.1 with the Connect protocol."""

import asyncio
import json
import struct

import pytest
from frames import opening
from google.protobuf.json_format import MessageToJson
from raw import TEXT, Socket, frame, request, upgrade

INSPECTOR = "/interaction.inspector.v1.InspectorService"
SERVICE = "/interaction.v1.InteractionService"
ONE, LIST = f"{INSPECTOR}/GetExperience", f"{INSPECTOR}/ListExperiences"
JSON = "content-type: application/json"
STREAM = "content-type: application/connect+json"
# Above the limit on watchers of a session.
WATCHERS = 20
# Longer than the idle timeout of a connection.
SILENCE = 35


async def call(port: int, method: str, body: bytes, *headers: str) -> tuple[int, str]:
    async with Socket.to(port) as socket:
        await socket.send(request(
            f"POST {method}", f"content-length: {len(body)}", *headers, body=body))
        return await socket.read_answer()


@pytest.mark.parametrize(
    ("path", "body", "headers", "status", "code"),
    [
        (ONE, b'{"name":"none"}', [], 404, "not_found"),
        (ONE, b"{", [], 400, "invalid_argument"),
        (ONE, b"{}", ["connect-protocol-version: 2"], 400, "invalid_argument"),
        (ONE, b"{}", ["connect-timeout-ms: soon"], 400, "invalid_argument"),
        (f"{SERVICE}/Simulate", b"{}", ["connect-timeout-ms: 0"], 504, "deadline_exceeded"),
        (ONE, b"{}", ["content-encoding: gzip"], 501, "unimplemented"),
        (f"{SERVICE}/None", b"{}", [], 501, "unimplemented"),
    ],
)
async def test_errors_have_the_form_of_connect(
    web: int, path: str, body: bytes, headers: list[str], status: int, code: str
) -> None:
    found, answer = await call(web, path, body, JSON, *headers)
    assert (found, json.loads(answer)["code"]) == (status, code)


async def test_another_content_type_is_refused(web: int) -> None:
    found = await call(web, ONE, b"{}", "content-type: text/plain")
    assert found[0] == 415


async def test_the_details_of_an_error_say_what_is_wrong(web: int) -> None:
    _, body = await call(web, f"{SERVICE}/Simulate", b'{"level":1,"surface":{"width":0}}', JSON)
    info, violations = (each["debug"] for each in json.loads(body)["details"])
    assert info["reason"] == "INVALID_ARGUMENT"
    assert "surface" in violations["fieldViolations"][0]["field"]


async def test_pages_of_other_origins_are_refused(web: int) -> None:
    own, evil = f"http://127.0.0.1:{web}", "http://evil.example"
    cases = [(own, 200), (f"http://localhost:{web}", 200), ("null", 403), (evil, 403),
             (f"{evil}:{web}", 403)]  # fmt: skip
    for origin, status in cases:
        found, body = await call(web, LIST, b"{}", JSON, f"origin: {origin}")
        assert (found, "home-refined" in body) == (status, status == 200), origin
    for origin, status in [(own, "101"), (evil, "403")]:
        async with Socket.to(web) as socket:
            await socket.send(upgrade("interaction.v1.proto", f"origin: {origin}"))
            assert (await socket.read_head()).split()[1] == status, origin


async def test_a_preflight_allows_what_clients_send(web: int) -> None:
    async with Socket.to(web) as socket:
        await socket.send(request(f"OPTIONS {LIST}", f"origin: http://127.0.0.1:{web}"))
        status, *headers = (await socket.read_head()).lower().splitlines()
    assert status.split()[1] == "204"
    allowed = next(it for it in headers if it.startswith("access-control-allow-headers:"))
    for name in ("authorization", "connect-timeout-ms", "traceparent", "tracestate"):
        assert name in allowed


async def watch(socket: Socket, session: str) -> None:
    """Watches a session, up to the first message."""
    body = json.dumps({"sessionId": session}).encode()
    body = b"\0" + struct.pack(">I", len(body)) + body
    await socket.send(request(
        f"POST {INSPECTOR}/WatchSession", STREAM, f"content-length: {len(body)}", body=body))
    assert (await socket.read_head()).split()[1] == "200"
    # Chunked: the test only waits for more of them.
    assert b'"session"' in await socket.read_some()


async def test_watchers_that_go_leave_their_place(web: int) -> None:
    # No write of a quiet session fails, by which the engine would notice.
    async with Socket.upgraded(web, "interaction.v1.json") as quiet:
        await quiet.send(frame(TEXT, MessageToJson(opening(session_id="quiet")).encode()))
        await quiet.read_frame()
        for _ in range(WATCHERS + 1):
            async with Socket.to(web) as socket:
                await watch(socket, "quiet")
            await asyncio.sleep(0.05)


async def test_a_watcher_may_be_silent(web: int) -> None:
    async with Socket.to(web) as socket:
        await watch(socket, "beside")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(SILENCE):
                while await socket.read_some():
                    pass

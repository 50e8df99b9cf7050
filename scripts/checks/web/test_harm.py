"""Clients that break the rules of HTTP/1.1 and of WebSockets, or take a place and do nothing."""

import asyncio
import json
from contextlib import suppress

import pytest
from frames import opening
from google.protobuf.json_format import MessageToJson
from raw import BINARY, CLOSE, CONTINUATION, PING, TEXT, Socket, frame, request, upgrade

LONGEST = 64 << 10
JSON = "interaction.v1.json"
SIMULATE = "POST /interaction.v1.InteractionService/Simulate"
# One of each code; InteractionTransportTests has each frame in each state.
CASES = {
    "not masked": (frame(BINARY, b"x", masked=False), 1002),
    "text in a binary subprotocol": (frame(TEXT, b"{}"), 1003),
    "crumbs": (frame(BINARY, fin=False) + frame(CONTINUATION, fin=False) * 40, 1008),
    "5,000 pings": (frame(PING, b"x" * 100) * 5_000, 1008),
    "a frame of 64 KiB and 1": (frame(BINARY, b"x" * (LONGEST + 1)), 4008),
    "a first frame that says nothing": (frame(BINARY), 4003),
    "goodbye": (frame(CLOSE, (1000).to_bytes(2, "big")), 1000),
}  # fmt: skip
BOMBS = {
    "100 headers": request("GET /", *[f"a{i}: b" for i in range(100)]),
    "a header of 13 KiB": request("GET /", f"a: {'b' * 13_000}"),
    "headers of 20 KiB": request("GET /", *[f"a{i}: {'b' * 2_000}" for i in range(10)]),
    "a path of 20 KiB": request(f"GET /{'a' * 20_000}"),
}
HIDDEN = b"GET /hidden HTTP/1.1\r\nhost: localhost\r\n\r\n"
CHUNKED = "transfer-encoding: chunked"
# Requests whose end two servers could see in different places.
SHAPES = {
    "a length and chunks": request(
        "POST /none", "content-length: 6", CHUNKED, body=b"0\r\n\r\nX"),
    "two lengths": request("POST /none", "content-length: 0", "content-length: 38"),
    "a length with a sign": request("POST /none", "content-length: +5", body=b"hello"),
    "chunks that are none": request(
        "POST /none", "transfer-encoding: xchunked", body=b"0\r\n\r\n"),
    "a chunk size that overflows": request("POST /none", CHUNKED, body=b"f" * 18 + b"\r\n"),
    "a space before the colon": request("POST /none", "content-length : 0"),
    "a bare line feed": b"POST /none HTTP/1.1\nhost: localhost\ncontent-length: 38\n\n",
}  # fmt: skip


@pytest.mark.parametrize(("data", "code"), CASES.values(), ids=CASES)
async def test_a_websocket_is_closed_with_the_code(web: int, data: bytes, code: int) -> None:
    async with Socket.upgraded(web) as socket:
        await socket.send(data)
        assert await socket.read_end() == code


async def test_the_last_message_says_what_is_wrong(web: int) -> None:
    async with Socket.upgraded(web, JSON) as socket:
        await socket.send(frame(TEXT, b'{"open":{}}'))
        opcode, payload = await socket.read_frame()
    error = json.loads(payload)
    assert (opcode, error["code"]) == (TEXT, "invalid_argument")
    assert "open." in error["message"]


async def test_a_session_that_does_not_read_is_ended_or_held_back(web: int) -> None:
    """It never reads what it is sent, and pings."""
    more = frame(TEXT, b'{"ack": {"directive": 0}}') + frame(PING, b"x" * 100) * 5
    async with Socket.upgraded(web, JSON, received=4096) as socket:
        await socket.send(frame(TEXT, MessageToJson(opening(session_id="attacker")).encode()))
        # As many as would take 40 s, or until it is held back for 12 s.
        with suppress(TimeoutError):
            for sequence in range(0, 40_000, 20):
                if socket.is_closing:
                    break
                events = [{"timeUs": at * 1000, "tap": {"tab": at % 5}}
                          for at in range(sequence, sequence + 20)]  # fmt: skip
                batch = {"events": {"firstSequence": sequence + 1, "events": events}}
                async with asyncio.timeout(12):
                    await socket.send(frame(TEXT, json.dumps(batch).encode()) + more)
                await asyncio.sleep(0.02)


async def test_half_a_close_is_answered_with_the_end(web: int) -> None:
    async with Socket.upgraded(web) as socket:
        socket.end()
        assert await socket.read_end() is None
    async with Socket.to(web) as socket:
        await socket.send(b"GET / HTTP/1.1\r\n")
        socket.end()
        await socket.read_all()


async def test_silence_at_each_step_comes_to_an_end(web: int) -> None:
    """Connections that say nothing, half a request, half a handshake, or open no session."""
    half = request(SIMULATE, "content-length: 1000", "content-type: application/json", body=b"{")

    async def end_after(beginning: bytes) -> None:
        async with Socket.to(web) as socket:
            await socket.send(beginning)
            await socket.read_all()

    async with Socket.upgraded(web) as silent:
        beginnings = [b"", b"GET /v1/inter", upgrade()[:60], half]
        ends = asyncio.gather(*map(end_after, beginnings))
        assert await silent.read_end() == 4004
        await ends


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
async def test_a_header_bomb_is_refused(web: int, bomb: bytes) -> None:
    async with Socket.to(web) as socket:
        await socket.send(bomb)
        answer = (await socket.read_all()).decode()
    assert not answer or answer.split(" ")[1] in ["400", "413", "414", "431"]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
async def test_a_request_within_a_request_is_not_answered(web: int, shape: bytes) -> None:
    async with Socket.to(web) as socket:
        await socket.send(shape + HIDDEN)
        socket.end()
        answer = (await socket.read_all()).decode()
    assert "/hidden" not in answer


async def test_a_body_that_is_too_large_is_refused(web: int) -> None:
    async with Socket.to(web) as socket:
        await socket.send(request(
            SIMULATE, "content-type: application/json", f"content-length: {5 << 20}"))
        assert (await socket.read_answer())[0] == 413


async def test_requests_one_behind_the_other_are_answered_in_order(web: int) -> None:
    async with Socket.to(web) as socket:
        await socket.send(request("GET /first") + request("GET /second"))
        for path in ["/first", "/second"]:
            assert path in (await socket.read_answer())[1]


async def test_a_thousand_handshakes_are_served(web: int) -> None:
    async def one() -> None:
        async with Socket.upgraded(web):
            pass

    for _ in range(20):
        await asyncio.gather(*(one() for _ in range(50)))

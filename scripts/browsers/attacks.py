"""What breaks the rules of HTTP/1.1 and of WebSockets, or takes a place and does nothing."""

import asyncio
import json

from checks import expect, expect_in, expect_that
from raw import BINARY, CLOSE, CONTINUATION, PING, TEXT, Socket, frame, request, upgrade

LONGEST = 64 << 10
JSON = "interaction.v1.json"
OPEN = json.dumps(
    {"open": {"sessionId": "attacker", "level": 1, "environment": {"width": 375, "height": 812}}}
).encode()


async def broken_rules(port: int) -> None:
    cases = {
        "not masked": (frame(BINARY, b"x", masked=False), 1002),
        "a reserved bit": (frame(BINARY, b"x", bits=0x40), 1002),
        "a reserved opcode": (frame(0x3, b"x"), 1002),
        "a continuation of nothing": (frame(CONTINUATION, b"x"), 1002),
        "a message within a message": (frame(BINARY, b"x", fin=False) + frame(BINARY, b"x"), 1002),
        "a ping in parts": (frame(PING, b"x", fin=False), 1002),
        "a ping of 126 bytes": (frame(PING, b"x" * 126), 1002),
        "a code that may not be sent": (frame(CLOSE, (1005).to_bytes(2, "big")), 1002),
        "half a code": (frame(CLOSE, b"x"), 1002),
        "text in a binary subprotocol": (frame(TEXT, b"{}"), 1003),
        "crumbs": (frame(BINARY, b"", fin=False)
                   + frame(CONTINUATION, b"", fin=False) * 40, 1008),
        "a frame of 64 KiB and 1": (frame(BINARY, b"x" * (LONGEST + 1)), 4008),
        "64 KiB and 1 in two frames": (frame(BINARY, b"x" * LONGEST, fin=False)
                                       + frame(CONTINUATION, b"x"), 4008),
        "a first frame that says nothing": (frame(BINARY, b""), 4003),
        "goodbye": (frame(CLOSE, (1000).to_bytes(2, "big")), 1000),
    }  # fmt: skip
    for name, (bytes_, code) in cases.items():
        socket = await Socket.upgraded(port)
        await socket.send(bytes_)
        expect(f"the code for {name}", await asyncio.wait_for(socket.read_end(), 10), code)
        socket.close()


async def last_message(port: int) -> None:
    socket = await Socket.upgraded(port, JSON)
    await socket.send(frame(TEXT, b'{"open":{}}'))
    opcode, payload = await socket.read_frame()
    expect("the kind of the last message", opcode, TEXT)
    error = json.loads(payload)
    expect("its code", error["code"], "invalid_argument")
    expect_in("open.", error["message"])
    socket.close()


async def ping_flood(port: int) -> str:
    socket = await Socket.upgraded(port)
    await socket.send(frame(PING, b"x" * 100) * 5_000)
    code = await asyncio.wait_for(socket.read_end(), 10)
    expect("the code", code, 1008)
    return "5,000 pings"


async def unread(port: int) -> str:
    """A session that never reads what it is sent, and pings."""
    socket = await Socket.upgraded(port, JSON, received=4096)
    await socket.send(frame(TEXT, OPEN))
    loop, sequence = asyncio.get_running_loop(), 0
    begin = loop.time()
    while loop.time() < begin + 40:
        events = [{"timeUs": (sequence + i) * 1000, "tap": {"tab": (sequence + i) % 5}}
                  for i in range(20)]  # fmt: skip
        batch = {"events": {"firstSequence": sequence + 1, "events": events}}
        sequence += 20
        try:
            async with asyncio.timeout(12):
                await socket.send(
                    frame(TEXT, json.dumps(batch).encode())
                    + frame(TEXT, json.dumps({"ack": {"directive": 0}}).encode())
                    + frame(PING, b"x" * 100) * 5)
        except TimeoutError:
            break
        if socket._writer.transport.is_closing():
            return f"ended after {loop.time() - begin:.0f} s"
        await asyncio.sleep(0.02)
    socket.close()
    return f"held back after {sequence} events"


async def half_closed(port: int) -> None:
    socket = await Socket.upgraded(port)
    socket.end()
    expect("what comes after half a close", await asyncio.wait_for(socket.read_end(), 10), None)
    socket = await Socket.to(port)
    await socket.send(b"GET / HTTP/1.1\r\n")
    socket.end()
    await asyncio.wait_for(socket.read_all(), 10)


async def silent(port: int) -> str:
    """Connections that say nothing, half a request, half a handshake, or open no session."""
    beginnings = [b"", b"GET /v1/inter", upgrade()[:60], request(
        "POST /interaction.v1.InteractionService/Simulate", "content-length: 1000",
        "content-type: application/json", body=b"{")]  # fmt: skip
    sockets = [await Socket.to(port) for _ in beginnings]
    for socket, beginning in zip(sockets, beginnings, strict=True):
        await socket.send(beginning)
    silent_stream = await Socket.upgraded(port)
    loop = asyncio.get_running_loop()
    begin = loop.time()
    expect("the code for no open", await asyncio.wait_for(silent_stream.read_end(), 45), 4004)
    for socket in sockets:
        await asyncio.wait_for(socket.read_all(), 45)
    return f"the last ended after {loop.time() - begin:.0f} s"


async def header_bombs(port: int) -> None:
    bombs = {
        "100 headers": request("GET /", *[f"a{i}: b" for i in range(100)]),
        "a header of 13 KiB": request("GET /", f"a: {'b' * 13_000}"),
        "headers of 20 KiB": request("GET /", *[f"a{i}: {'b' * 2_000}" for i in range(10)]),
        "a path of 20 KiB": request(f"GET /{'a' * 20_000}"),
    }
    for name, bomb in bombs.items():
        socket = await Socket.to(port)
        await socket.send(bomb)
        answer = (await asyncio.wait_for(socket.read_all(), 10)).decode()
        status = answer.split(" ")[1] if answer else "closed"
        expect_that(status in ["400", "413", "414", "431", "closed"], f"{name}: {answer[:80]!r}")
        socket.close()


async def smuggling(port: int) -> None:
    """Requests whose end two servers could see in different places."""
    hidden = b"GET /hidden HTTP/1.1\r\nhost: localhost\r\n\r\n"
    shapes = {
        "a length and chunks": request(
            "POST /none", "content-length: 6", "transfer-encoding: chunked", body=b"0\r\n\r\nX"),
        "two lengths": request("POST /none", "content-length: 0", "content-length: 38"),
        "a length with a sign": request("POST /none", "content-length: +5", body=b"hello"),
        "chunks that are none": request("POST /none", "transfer-encoding: xchunked", body=b"0\r\n\r\n"),
        "a chunk size that overflows": request(
            "POST /none", "transfer-encoding: chunked", body=b"ffffffffffffffffff\r\n"),
        "a space before the colon": request("POST /none", "content-length : 0"),
        "a bare line feed": b"POST /none HTTP/1.1\nhost: localhost\ncontent-length: 38\n\n",
    }  # fmt: skip
    for name, shape in shapes.items():
        socket = await Socket.to(port)
        await socket.send(shape + hidden)
        socket.end()
        answer = (await asyncio.wait_for(socket.read_all(), 10)).decode()
        expect_that("/hidden" not in answer, f"{name}: the request within is answered: {answer!r}")
        socket.close()


async def large_body(port: int) -> None:
    socket = await Socket.to(port)
    await socket.send(request(
        "POST /interaction.v1.InteractionService/Simulate", "content-type: application/json",
        f"content-length: {5 << 20}"))  # fmt: skip
    expect("the status for a body of 5 MiB", (await socket.read_answer())[0], 413)
    socket.close()


async def pipelined(port: int) -> None:
    socket = await Socket.to(port)
    await socket.send(request("GET /first") + request("GET /second"))
    for path in ["/first", "/second"]:
        expect_in(path, (await socket.read_answer())[1])
    socket.close()


async def handshakes(port: int) -> str:
    async def one() -> None:
        (await Socket.upgraded(port)).close()

    for _ in range(20):
        await asyncio.gather(*[one() for _ in range(50)])
    return "1,000 handshakes"


ALL = [
    ("rules of WebSockets that are broken", broken_rules),
    ("the last message says what is wrong", last_message),
    ("pings in floods", ping_flood),
    ("a session that does not read", unread),
    ("halves of connections", half_closed),
    ("silence at each step", silent),
    ("header bombs", header_bombs),
    ("requests within requests", smuggling),
    ("a body that is too large", large_body),
    ("requests one behind the other", pipelined),
    ("handshakes in floods", handshakes),
]
WAITING = [silent, unread]

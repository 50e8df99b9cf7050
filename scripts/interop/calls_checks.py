"""OpenSession, SendEvents and Subscribe: the session of a stream, on single calls."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import grpc

from called_session import CalledSession, called
from checks import Check, Lab, expect
from conversation import OK
from frames import ack, batch, tap
from session_checks import directives, tabs
from shop import shop
from tool_checks import buf, documents, grpcurl, selected_in

SERVICE = "interaction.v1.InteractionService"


def json_opening(name: str) -> str:
    frame = {"level": 1, "client_name": "interop", "session_id": name,
             "environment": {"width": 375, "height": 812, "scale": 3}}  # fmt: skip
    return json.dumps({"open": frame})


def json_request(name: str, key: str, **fields: Any) -> str:
    return json.dumps({"session_id": name, "session_key": key} | fields)


JSON_TAP = {"first_sequence": 1, "events": [{"time_us": 1, "tap": {"tab": 2}}]}


async def cancelled_in_the_middle(lab: Lab) -> None:
    """A client reads one of five frames, acknowledges it and cancels, 20 times; the next Subscribe
    goes on where it was."""
    async with shop(lab) as own, called(own, "calls") as session:
        found: list[int] = []
        for first in range(1, 100, 5):
            reader = await session.subscribe()
            for number in range(first, first + 5):
                await session.send(batch(number, tap(number % 2)))
            found += [each.sequence for each in directives([await session.receive()])]
            await session.send(ack(found[-1]))
            reader.cancel()
        await session.subscribe()
        frames, end = await session.close()
        found += [each.sequence for each in directives(frames)]
        expect("the end", end, OK)
        expect("lost directives", set(range(1, 101)) - set(found), set())


async def lost_subscriber(lab: Lab) -> None:
    """The connection of the reader breaks; what it had not read comes by another one."""
    async with shop(lab) as own, called(own, "calls") as session:
        async with grpc.aio.insecure_channel(
            own.engine.address, options=[("grpc.use_local_subchannel_pool", 1)]
        ) as channel:
            other = CalledSession(replace(own, channel=channel))
            other.id, other.key = session.id, session.key
            await other.subscribe()
            await session.send(batch(1, tap(1)))
            expect("tabs", tabs(await other.acked(1)), [1])
        for number in range(2, 10):
            await session.send(batch(number, tap(number % 2)))
        await session.subscribe()
        frames, end = await session.close()
        numbers = [each.sequence for each in directives(frames)]
        expect("numbers", (numbers, end), (list(range(1, 10)), OK))


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
    Check("a Subscribe cancelled in the middle", cancelled_in_the_middle),
    Check("a Subscribe whose connection breaks", lost_subscriber),
    Check("grpcurl: a session by one-liners", grpcurl_session),
    Check("buf curl: a session by one-liners", buf_session),
]

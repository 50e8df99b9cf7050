"""One address that floods the engine with connections or sessions, and a user at another one."""

import asyncio
import time
from pathlib import Path

from attack import GREETING
from checks import expect_that
from condition import Condition, neighbours, running
from engine import Engine
from frames import opening
from http2 import FIRST_WINDOW, LARGEST_WINDOW, call, half_close, message, room
from own_engine import limits
from raw_connection import RawConnection
from verdict import milliseconds, percentile

# Connections at once, which takes the engine six seconds to accept.
FLOOD = 3_000
USER = "127.0.0.1"
# Seconds until a user's connection is accepted.
LONGEST_ACCEPT = 0.5
OPENS_PER_SECOND, OPEN_BURST = 20, 40
# Sessions that the attacker asks for each time, far more than there may be.
ASKED = 30
SECONDS = 4


async def accepted(port: int) -> float:
    """Seconds until a user's connection is answered."""
    start = time.monotonic()
    connection = await RawConnection.connect(port, source=USER)
    connection.send(GREETING)
    async with asyncio.timeout(30):
        while connection.answered is None:
            await connection.change()
    connection.close()
    return time.monotonic() - start


async def accepting(binary: Path) -> str:
    async with running(binary) as engine:
        flooding = asyncio.create_task(flood(engine))
        waits = []
        # Until the attackers' connections are in the kernel's queue.
        await asyncio.sleep(0.5)
        while not flooding.done():
            waits.append(await accepted(engine.port))
            await asyncio.sleep(0.1)
        number = await flooding
        text = f"accepted p50/p99 after {milliseconds(waits)} ms beside {number} connections"
        expect_that(percentile(waits, 99) <= LONGEST_ACCEPT, f"a user waits: {text}")
        return text


async def flood(engine: Engine) -> int:
    """Connects without pause for a while. Returns the number of connections."""
    number, end = 0, time.monotonic() + SECONDS
    found: list[RawConnection] = []
    while time.monotonic() < end and number < FLOOD:
        made = await asyncio.gather(
            *(RawConnection.connect(engine.port) for _ in range(100)), return_exceptions=True)
        found += [each for each in made if isinstance(each, RawConnection)]
        number += 100
    await asyncio.sleep(max(end - time.monotonic(), 0))
    for each in found:
        each.close()
    return number


async def openings(binary: Path) -> str:
    """Sessions that one address opens in floods leave another address its part."""
    options = limits(opens_per_second=OPENS_PER_SECOND, open_burst=OPEN_BURST)
    async with running(binary, *options) as engine, neighbours(engine) as beside:
        flooding = asyncio.create_task(open_sessions(engine.port))
        await asyncio.sleep(SECONDS)
        flooding.cancel()
        return f"{ASKED * 10} sessions a second were asked for; {await beside.unharmed()}"


async def open_sessions(port: int) -> None:
    connection = await RawConnection.connect(port)
    connection.send(GREETING + room(0, LARGEST_WINDOW - FIRST_WINDOW))
    while True:
        for _ in range(ASKED):
            stream = connection.begin()
            name = f"flood-{stream.number}"
            body = message(stream.number, opening(session_id=name)) + half_close(stream.number)
            await connection.send_all(call(stream.number) + body, len(body) - 18)
        await asyncio.sleep(0.1)


CONDITIONS = [
    Condition("one address floods the engine with connections", accepting),
    Condition("one address floods the engine with sessions", openings),
]

"""One address that floods the engine with connections or sessions, and a user at another one."""

import asyncio
import time
from pathlib import Path

from attack import GREETING, attackers
from engine import Engine
from frames import opening
from http2 import INTERACT
from http2_client import ROOM_FOR_ALL, Connection
from neighbours import neighbours, patient, running_apart
from own_engine import limits
from waits import milliseconds, percentile

# Connections at once, which takes the engine six seconds to accept.
FLOOD = 3_000
# Seconds until a user's connection is accepted.
LONGEST_ACCEPT = 0.5
OPENS_PER_SECOND, OPEN_BURST = 20, 40
# Sessions that the attacker asks for each time, far more than there may be.
ASKED = 30
SECONDS = 4


async def accepted(port: int) -> float:
    """Seconds until a user's connection is answered."""
    start = time.monotonic()
    connection = await Connection.open(port, GREETING)
    async with asyncio.timeout(30):
        while connection.answered is None:
            await connection.change()
    connection.close()
    return time.monotonic() - start


async def flood(engine: Engine) -> int:
    """Connects without pause for a while. Returns the number of connections."""
    number, end = 0, time.monotonic() + SECONDS
    found: list[Connection] = []
    while time.monotonic() < end and number < FLOOD:
        made = await asyncio.gather(
            *(attackers(engine.port, greeting=b"") for _ in range(100)), return_exceptions=True)
        found += [each for each in made if isinstance(each, Connection)]
        number += 100
    await asyncio.sleep(max(end - time.monotonic(), 0))
    for each in found:
        each.close()
    return number


async def test_a_user_is_accepted_at_once_beside_a_flood_of_connections(binary: Path) -> None:
    async with running_apart(binary) as engine:
        flooding = asyncio.create_task(flood(engine))
        waits = []
        # Until the attackers' connections are in the kernel's queue.
        await asyncio.sleep(0.5)
        while not flooding.done():
            waits.append(await accepted(engine.port))
            await asyncio.sleep(0.1)
        print(f"p50/p99 after {milliseconds(waits)} ms beside {await flooding} connections")
        assert percentile(waits, 99) <= LONGEST_ACCEPT


@patient
async def test_a_flood_of_sessions_leaves_another_address_its_part(binary: Path) -> None:
    options = limits(opens_per_second=OPENS_PER_SECOND, open_burst=OPEN_BURST)
    async with running_apart(binary, *options) as engine, neighbours(engine.address) as beside:
        flooding = asyncio.create_task(open_sessions(engine.port))
        await asyncio.sleep(SECONDS)
        flooding.cancel()
        await beside.assert_unharmed()


async def open_sessions(port: int) -> None:
    connection = await attackers(port, ROOM_FOR_ALL)
    while True:
        for number in range(ASKED):
            name = f"flood-{time.monotonic_ns()}-{number}"
            await connection.ask(INTERACT, opening(session_id=name))
        await asyncio.sleep(0.1)

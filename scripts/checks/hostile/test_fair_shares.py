"""One address that floods the engine with connections or sessions, and a user at another one."""

import asyncio
import signal
import time
from pathlib import Path

from attack import GREETING, attackers
from frames import opening
from http2 import INTERACT
from http2_client import ROOM_FOR_ALL, Connection
from neighbours import neighbours, running_apart
from own_engine import limits

# The number of connections, which the engine accepts within a second.
FLOOD = 500
OPENS_PER_SECOND, OPEN_BURST = 20, 40
# The sessions of each attempt, far above the limit.
ASKED = 30
SECONDS = 4


async def test_a_user_is_accepted_before_a_flood_of_connections(binary: Path) -> None:
    async with running_apart(binary) as engine:
        # All are queued in the kernel.
        engine.tell(signal.SIGSTOP)
        flood = [await attackers(engine.port, greeting=b"") for _ in range(FLOOD)]
        user = await Connection.open(engine.port, GREETING)
        engine.tell(signal.SIGCONT)
        while user.answered is None:
            await user.change()
        waiting = sum(each.answered is None for each in flood)
        print(f"a user is accepted before {waiting} of {FLOOD} connections that came earlier")
        for each in [user, *flood]:
            each.close()
        assert waiting > 0


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

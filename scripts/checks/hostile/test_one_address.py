"""One address that floods the engine with sessions, or takes all its descriptors."""

import asyncio
import time
from pathlib import Path

from attack import attackers
from channels import connect
from frames import opening
from http2 import INTERACT
from http2_client import ROOM_FOR_ALL, Connection
from monitoring import Monitoring
from neighbours import neighbours, running_apart
from own_engine import limits
from process import Process
from services import experiences, is_serving

OPENS_PER_SECOND, OPEN_BURST = 20, 40
# The sessions of each attempt, far above the limit.
ASKED = 30
SECONDS = 4
# The engine's descriptors, and more connections than these allow.
DESCRIPTORS, CONNECTIONS = 256, 300


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


async def test_operators_and_probes_get_in_beside_users_who_take_all_descriptors(
    binary: Path
) -> None:
    options = ["--operator-port", "0", "--monitoring-port", "0"]
    async with running_apart(binary, *options, limits={"nofile": DESCRIPTORS}) as engine:
        operators = await engine.next_address("operators")
        page = Monitoring(await engine.next_address("monitoring"))
        # As far as they are accepted.
        crowd = await asyncio.gather(
            *(attackers(engine.port) for _ in range(CONNECTIONS)), return_exceptions=True)
        await asyncio.sleep(3)
        print(f"{Process(engine.pid).descriptors} of {DESCRIPTORS} descriptors, {len(crowd)} tried")
        assert await page.is_ready()
        assert (await page.get("/metrics")).status_code == 200
        async with connect(operators) as channel:
            assert await is_serving(channel)
            await experiences(channel)
        for each in crowd:
            if isinstance(each, Connection):
                each.close()

"""Anonymous clients that exhaust resources: health watches, connections, flow-control windows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from attack import attackers
from channels import connect
from http2_client import Connection, Stream
from monitoring import Monitoring
from neighbours import running_apart
from process import Process
from services import experiences, is_serving, watch

# More watches than the limit in all, at the limit of each connection.
WATCHERS, WATCHES = 80, 16
WATCH = "/grpc.health.v1.Health/Watch"
# The engine's descriptors, and more connections than these allow.
DESCRIPTORS, CONNECTIONS = 256, 300


@asynccontextmanager
async def crowd(port: int, number: int) -> AsyncIterator[list[Connection]]:
    """Opens the attackers' connections, as far as they are accepted."""
    found = await asyncio.gather(*(attackers(port) for _ in range(number)), return_exceptions=True)
    opened = [each for each in found if isinstance(each, Connection)]
    try:
        yield opened
    finally:
        for each in opened:
            each.close()


async def answered(stream: Stream) -> None:
    await stream.until(lambda it: it.is_answered or it.is_over)


async def test_one_address_that_takes_all_watches_of_health_ends_none_of_others(
    binary: Path
) -> None:
    async with running_apart(binary) as engine, connect(engine.address) as channel:
        elsewhere = watch(channel)
        await elsewhere.read()
        # A client behind the attackers' address, such as that of a proxy.
        neighbour = await attackers(engine.port)
        beside = await neighbour.ask(WATCH, b"")
        await answered(beside)
        async with crowd(engine.port, WATCHERS) as connections:
            watches = [await connection.ask(WATCH, b"")
                       for connection in connections for _ in range(WATCHES)]  # fmt: skip
            await asyncio.gather(*map(answered, watches))
            await asyncio.sleep(0.5)
            print(f"{sum(each.is_over for each in watches)} of {len(watches)} were ended")
        assert not elsewhere.done(), "the watch from another address has ended"
        assert not beside.is_over, "the only watch of a connection has ended"
        neighbour.close()


async def test_operators_and_probes_get_in_beside_users_who_take_all_descriptors(
    binary: Path
) -> None:
    options = ["--operator-port", "0", "--monitoring-port", "0"]
    async with running_apart(binary, *options, limits={"nofile": DESCRIPTORS}) as engine:
        operators = await engine.next_address("operators")
        page = Monitoring(await engine.next_address("monitoring"))
        async with crowd(engine.port, CONNECTIONS):
            await asyncio.sleep(3)
            print(f"{Process(engine.pid).descriptors} of {DESCRIPTORS} descriptors")
            assert await page.is_ready()
            assert (await page.get("/metrics")).status_code == 200
            async with connect(operators) as channel:
                assert await is_serving(channel)
                await experiences(channel)

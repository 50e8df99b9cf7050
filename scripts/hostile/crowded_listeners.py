"""Anonymous clients that take all there is: watches of health, and connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from attack import GREETING
from checks import expect, expect_that
from condition import Condition, running
from floods import call
from http2 import DATA, END_STREAM, frame
from limits import ATTACKERS
from monitoring import Monitoring
from process import Process
from raw_connection import RawConnection
from serving import WATCH, is_serving, watch
from services import experiences
from http2_client import Stream
from well_behaved import connecting

# As many watches as there may be in all, and some, each connection with as many as it may have.
WATCHERS, WATCHES = 80, 16
# Of the engine, and connections that are more than these allow.
DESCRIPTORS, CONNECTIONS = 256, 300
EMPTY = bytes(5)


@asynccontextmanager
async def connections(port: int, number: int) -> AsyncIterator[list[RawConnection]]:
    """Attackers' connections, as far as they are accepted."""
    found = await asyncio.gather(
        *(RawConnection.connect(port) for _ in range(number)), return_exceptions=True)
    opened = [each for each in found if isinstance(each, RawConnection)]
    try:
        for each in opened:
            each.send(GREETING)
        yield opened
    finally:
        for each in opened:
            each.close()


def watching(connection: RawConnection) -> Stream:
    """A watch of health, as bytes."""
    stream = connection.begin()
    connection.send(call(WATCH)(stream.number) + frame(DATA, END_STREAM, stream.number, EMPTY))
    return stream


async def health_watches(binary: Path) -> str:
    async with running(binary) as engine, connecting(engine.address)() as channel:
        elsewhere = watch(channel)
        await elsewhere.read()
        # One more behind the attackers' address, such as that of a proxy.
        neighbour = await RawConnection.connect(engine.port, source=ATTACKERS)
        neighbour.send(GREETING)
        beside = watching(neighbour)
        await beside.until(lambda it: it.is_answered or it.is_over)
        async with connections(engine.port, WATCHERS) as attackers:
            watches = []
            for attacker in attackers:
                watches += [watching(attacker) for _ in range(WATCHES)]
                await asyncio.sleep(0.01)
            for each in watches:
                await each.until(lambda it: it.is_answered or it.is_over)
            await asyncio.sleep(0.5)
            ended = sum(each.is_over for each in watches)
        expect("the watch from another address has ended", elsewhere.done(), False)
        expect("the only watch of a connection has ended", beside.is_over, False)
        neighbour.close()
        return f"{len(watches)} watches, of which {ended} were ended"


async def idle_connections(binary: Path) -> str:
    """Users' connections take all descriptors: operators and probes still get in."""
    options = ["--operator-port", "0", "--monitoring-port", "0"]
    async with running(binary, *options, limits={"nofile": DESCRIPTORS}) as engine:
        operators = await engine.next_address("operators")
        page = Monitoring(await engine.next_address("monitoring"))
        async with connections(engine.port, CONNECTIONS) as users:
            await asyncio.sleep(3)
            descriptors = Process(engine.pid).descriptors
            await expect_reachable(operators, page)
            left = sum(each.closed is None for each in users)
        return f"{left} connections of users, {descriptors} of {DESCRIPTORS} descriptors"


async def expect_reachable(operators: str, page: Monitoring) -> None:
    expect("ready", await page.is_ready(), True)
    expect("the status of /metrics", (await page.get("/metrics")).status, 200)
    async with connecting(operators)() as channel:
        try:
            async with asyncio.timeout(5):
                expect("health on the operators' port", await is_serving(channel), True)
                await experiences(channel)
        except (grpc.aio.AioRpcError, TimeoutError) as error:
            reason = error.details() if isinstance(error, grpc.aio.AioRpcError) else "no answer"
            expect_that(False, f"operators do not get in: {reason}")


CONDITIONS = [
    Condition("one address takes all watches of health", health_watches),
    Condition("users' connections take all descriptors", idle_connections),
]

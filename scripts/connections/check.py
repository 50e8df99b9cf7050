"""Connections that many calls share, of which none may end what is beside it."""

import argparse
import asyncio
import signal
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bystander import Bystander
from checks import CheckFailed, expect, expect_that
from engine import Engine
from orders import Order
from proxied import through_envoy
from shared_connection import SharedConnection

# What is checked is not how many sessions a second an engine takes on.
PATIENT = ["--limit", "opens-per-second=100000", "--limit", "open-burst=100000"]
AT_ONCE = 16
ORDERS_PER_CONNECTION = 2_000
DRAINED_ORDERS = 200
CALLS_AT_ONCE = 300


@asynccontextmanager
async def running(binary: Path, drain: float = 0.5) -> AsyncIterator[Engine]:
    engine = await Engine.start(binary, *PATIENT, drain_deadline=drain)
    try:
        yield engine
    finally:
        await engine.stop(signal.SIGKILL)


async def play(connection: SharedConnection, beside: Bystander, seeds: list[int]) -> None:
    """Plays the orders, some at once, and says which one the connection or the bystander felt."""
    waiting, playing = iter(seeds), set[Order]()

    async def next_ones() -> None:
        for seed in waiting:
            order = Order(seed)
            playing.add(order)
            try:
                await order.play(connection)
                connection.expect_alive()
                beside.expect_undisturbed()
            except (CheckFailed, TimeoutError) as error:
                told = "; ".join(f"seed {it.seed}: {it.text}" for it in playing)
                raise CheckFailed(f"{str(error) or 'no end came'} during {told}") from error
            playing.discard(order)

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(next_ones())


async def orders(binary: Path, count: int, first: int) -> str:
    """Every order of the ends of calls, beside a session on the same connection."""
    waits: list[float] = []
    async with running(binary) as engine:
        for start in range(first, first + count, ORDERS_PER_CONNECTION):
            connection = await SharedConnection.open(engine.port)
            beside = Bystander(connection, f"beside-{start}")
            seeds = list(range(start, min(start + ORDERS_PER_CONNECTION, first + count)))
            try:
                await play(connection, beside, seeds)
                await beside.end_well()
            finally:
                await beside.cancel()
                connection.close()
            waits += beside.waits
        expect("the engine ends well", await engine.stop(), 0)
    return f"{count} calls, {len(waits)} taps beside them, p99 {p99(waits) * 1e3:.1f} ms"


async def at_once(binary: Path) -> str:
    """More calls than HTTP/2 stacks take by default, before the server's settings are read."""
    async with running(binary) as engine:
        connection = await SharedConnection.open(engine.port)
        # Nothing is read before all of it is sent: the loop goes on only then.
        sessions = [Bystander(connection, f"at-once-{number}") for number in range(CALLS_AT_ONCE)]
        try:
            async with asyncio.timeout(60):
                while not all(each.waits for each in sessions):
                    for each in sessions:
                        each.expect_undisturbed()
                    await asyncio.sleep(0.05)
            await asyncio.gather(*(each.end_well() for each in sessions))
        finally:
            for each in sessions:
                await each.cancel()
            connection.close()
    return f"{len(sessions)} sessions, each has tapped"


async def drain(binary: Path, first: int) -> str:
    """Calls end in every order while the engine goes down: sessions are told, and nothing is cut."""
    async with running(binary, drain=3) as engine:
        connection = await SharedConnection.open(engine.port)
        beside = Bystander(connection, "beside")
        try:
            await play(connection, beside, list(range(first, first + DRAINED_ORDERS)))
            engine.tell(signal.SIGTERM)
            stop = asyncio.get_running_loop().time() + 2
            for seed in range(first, first + DRAINED_ORDERS):
                if asyncio.get_running_loop().time() > stop:
                    break
                await Order(seed).play(connection)
                connection.expect_alive()
            await beside.end_well()
        finally:
            await beside.cancel()
            connection.close()
        expect_that(beside.was_drained, "the bystander was not told that the engine goes down")
        expect("exit code", await engine.ended(), 0)
    return f"{len(beside.waits)} taps, told to go"


async def envoy(binary: Path, seconds: float, first: int) -> str:
    async with running(binary) as engine:
        return await through_envoy(engine.port, seconds, first)


def p99(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=100)[98] if len(waits) > 1 else 0


def cause(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


async def main(binary: Path, count: int, seconds: float, first: int) -> int:
    failed = 0
    checks = {
        "calls at once on a new connection": at_once(binary),
        "ends of calls in any order": orders(binary, count, first),
        "ends of calls while the engine goes down": drain(binary, first),
        "200 sessions through Envoy on one connection": envoy(binary, seconds, first),
    }
    for name, check in checks.items():
        try:
            print(f"ok {name}: {await check}", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAILED {name}: {cause(error)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("--orders", type=int, default=2_000, help="calls")
    parser.add_argument("--seconds", type=float, default=15, help="how long Envoy's clients play")
    parser.add_argument("--seed", type=int, default=1, help="of the first call")
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.binary.resolve(), given.orders, given.seconds, given.seed)))

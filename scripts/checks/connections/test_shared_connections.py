"""Connections that many calls share: the end of one call must not affect the others."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from conversation import Conversation, StreamEnded
from engine import Engine, running
from figures import milliseconds
from http2_client import Connection
from orders import Order
from own_engine import limits
from own_envoy import Envoy
from tapping_session import TappingSession
from transports import FrameTransport

Shared = tuple[Connection, list[TappingSession]]

# The rate limit on new sessions is not the subject.
PATIENT = limits(opens_per_second=100_000, open_burst=100_000)
AT_ONCE = 16
ORDERS_PER_CONNECTION = 2_000
DRAINED_ORDERS, ORDERS_THEN = 200, 20
CALLS_AT_ONCE = 300


@asynccontextmanager
async def shared(engine: Engine | Envoy, *names: str, rate: float = 60) -> AsyncIterator[Shared]:
    """A connection with sessions of these IDs, which begin at once."""
    connection = await Connection.open(engine.port)
    # Sends everything before the event loop can read.
    beside = [TappingSession(Conversation(FrameTransport(connection)), rate) for _ in names]
    for each, name in zip(beside, names, strict=True):
        each.start(session_id=name)
    try:
        yield connection, beside
    finally:
        for each in beside:
            await each.cancel()
        connection.close()


async def play(connection: Connection, beside: TappingSession, seeds: range) -> None:
    """Plays the orders, several at once, and names those that affected connection or session."""
    waiting, playing = iter(seeds), set[Order]()

    async def next_ones() -> None:
        for seed in waiting:
            order = Order(seed)
            playing.add(order)
            try:
                await order.play(connection)
                connection.expect_alive()
                beside.expect_running()
            except (AssertionError, StreamEnded, TimeoutError) as error:
                told = "; ".join(f"seed {it.seed}: {it.text}" for it in playing)
                raise AssertionError(f"{str(error) or 'no end came'} during {told}") from error
            playing.discard(order)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(next_ones())
    except ExceptionGroup as group:
        # The first one names the orders in progress.
        raise group.exceptions[0] from None


async def test_more_calls_at_once_than_stacks_take_before_the_settings_are_read(
    binary: Path
) -> None:
    names = [f"at-once-{number}" for number in range(CALLS_AT_ONCE)]
    async with running(binary, *PATIENT) as engine, shared(engine, *names, rate=2) as (_, sessions):
        while not all(each.waits for each in sessions):
            for each in sessions:
                each.expect_running()
            await asyncio.sleep(0.05)
        await asyncio.gather(*(each.end_well() for each in sessions))


@pytest.mark.parametrize("count", [2_000, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.timeout(1_200)
async def test_calls_end_in_any_order_beside_a_session(binary: Path, count: int, seed: int) -> None:
    waits: list[float] = []
    async with running(binary, *PATIENT) as engine:
        for start in range(seed, seed + count, ORDERS_PER_CONNECTION):
            async with shared(engine, f"beside-{start}") as (connection, (beside,)):
                await play(connection, beside, range(start, start + ORDERS_PER_CONNECTION))
                await beside.end_well()
            waits += [seconds for _, seconds in beside.waits]
        assert await engine.stop() == 0
    print(f"{len(waits)} taps beside them, p50/p99 {milliseconds(waits)} ms")


async def test_calls_end_while_the_engine_goes_down(binary: Path, seed: int) -> None:
    """Sessions get a drain notice, and no call is cut."""
    seeds = range(seed, seed + DRAINED_ORDERS)
    async with running(binary, *PATIENT, drain_deadline=60) as engine:
        async with shared(engine, "beside") as (connection, (beside,)):
            await play(connection, beside, seeds)
            engine.tell(signal.SIGTERM)
            for each in seeds[:ORDERS_THEN]:
                await Order(each).play(connection)
                connection.expect_alive()
            await beside.end_well()
        assert beside.was_drained, "the session was not told that the engine goes down"
        assert await engine.ended() == 0

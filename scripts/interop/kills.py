"""Ways for an engine to be killed while it carries out a backend's command."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable

from backend import APPLIED, UNCONFIRMED
from engine import Engine
from ordered import Order
from witness import Answer, Witness

UNAVAILABLE = "UNAVAILABLE"

# Orders something, and kills the engine meanwhile. Returns the answer.
Kill = Callable[[Witness, Order, Engine], Awaitable[Answer]]


async def unheard(witness: Witness, each: Order, engine: Engine) -> Answer:
    """The call is on its way, and nothing more."""
    engine.tell(signal.SIGSTOP)
    call = witness.ask(each)
    await asyncio.sleep(0.05)
    await engine.stop(signal.SIGKILL)
    return await call


async def racing(witness: Witness, each: Order, engine: Engine) -> Answer:
    """The backend cannot know how far the call has come."""
    call = witness.ask(each)
    await asyncio.sleep(random.random() * 0.005)
    await engine.stop(signal.SIGKILL)
    await witness.hear_rest()
    return await call


async def unread(witness: Witness, each: Order, engine: Engine) -> Answer:
    """The frame has left the engine, and never arrives."""
    answer = await witness.ask(each)
    await engine.stop(signal.SIGKILL)
    return answer


async def unacknowledged(witness: Witness, each: Order, engine: Engine) -> Answer:
    """The frame has arrived, and the engine does not know."""
    call = witness.ask(each)
    await witness.hear(each, call)
    await engine.stop(signal.SIGKILL)
    return await call


async def acknowledged(witness: Witness, each: Order, engine: Engine) -> Answer:
    """The acknowledgement is on its way."""
    call = witness.ask(each)
    await witness.hear(each, call)
    await witness.acknowledge()
    await engine.stop(signal.SIGKILL)
    return await call


async def answered(witness: Witness, each: Order, engine: Engine) -> Answer:
    """The backend has its answer."""
    call = witness.ask(each)
    await witness.hear(each, call)
    await witness.acknowledge()
    answer = await call
    await engine.stop(signal.SIGKILL)
    return answer


# What the call may come to, where the command leads to directives.
KILLS: dict[Kill, set[Answer]] = {
    unheard: {UNAVAILABLE},
    racing: {UNAVAILABLE},
    unread: {UNCONFIRMED},
    unacknowledged: {UNAVAILABLE},
    acknowledged: {UNAVAILABLE, APPLIED},
    answered: {APPLIED},
}

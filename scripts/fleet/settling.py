"""Sessions come to where the ring has them."""

import asyncio

import census
from census import Places
from checks import expect_that
from forms import SETTLING_SECONDS, Form
from fronted import FrontedFleet
from ring import Ring

# Longer than anything takes on a busy machine.
PATIENCE = 2 * SETTLING_SECONDS


async def spread(fleet: FrontedFleet) -> str:
    """How many sessions each engine has, and how many are not where the ring has them."""
    return (await census.places(fleet)).words(Ring(fleet.engines))


async def whole(fleet: FrontedFleet, form: Form) -> Places:
    """Waits until all sessions are open. Returns where."""
    return await _places(fleet, form, None)


async def settled(fleet: FrontedFleet, form: Form) -> None:
    """Waits until every session is where the ring has it."""
    await _places(fleet, form, Ring(fleet.engines))


async def _places(fleet: FrontedFleet, form: Form, ring: Ring | None) -> Places:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE
    while True:
        places = await census.places(fleet)
        if places.count == form.sessions and not (ring and places.astray(ring)):
            return places
        expect_that(loop.time() < deadline, f"after {PATIENCE} s: {await spread(fleet)}")
        await asyncio.sleep(0.5)

"""What is lost around the engines: Envoy, and etcd."""

import asyncio

from checks import expect_that
from forms import NAMES, Form
from fronted import FrontedFleet
from ring import Ring
from settling import whole


async def front_lost(fleet: FrontedFleet, form: Form) -> str:
    """All connections end with Envoy."""
    await fleet.front.stop()
    await fleet.front.start()
    await fleet.led(*NAMES)
    return "back on its port"


async def store_lost(fleet: FrontedFleet, form: Form) -> str:
    """No session goes where it does not belong."""
    ring = Ring(NAMES)
    before = (await whole(fleet, form)).astray(ring)
    await fleet.store.stop()
    await asyncio.sleep(form.store_seconds)
    astray = (await whole(fleet, form)).astray(ring)
    expect_that(astray <= before, f"{astray} sessions are astray, {before} were before")
    await fleet.store.start()
    await fleet.led(*NAMES)
    return f"for {form.store_seconds} s"

"""What is lost around the engines: Envoy, and etcd."""

import asyncio

from census import spread
from forms import NAMES, Form
from fronted import FrontedFleet


async def front_lost(fleet: FrontedFleet, form: Form) -> str:
    """All connections end with Envoy."""
    await fleet.front.stop()
    await fleet.front.start()
    await fleet.led(*NAMES)
    return "back on its port"


async def store_lost(fleet: FrontedFleet, form: Form) -> str:
    await fleet.store.stop()
    await asyncio.sleep(form.store_seconds)
    words = await spread(fleet, form)
    await fleet.store.start()
    await fleet.led(*NAMES)
    return f"for {form.store_seconds} s, {words}"

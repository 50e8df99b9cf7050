"""How many sessions an engine can serve, found by letting more and more arrive."""

import asyncio
import time
from math import log2

from checks import CheckFailed
from load import Load
from script import PER_SECOND
from timeline import show_timeline

# A ramp begins with so many events per second, doubles with each session's life, and ends where
# the load could not offer a multiple of it.
LEAST, MOST = 2_000, 80_000
# An engine that has not enough then has to share its core with so many busy processes.
BUSY = [0, 3, 6, 9]
# A capacity is the best mean of so many lives: over less, what had waited would count.
LIVES = 1.5
# Seconds at most until an engine that has had too much has no more to do.
WAIT = 30


async def capacity_of(load: Load, life: int) -> float:
    """Sessions per second, each of so many seconds; a little less than the engine can serve."""
    per_session = PER_SECOND * life
    for busy in BUSY:
        load.core.share_with(busy)
        start = time.monotonic()
        await load.run(
            life * log2(MOST / LEAST), lambda at: LEAST / per_session * 2 ** (at / life),
            lambda: load.is_saturated)  # fmt: skip
        if load.is_saturated:
            title = f"ramp beside {busy} busy processes"
            show_timeline(title, load, start, time.monotonic(), life / 3)
            return load.peak(start, LIVES * life) / per_session
        # Until these sessions have ended, and what has waited of them is done.
        await asyncio.sleep(load.longest)
        for _ in range(WAIT):
            if not load.is_saturated:
                break
            await asyncio.sleep(1)
    raise CheckFailed("the engine has room for all that can be offered here")

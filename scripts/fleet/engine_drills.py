"""What happens to engines: they die, end, freeze, come and go."""

import asyncio
import itertools
import signal

from forms import LATE, NAMES, Form
from fronted import FrontedFleet
from settling import settled


async def kills(fleet: FrontedFleet, form: Form) -> str:
    """One engine after the other dies, and comes back on its ports."""
    loop = asyncio.get_running_loop()
    end, count = loop.time() + form.kill_seconds, 0
    for name in itertools.cycle(NAMES):
        if loop.time() >= end:
            break
        next_one = loop.time() + form.kill_pause
        await fleet.restart(name, signal.SIGKILL)
        count += 1
        await asyncio.sleep(max(0, next_one - loop.time()))
    await fleet.led(*NAMES)
    return f"{count} in {form.kill_seconds} s"


async def rolling(fleet: FrontedFleet, form: Form) -> str:
    """Each engine drains and ends, and the next one not before it is back in the ring."""
    for name in NAMES:
        await fleet.restart(name, signal.SIGTERM)
        await fleet.led(*NAMES)
    return "3 engines"


async def added(fleet: FrontedFleet, form: Form) -> str:
    await fleet.addresses.detour(LATE)
    await fleet.add(LATE)
    await settled(fleet, form)
    return "4 engines"


async def removed(fleet: FrontedFleet, form: Form) -> str:
    await fleet.remove(LATE)
    if form.is_long:
        await settled(fleet, form)
    return "3 engines"


async def two_killed(fleet: FrontedFleet, form: Form) -> str:
    await asyncio.gather(*(fleet.restart(name, signal.SIGKILL) for name in NAMES[:2]))
    await fleet.led(*NAMES)
    await settled(fleet, form)
    return f"{' and '.join(NAMES[:2])}"


async def frozen(fleet: FrontedFleet, form: Form) -> str:
    """An engine stands still, and comes back while its sessions live elsewhere."""
    fleet.engines[NAMES[0]].tell(signal.SIGSTOP)
    await asyncio.sleep(40)
    fleet.engines[NAMES[0]].tell(signal.SIGCONT)
    await fleet.led(*NAMES)
    await settled(fleet, form)
    return NAMES[0]

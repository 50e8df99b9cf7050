"""The store is away from an engine, an engine from the store, or both from their data."""

import asyncio
import signal
from pathlib import Path

from checks import eventually, expect, expect_that
from fleet import Fleet, running_fleet
from frames import tap
from ring import resident
from store_relay import WATCH, running_relay
from versions import digest, have, publish

# Longer than a lease and its margin.
FROZEN_SECONDS = 12


async def frozen(binary: Path) -> str:
    """An engine that was frozen past its lease does not act on the sessions that it had."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        client = fleet.conversation("engine-1")
        await client.open(session_id="cold", user=resident(fleet.engines, "engine-1"))
        await client.exchange(tap(1))
        fleet.engines["engine-1"].tell(signal.SIGSTOP)
        await asyncio.sleep(FROZEN_SECONDS)
        await fleet.listed("engine-2")
        # What is published meanwhile does not wait for it.
        version = await publish(fleet, 20)
        await client.events(tap(2))
        fleet.engines["engine-1"].tell(signal.SIGCONT)
        _, failure = await client.failure_within(5)
        expect("how the session ended", failure.reason, "DRAINING")
        await fleet.listed("engine-1", "engine-2")
        await have(fleet, version, "engine-1")
        return f"for {FROZEN_SECONDS} s"


async def compacted(binary: Path) -> str:
    """An engine lists everything anew when the store has forgotten the changes that it missed."""
    async with (
        running_fleet(binary, "engine-2") as fleet,
        running_relay(fleet.store.address) as relay,
    ):
        await fleet.launch("engine-1", store=relay.address)
        await fleet.listed("engine-1", "engine-2")
        await have(fleet, await publish(fleet, 20))
        await relay.cut()
        await fleet.listed("engine-2")
        version = await publish(fleet, 21)
        await fleet.store.compact()
        # It lists, joins, and does not come to watch what changes from then on.
        relay.hold(WATCH)
        await relay.open()
        await relay.held(WATCH)
        await fleet.listed("engine-1", "engine-2")
        await have(fleet, version)
        publication = asyncio.create_task(publish(fleet, 22))
        await eventually("engine-2 accepts", lambda: has_key(fleet, "accepted/"), 10)
        revision = await fleet.store.compact()
        expect("compactions told before", relay.compactions, [])
        relay.let_go(WATCH)
        await have(fleet, await publication)
        expect("compactions told", relay.compactions, [revision])
        return f"up to revision {revision}, while a version was being published"


async def has_key(fleet: Fleet, beginning: str) -> bool:
    return bool(await fleet.store.keys(beginning))


async def store_lost(binary: Path) -> str:
    """Without a store everything goes on; with an empty one, too."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        await have(fleet, await publish(fleet, 20))
        await fleet.operate("publish", fleet.version(20, "other"))
        one = await digest(fleet, "engine-1")
        client = fleet.conversation("engine-1")
        # Another engine's would be sent there in the middle of this.
        await client.open(session_id="stays", user=resident(fleet.engines, "engine-1"))
        await fleet.store.stop()
        await fleet.operate("publish", fleet.version(21), code=69)
        # As long as a lease lasts, and longer.
        for _ in range(FROZEN_SECONDS):
            await client.exchange(tap(1))
            await asyncio.sleep(1)
        await fleet.engines["engine-2"].stop(signal.SIGKILL)
        await fleet.start("engine-2")
        expect("digest without a store", await digest(fleet, "engine-2"), one)
        fleet.store.empty()
        await fleet.store.start()
        await fleet.listed("engine-1", "engine-2")
        expect("digest with an empty store", await digest(fleet, "engine-1"), one)
        await have(fleet, await publish(fleet, 21))
        expect_that(await digest(fleet, "engine-1", "other") != "", "the other one is lost")
        await client.exchange(tap(2))
        return f"{FROZEN_SECONDS} s without it, then an empty one"

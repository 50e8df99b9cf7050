"""Outages: of the store for an engine, of an engine for the store, and of the stored data."""

import asyncio
import signal
from asyncio.subprocess import PIPE, STDOUT

import pytest

from fleet import Fleet
from frames import tap
from programs import ended, program
from ring import resident
from store_relay import WATCH, StoreRelay
from versions import digest, has_keys, have, history, publish

# Longer than a lease and its margin.
AWAY_SECONDS = 12

pytestmark = pytest.mark.timeout(240)


async def test_an_engine_frozen_past_its_lease_lets_its_sessions_go(pair: Fleet) -> None:
    client = pair.conversation("engine-1")
    await client.open(session_id="cold", user=resident(pair.engines, "engine-1"))
    await client.exchange(tap(1))
    pair.engines["engine-1"].tell(signal.SIGSTOP)
    for sent in (signal.SIGINT, signal.SIGTERM):
        await withdraws_its_offer(pair, sent)
    await asyncio.sleep(AWAY_SECONDS)
    await pair.listed("engine-2")
    # A publication meanwhile does not wait for it.
    version = await publish(pair, 20)
    await client.events(tap(2))
    pair.engines["engine-1"].tell(signal.SIGCONT)
    _, failure = await client.failure()
    assert failure.reason == "DRAINING"
    await pair.listed("engine-1", "engine-2")
    await have(pair, version, "engine-1")
    assert len(await history(pair)) == 1


async def withdraws_its_offer(fleet: Fleet, sent: signal.Signals) -> None:
    """Ends a publisher whose offer waits for a frozen engine."""
    async with program(
        fleet.binary, "publish", fleet.version(19), "--fleet-store", fleet.store.address,
        stdout=PIPE, stderr=STDOUT,
    ) as publisher:  # fmt: skip
        await has_keys(fleet, "offer/")
        publisher.send_signal(sent)
        code, output = await ended(publisher)
    assert code == 1, output
    assert "was not published: interrupted; its offer is withdrawn" in output
    assert await fleet.store.keys("offer/") == []


async def test_an_engine_lists_anew_what_the_store_has_forgotten(
    fleet: Fleet, relay: StoreRelay
) -> None:
    await fleet.add("engine-2")
    await fleet.launch("engine-1", store=relay.address)
    await fleet.listed("engine-1", "engine-2")
    await have(fleet, await publish(fleet, 20))
    await relay.cut()
    await fleet.listed("engine-2")
    version = await publish(fleet, 21)
    await fleet.store.compact()
    # It lists and joins, but its watch of later changes is held.
    gate = relay.hold(WATCH)
    await relay.open()
    await gate.arrived.wait()
    await fleet.listed("engine-1", "engine-2")
    await have(fleet, version)
    publication = asyncio.create_task(publish(fleet, 22))
    await has_keys(fleet, "accepted/")
    revision = await fleet.store.compact()
    assert relay.compactions == []
    gate.opened.set()
    await have(fleet, await publication)
    assert relay.compactions == [revision]


async def test_all_goes_on_without_a_store_and_with_an_empty_one(pair: Fleet) -> None:
    await have(pair, await publish(pair, 20))
    await pair.operate("publish", pair.version(20, "other"))
    one = await digest(pair, "engine-1")
    client = pair.conversation("engine-1")
    # A session of another engine would be moved there in the middle of this.
    await client.open(session_id="stays", user=resident(pair.engines, "engine-1"))
    await pair.store.stop()
    await pair.operate("publish", pair.version(21), code=69)
    # Longer than a lease.
    for _ in range(AWAY_SECONDS):
        await client.exchange(tap(1))
        await asyncio.sleep(1)
    await pair.engines["engine-2"].stop(signal.SIGKILL)
    await pair.start("engine-2")
    assert await digest(pair, "engine-2") == one
    pair.store.empty()
    await pair.store.start()
    await pair.listed("engine-1", "engine-2")
    assert await digest(pair, "engine-1") == one
    await have(pair, await publish(pair, 21))
    assert await digest(pair, "engine-1", "other") != ""
    await client.exchange(tap(2))

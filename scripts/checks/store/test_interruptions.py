"""An offer whose publisher ends before it does is withdrawn, ends by its lease, or is in force."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fleet import Fleet, ended
from store_relay import TRANSACTION, StoreRelay
from versions import has_keys, have, history, publish, unpublished_digest

busy = pytest.mark.xdist_group("busy")


@contextmanager
def answering_late(fleet: Fleet) -> Iterator[None]:
    """One engine stands still, so that an offer stays open; for less than its lease."""
    engine = fleet.engines["engine-2"]
    engine.tell(signal.SIGSTOP)
    try:
        yield
    finally:
        engine.tell(signal.SIGCONT)


async def offering(
    fleet: Fleet, number: int, seconds: int = 60, store: str | None = None
) -> asyncio.subprocess.Process:
    """A publisher whose offer is there."""
    publisher = await fleet.begin(
        "publish", fleet.version(number), "--within", str(seconds),
        "--fleet-store", store or fleet.store.address)  # fmt: skip
    await has_keys(fleet, "offer/")
    return publisher


async def kept(fleet: Fleet, version: str) -> None:
    """Engines have a version still, and the history no other."""
    await asyncio.sleep(1)
    await have(fleet, version)
    assert len(await history(fleet)) == 1


@busy
async def test_a_publisher_that_is_told_to_end_withdraws_its_offer(pair: Fleet) -> None:
    """That of a killed one ends by its lease. None comes into force."""
    good = await publish(pair, 20)
    for number, sent in enumerate([signal.SIGINT, signal.SIGTERM], start=21):
        with answering_late(pair):
            publisher = await offering(pair, number)
            publisher.send_signal(sent)
            code, output = await ended(publisher)
            assert code == 1, output
            assert "was not published: interrupted; its offer is withdrawn" in output
            assert await pair.store.keys("offer/") == []
    with answering_late(pair):
        publisher = await offering(pair, 23, seconds=3)
        publisher.kill()
        await ended(publisher)
        await has_keys(pair, "offer/", some=False)
    await kept(pair, good)


@busy
async def test_a_publisher_that_lost_the_answer_finds_out(pair: Fleet, relay: StoreRelay) -> None:
    """One that is not told whether it has offered a version, or whether that is in force."""
    good = await publish(pair, 20)
    with answering_late(pair):
        relay.lose(TRANSACTION).opened.set()
        code, output = await pair.run(
            "publish", pair.version(21), "--fleet-store", relay.address)  # fmt: skip
        assert code == 1, output
        assert "its offer is withdrawn" in output
    await kept(pair, good)
    # All have accepted it before the answer is lost.
    version = await unpublished_digest(pair, 22)
    loss = relay.lose(TRANSACTION)
    publisher = await pair.begin("publish", pair.version(22), "--fleet-store", relay.address)
    await loss.arrived.wait()
    await have(pair, version)
    loss.opened.set()
    code, output = await ended(publisher)
    assert code == 0, output
    assert "is in force on all engines, as number 2" in output


async def test_a_publisher_cut_off_the_store_says_how_long_its_offer_lasts(
    pair: Fleet, relay: StoreRelay
) -> None:
    with answering_late(pair):
        publisher = await offering(pair, 21, seconds=3, store=relay.address)
        await relay.cut()
        code, output = await ended(publisher)
        assert code == 1, output
        assert "may come into force: the fleet's store cannot be asked" in output
        assert "engines can accept it for 3 s" in output
        await has_keys(pair, "offer/", some=False)
    await asyncio.sleep(1)
    await pair.operate("history", "mine", code=1)

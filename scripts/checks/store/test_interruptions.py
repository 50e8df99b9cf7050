"""An offer whose publisher ends before it is withdrawn, or ends by its lease."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fleet import Fleet, ended
from versions import has_keys, have, history, publish


@contextmanager
def answering_late(fleet: Fleet) -> Iterator[None]:
    """Freezes one engine for less than its lease, so that an offer stays open."""
    engine = fleet.engines["engine-2"]
    engine.tell(signal.SIGSTOP)
    try:
        yield
    finally:
        engine.tell(signal.SIGCONT)


async def offering(fleet: Fleet, number: int, seconds: int = 60) -> asyncio.subprocess.Process:
    """Starts a publisher, and waits for its offer."""
    publisher = await fleet.begin(
        "publish", fleet.version(number), "--within", str(seconds),
        "--fleet-store", fleet.store.address)  # fmt: skip
    await has_keys(fleet, "offer/")
    return publisher


@pytest.mark.xdist_group("busy")
async def test_a_publisher_that_is_told_to_end_withdraws_its_offer(pair: Fleet) -> None:
    """The offer of a killed one ends by its lease. None comes into force."""
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
    await asyncio.sleep(1)
    await have(pair, good)
    assert len(await history(pair)) == 1

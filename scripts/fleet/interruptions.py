"""What becomes of an offer whose publisher ends before it does."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checks import eventually, expect, expect_in
from fleet import Fleet, ended, running_fleet
from store_relay import TRANSACTION, running_relay
from versions import have, publish, unpublished_digest

NAMES = ["engine-1", "engine-2"]


async def interrupted(binary: Path) -> str:
    """A publisher that is told to end withdraws its offer; that of a killed one ends by its lease.
    None comes into force."""
    async with running_fleet(binary, *NAMES) as fleet:
        good = await publish(fleet, 20)
        for number, sent in enumerate([signal.SIGINT, signal.SIGTERM], start=21):
            with answering_late(fleet):
                publisher = await offering(fleet, number)
                publisher.send_signal(sent)
                code, output = await ended(publisher)
                expect(f"exit code ({output})", code, 1)
                expect_in("was not published: interrupted; its offer is withdrawn", output)
                expect("offers", await fleet.store.keys("offer/"), [])
        with answering_late(fleet):
            publisher = await offering(fleet, 23, seconds=3)
            publisher.kill()
            await ended(publisher)
            await eventually("the offer ends", lambda: has_no_offer(fleet), 10)
        await kept(fleet, good, changes=1)
        return "by SIGINT, SIGTERM and SIGKILL"


async def lost_answers(binary: Path) -> str:
    """A publisher that is not told whether it has offered a version finds out."""
    async with running_fleet(binary, *NAMES) as fleet, running_relay(fleet.store.address) as relay:
        good = await publish(fleet, 20)
        with answering_late(fleet):
            relay.lose(TRANSACTION).opened.set()
            code, output = await fleet.run(
                "publish", fleet.version(21), "--fleet-store", relay.address)  # fmt: skip
            expect(f"exit code ({output})", code, 1)
            expect_in("its offer is withdrawn", output)
        await kept(fleet, good, changes=1)
        # All have accepted it before the answer is lost.
        version = await unpublished_digest(fleet, 22)
        loss = relay.lose(TRANSACTION)
        publisher = await fleet.begin(
            "publish", fleet.version(22), "--fleet-store", relay.address)  # fmt: skip
        await loss.arrived.wait()
        await have(fleet, version)
        loss.opened.set()
        code, output = await ended(publisher)
        expect(f"exit code ({output})", code, 0)
        expect_in("is in force on all engines, as number 2", output)
        return "one withdrawn, one in force"


async def store_away(binary: Path) -> str:
    """A publisher that cannot take its offer back says for how long it can be accepted."""
    async with running_fleet(binary, *NAMES) as fleet, running_relay(fleet.store.address) as relay:
        with answering_late(fleet):
            publisher = await offering(fleet, 21, seconds=3, store=relay.address)
            await relay.cut()
            code, output = await ended(publisher)
            expect(f"exit code ({output})", code, 1)
            expect_in("may come into force: the fleet's store cannot be asked", output)
            expect_in("engines can accept it for 3 s", output)
            await eventually("the offer ends", lambda: has_no_offer(fleet), 10)
        await asyncio.sleep(1)
        await fleet.operate("history", "mine", code=1)
        return "for 3 s"


@contextmanager
def answering_late(fleet: Fleet) -> Iterator[None]:
    """One engine stands still, so that an offer stays open; for less than its lease."""
    engine = fleet.engines[NAMES[1]]
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
    await eventually("a version is offered", lambda: has_offer(fleet))
    return publisher


async def kept(fleet: Fleet, version: str, changes: int) -> None:
    """Engines have a version still, and the history no more than these changes."""
    await asyncio.sleep(1)
    await have(fleet, version)
    history = await fleet.operate("history", "mine")
    expect(f"changes in {history!r}", len(history.splitlines()), changes)


async def has_offer(fleet: Fleet) -> bool:
    return bool(await fleet.store.keys("offer/"))


async def has_no_offer(fleet: Fleet) -> bool:
    return not await has_offer(fleet)

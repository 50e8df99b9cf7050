"""What engines cannot use or read harms nothing that was in force."""

import re
from functools import partial
from pathlib import Path

from checks import eventually, expect, expect_that
from fleet import Fleet, running_fleet
from frames import tap
from store_relay import running_relay
from versions import digest, have, publish

NAMES = ["engine-1", "engine-2"]
ACTIVE = "active/experience/mine"
# What no reader of a version or a record understands.
GARBAGE = "\x16\x03{ not: what it was"


async def refused(binary: Path) -> str:
    """What is past a limit of the engines comes into force on none; its publisher is told why."""
    async with (
        running_fleet(binary) as fleet,
        running_relay(fleet.store.address) as relay,
    ):
        await start_logging(fleet)
        good = await publish(fleet, 20)
        await have(fleet, good)
        client = fleet.conversation("engine-1")
        await client.open(experience="mine")
        # A publisher that does not know the limit: what it has checked is not what it offers.
        relay.changes = {b"leading: 200": b"leading: 2e9"}
        code, output = await fleet.run(
            "publish", fleet.version(200), "--fleet-store", relay.address)  # fmt: skip
        reason = "tab_bar.items[0].leading: is 2000000000; must be -1000 to 1000"
        expect("exit code", code, 1)
        expect_that(re.search(rf"engine-[12]: {re.escape(reason)}", output) is not None, output)
        for name in NAMES:
            await eventually(f"{name} says why", partial(logs, fleet, name, reason))
        await have(fleet, good)
        expect("changes", len((await fleet.operate("history", "mine")).splitlines()), 1)
        await client.exchange(tap(1))
        # The same version as its publisher has checked it.
        await have(fleet, await publish(fleet, 200))
        return "by both, for its field and limit"


async def damaged(binary: Path) -> str:
    """Engines keep what was in force when the store's record or text of it is garbage."""
    async with running_fleet(binary) as fleet:
        await start_logging(fleet)
        await have(fleet, await publish(fleet, 20))
        one = await digest(fleet, "engine-1")
        record = await fleet.store.value(ACTIVE)
        text = f"text/experience/mine/{one}"

        await fleet.store.put(ACTIVE, GARBAGE)
        await kept(fleet, one, "the fleet store's record of what is in force cannot be read")
        await fleet.store.put(ACTIVE, record)
        await fleet.store.put(text, GARBAGE)
        await kept(fleet, one, "cannot use a published version")
        # An engine that does not know it waits until it can be read.
        await fleet.launch("engine-3", keeps_log=True)
        await eventually("engine-3 stays out", lambda: logs(fleet, "engine-3", "stays out"), 10)
        expect("engine-3 serves", await fleet.serves("engine-3"), False)
        await fleet.store.put(text, Path(fleet.version(20)).read_text())
        await fleet.serving("engine-3")
        await fleet.listed(*NAMES, "engine-3")
        await have(fleet, one)

        await fleet.store.put(ACTIVE, GARBAGE)
        await have(fleet, await publish(fleet, 21))
        return "record and text, put right by hand and by publishing"


async def start_logging(fleet: Fleet) -> None:
    for name in NAMES:
        await fleet.launch(name, keeps_log=True)
        await fleet.serving(name)


async def kept(fleet: Fleet, version: str, event: str) -> None:
    """Both engines have said that they cannot use something, and have the version."""
    for name in NAMES:
        await eventually(f"{name} says {event!r}", partial(logs, fleet, name, event), 10)
        expect(f"digest on {name}", await digest(fleet, name), version)
    await fleet.listed(*NAMES)


async def logs(fleet: Fleet, name: str, text: str) -> bool:
    return text in fleet.log(name)

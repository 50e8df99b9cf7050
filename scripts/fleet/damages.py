"""What engines cannot use or read harms nothing that was in force."""

import json
import re
from functools import partial
from pathlib import Path

from checks import eventually, expect, expect_in, expect_that
from fleet import Fleet, running_fleet
from frames import tap
from store_relay import running_relay
from versions import digest, have, publish, unpublished_digest

NAMES = ["engine-1", "engine-2"]
ACTIVE = "active/experience/mine"
# What no reader of a version or a record understands.
GARBAGE = "\x16\x03{ not: what it was"
# By someone whose name clears a terminal, begins another line and turns the direction.
EVIL = {"action": "published", "digest": "d1", "by": "\x1b[2J\n\u202eeve", "at": 2**63 - 1}
# What no engine or publisher writes; the first one once ended every engine.
PLANTED = {
    f"history/experience/mine/{2**63 - 1}": EVIL,
    f"history/experience/mine/{2**53 + 1}": EVIL,
    "history/experience/mine/-1": EVIL,
    "history/experience/mine/+9": EVIL,
    "history/experience/mine/00000007": EVIL,
    "active/experience/other": {"digest": "d1", "number": 2**63 - 1, "by": "eve"},
    "accepted/experience/mine/d1/engine-1": {"offer": -(2**63)},
    "accepted/experience/mine/d2/engine-1": {"offer": 2**63 - 1},
    "engine/\x1b[2J": {"run": 2**64 - 1, "since": -(2**63)},
}


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


async def planted(binary: Path) -> str:
    """No key or number in the store ends an engine or a publisher, or reaches a terminal as it is."""
    async with running_fleet(binary, *NAMES) as fleet:
        await have(fleet, await publish(fleet, 20))
        for key, value in PLANTED.items():
            await fleet.store.put(key, json.dumps(value))
        # The seventh change is there.
        output = await fleet.operate("publish", fleet.version(21))
        expect_in("is in force on all engines, as number 8\n", output)
        await have(fleet, await unpublished_digest(fleet, 21))
        output = await fleet.operate("history", "mine")
        expect("lines of history", len(output.splitlines()), 3)
        expect_in("unknown time (9223372036854775807)", output)
        expect_in("\\u{1b}[2J\\u{a}\\u{202e}eve", output)
        expect_that(output.replace("\n", "").isprintable(), f"history prints {output!r}")
        # One that comes cannot know whether others have that document.
        await fleet.launch("engine-3")
        await fleet.operate("withdraw", "other")
        await fleet.serving("engine-3")
        await fleet.store.control("del", "/interaction/engine/\x1b[2J")
        await fleet.listed(*NAMES, "engine-3")
        return f"{len(PLANTED)} keys"


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

"""Invalid data in the store leave the data in force unaffected."""

import json
import re
from pathlib import Path

import pytest

from fleet import Fleet
from frames import tap
from store_relay import StoreRelay
from versions import digest, have, history, publish

ACTIVE = "active/experience/mine"
# Invalid for every reader of a version or a record.
GARBAGE = "\x16\x03{ not: what it was"
CHANGE = {"action": "published", "digest": "d1", "by": "eve", "at": 2**63 - 1}
# Keys and numbers that no engine or publisher writes; the first one once crashed every engine.
PLANTED = {
    f"history/experience/mine/{2**63 - 1}": CHANGE,
    f"history/experience/mine/{2**53 + 1}": CHANGE,
    "active/experience/other": {"digest": "d1", "number": 2**63 - 1, "by": "eve"},
    "accepted/experience/mine/d1/engine-1": {"offer": -(2**63)},
    "accepted/experience/mine/d2/engine-1": {"offer": 2**63 - 1},
}

# Serial, since they keep the processor busy.
pytestmark = pytest.mark.xdist_group("busy")


async def test_what_is_past_a_limit_comes_into_force_on_no_engine(
    pair: Fleet, relay: StoreRelay
) -> None:
    good = await publish(pair, 20)
    await have(pair, good)
    client = pair.conversation("engine-1")
    await client.open(experience="mine")
    # A publisher that does not know the limit: it offers another text than it has checked.
    relay.changes = {b"leading: 200": b"leading: 2e9"}
    code, output = await pair.run("publish", pair.version(200), "--fleet-store", relay.address)
    reason = re.escape("tab_bar.items[0].leading: is 2000000000; must be -1000 to 1000")
    assert code == 1
    assert re.search(f"engine-[12]: {reason}", output)
    await pair.logs(reason)
    await have(pair, good)
    assert len(await history(pair)) == 1
    await client.exchange(tap(1))
    # The same version as its publisher has checked it.
    await have(pair, await publish(pair, 200))


async def test_garbage_for_what_is_in_force_changes_nothing(pair: Fleet) -> None:
    """In the store's record, or in its text; beside keys and numbers out of range."""

    async def kept(event: str) -> None:
        """Waits until both engines have logged the event, and have the version."""
        await pair.logs(event)
        for name in pair.engines:
            assert await digest(pair, name) == one
        await pair.listed("engine-1", "engine-2")

    await have(pair, await publish(pair, 20))
    one = await digest(pair, "engine-1")
    for key, value in PLANTED.items():
        await pair.store.put(key, json.dumps(value))
    record = await pair.store.value(ACTIVE)
    text = f"text/experience/mine/{one}"

    await pair.store.put(ACTIVE, GARBAGE)
    await kept("record of a version in force is unreadable in the fleet store")
    await pair.store.put(ACTIVE, record)
    await pair.store.put(text, GARBAGE)
    await kept("published version refused")
    # An engine that does not know it waits until it is readable.
    await pair.operate("withdraw", "other")
    await pair.launch("engine-3")
    await pair.logs("cannot join the fleet", "engine-3")
    assert not await pair.serves("engine-3")
    await pair.store.put(text, Path(pair.version(20)).read_text())
    await pair.serving("engine-3")
    await pair.listed(*pair.engines)
    await have(pair, one)

    await pair.store.put(ACTIVE, GARBAGE)
    await have(pair, await publish(pair, 21))

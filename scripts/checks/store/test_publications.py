"""Published versions and keys are in force on all engines, or on none."""

import asyncio
from pathlib import Path

import pytest

from checks import eventually
from fleet import Fleet
from hopping import KEPT_VERSIONS, Traveller, Walkers, hop
from resuming import Survivor
from versions import digest, has, have, history, publish, unpublished_digest

# Serial, since they keep the processor busy.
pytestmark = [pytest.mark.xdist_group("busy"), pytest.mark.timeout(240)]
TIMES = [40, pytest.param(500, marks=[pytest.mark.long, pytest.mark.timeout(1_800)])]


@pytest.mark.parametrize("times", TIMES)
async def test_a_version_is_on_all_engines_once_publish_ends(pair: Fleet, times: int) -> None:
    for number in range(1, times + 1):
        version = await publish(pair, number)
        await have(pair, version)
    await pair.start("engine-3")
    assert await has(pair, version, "engine-3")
    assert (await history(pair))[0].split()[0] == str(times)


@pytest.mark.parametrize("times", TIMES)
async def test_no_session_meets_a_version_unknown_to_its_engine(pair: Fleet, times: int) -> None:
    """Sessions move between engines while these come and go, and versions are published."""
    await pair.publish_keys()
    await have(pair, await publish(pair, 1))
    traveller, visits = Traveller(pair, {"engine-1", "engine-2"}), 0

    async def come_and_go() -> None:
        nonlocal visits
        while True:
            await pair.start("engine-3")
            assert await digest(pair, "engine-3") != ""
            traveller.engines.add("engine-3")
            await asyncio.sleep(0.3)
            traveller.engines.discard("engine-3")
            await pair.engines["engine-3"].stop()
            visits += 1

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(it) for it in (come_and_go(), traveller.travel())]
        for number in range(2, times + 1):
            traveller.publications += 1
            version = await publish(pair, number)
        await eventually("an engine comes and goes twice", lambda: visits > 1)
        for task in tasks:
            task.cancel()
    await have(pair, version, "engine-1", "engine-2")
    assert traveller.hops > 0


async def test_a_later_engine_resumes_sessions_of_the_last_six_versions(fleet: Fleet) -> None:
    await fleet.add("engine-1")
    await fleet.publish_keys()
    digests = {number: await unpublished_digest(fleet, number)
               for number in range(1, 2 * KEPT_VERSIONS)}  # fmt: skip
    sessions: list[Survivor] = []
    # Sorting by digest differs from the order of publication.
    for number in sorted(digests, key=lambda number: digests[number], reverse=True):
        if len(sessions) == KEPT_VERSIONS + 1:
            await fleet.start("engine-2")
        await have(fleet, await publish(fleet, number))
        sessions.append(Survivor(f"of-version-{number}", experience="mine"))
        await hop(fleet, sessions[-1], "engine-1")
    for session in sessions[-KEPT_VERSIONS:]:
        await hop(fleet, session, "engine-2")


async def test_operators_are_told_of_mistakes_rollbacks_and_withdrawals(fleet: Fleet) -> None:
    await fleet.add("engine-1")
    first, second, bad = fleet.version(20), fleet.version(21), Path(fleet.version(22))
    bad.write_text(bad.read_text() + "toggels: []\n")
    assert "did you mean toggles?" in await fleet.operate("publish", str(bad), code=65)
    await fleet.operate("publish", first, "--by", "ann")
    one = await digest(fleet, "engine-1")
    await fleet.operate("publish", second, "--by", "ben")
    assert "already in force" in await fleet.operate("publish", second)
    await fleet.operate("rollback", "mine")
    assert await digest(fleet, "engine-1") == one
    newest, second_change, _ = await history(fleet)
    assert "rolled back" in newest
    assert "ben" in second_change
    await fleet.operate("withdraw", "mine")
    assert await digest(fleet, "engine-1") == ""
    await fleet.operate("withdraw", "mine", code=1)
    await fleet.operate("history", "none", code=1)


async def test_keys_are_rotated_while_sessions_go_from_engine_to_engine(pair: Fleet) -> None:
    await pair.publish_keys()
    walkers = Walkers(pair, 8)
    async with asyncio.TaskGroup() as group:
        walking = group.create_task(walkers.walk())
        for number in range(4):
            name = f"key-{number}"
            file = await pair.publish_keys("--name", name, "--seal-after", "0")
            await walkers.sealed(dict.fromkeys(pair.engines, name))
            newest, _ = file.read_text().splitlines()
            file.write_text(newest + "\n")
            await pair.operate("publish", "--checkpoint-keys", str(file))
        walking.cancel()
    assert len(await history(pair, "checkpoint", "--checkpoint-keys")) == 9

"""A session is on the engine that it belongs to, and on no other; commands find it there."""

import asyncio
import time

import pytest

from conversation import Conversation
from fleet import Fleet
from frames import heartbeat, now_us, tap
from ring import resident

NAMES = ["engine-1", "engine-2"]
# Engines report each 2.5 s what is not where it belongs, and read what others report; an answer
# takes as long again. Less than until sessions are sent to where they belong.
SECONDS = 12
# A lease, what a proxy's health checks take, and some to spare.
SETTLING_SECONDS = 15 + 5
FOREIGN = "a session's name is also open on another engine, by another user"


@pytest.mark.timeout(180)
async def test_sessions_of_another_engine_are_told_once_to_go_there(fleet: Fleet) -> None:
    async def told_to_leave(client: Conversation) -> bool:
        await client.send(heartbeat(now_us()))
        try:
            async with asyncio.timeout(SETTLING_SECONDS):
                while not (await client.receive(SETTLING_SECONDS)).HasField("drain"):
                    pass
        except TimeoutError:
            return False
        return True

    await fleet.add("engine-1")
    clients = [fleet.conversation("engine-1") for _ in range(60)]
    for number, client in enumerate(clients):
        await client.open(session_id=f"s{number}", user=f"user-{number}")
    await fleet.start("engine-2")
    told = await asyncio.gather(*map(told_to_leave, clients))
    assert 15 <= sum(told) <= 45
    moved = told.index(True)
    back = fleet.conversation("engine-1")
    await back.open(session_id=f"s{moved}", user=f"user-{moved}", epoch=2)
    assert not await told_to_leave(back)


async def test_of_a_session_on_two_engines_the_later_epoch_stays(fleet: Fleet) -> None:
    """Two users whose sessions have one name keep theirs."""
    for name in NAMES:
        await fleet.launch(name)
    await fleet.listed(*NAMES)
    *times, _ = await asyncio.gather(
        *(superseded(fleet, home, later) for home in NAMES for later in NAMES), foreign(fleet))
    print(f"the older streams end within {max(times):.1f} s")


async def superseded(fleet: Fleet, home: str, later: str) -> float:
    """Opens a session on both engines. Returns after how many seconds the older stream ended."""
    older, clients = next(name for name in NAMES if name != later), {}
    for epoch, name in enumerate([older, later], 1):
        clients[name] = fleet.conversation(name)
        await clients[name].open(
            session_id=f"{home}-{later}", user=resident(NAMES, home), epoch=epoch)  # fmt: skip
    start = time.monotonic()
    _, failure = await clients[older].failure_within(SECONDS)
    seconds = time.monotonic() - start
    assert failure.reason == "SUPERSEDED"
    await clients[later].exchange(tap(1))
    return seconds


async def foreign(fleet: Fleet) -> None:
    """Opens sessions of two users with one name, each not where it belongs."""
    clients = {name: fleet.conversation(name) for name in NAMES}
    for name, other in zip(NAMES, reversed(NAMES), strict=True):
        await clients[name].open(session_id="of-two", user=resident(NAMES, other))
        assert FOREIGN not in fleet.log(name)
    async with asyncio.timeout(SECONDS):
        await fleet.logs(FOREIGN, *NAMES, seconds=SECONDS)
    for client in clients.values():
        await client.exchange(tap(1))


async def test_a_command_waits_for_its_session_and_takes_effect_once(fleet: Fleet) -> None:
    await fleet.add("engine-1")
    address = fleet.engines["engine-1"].address
    arguments = ["select-tab", '{"tab": 2}', "--user", "ann", "--id", "go", "--address", address]
    command = asyncio.create_task(fleet.run("command", *arguments))
    await asyncio.sleep(1)
    client = fleet.conversation("engine-1")
    await client.open(session_id="late", user="ann")
    code, output = await command
    assert code == 0
    assert output.startswith("late: ")
    _, again = await fleet.run("command", *arguments)
    assert "late: " in again
    code, _ = await fleet.run(
        "command", "select-tab", "--user", "ben", "--address", address, "--timeout", "1")
    assert code == 1

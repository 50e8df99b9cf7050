"""A session is on the engine that it belongs to, and on no other; commands find it there."""

import asyncio

from conversation import Conversation
from fleet import Fleet
from frames import heartbeat, now_us, tap
from ring import Ring, resident

NAMES = ["engine-1", "engine-2"]
# A lease, a health check's detection time, and a margin.
SETTLING_SECONDS = 15 + 5
FOREIGN = "session ID is also open on another engine for another user"


async def test_sessions_of_another_engine_are_told_once_to_go_there(fleet: Fleet) -> None:
    async def told_to_leave(client: Conversation) -> None:
        await client.send(heartbeat(now_us()))
        await client.receive_until(lambda frame: frame.HasField("drain"))

    await fleet.add("engine-1")
    users, ring = [f"user-{number}" for number in range(60)], Ring(NAMES)
    clients = {user: fleet.conversation("engine-1") for user in users}
    for user, client in clients.items():
        await client.open(session_id=f"s-{user}", user=user)
    await fleet.start("engine-2")
    moving = [user for user in users if ring.owner(user) == "engine-2"]
    assert 15 <= len(moving) <= 45
    tasks = {user: asyncio.create_task(told_to_leave(each)) for user, each in clients.items()}
    await asyncio.gather(*(tasks[user] for user in moving))
    back = fleet.conversation("engine-1")
    await back.open(session_id=f"s-{moving[0]}", user=moving[0], epoch=2)
    tasks["back"] = asyncio.create_task(told_to_leave(back))
    for user, client in clients.items():
        if not tasks[user].done():
            await client.send(heartbeat(now_us()))
    await asyncio.sleep(SETTLING_SECONDS)
    assert {user for user, task in tasks.items() if task.done()} == set(moving)
    for task in tasks.values():
        task.cancel()


async def test_of_a_session_on_two_engines_the_later_epoch_stays(fleet: Fleet) -> None:
    """Two users whose sessions have one ID keep theirs."""
    for name in NAMES:
        await fleet.launch(name)
    await fleet.listed(*NAMES)
    await asyncio.gather(
        *(superseded(fleet, home, later) for home in NAMES for later in NAMES), foreign(fleet))


async def superseded(fleet: Fleet, home: str, later: str) -> None:
    """Opens a session on both engines; the older stream has to end."""
    older, clients = next(name for name in NAMES if name != later), {}
    for epoch, name in enumerate([older, later], 1):
        clients[name] = fleet.conversation(name)
        await clients[name].open(
            session_id=f"{home}-{later}", user=resident(NAMES, home), epoch=epoch)  # fmt: skip
    _, failure = await clients[older].failure()
    assert failure.reason == "SUPERSEDED"
    await clients[later].exchange(tap(1))


async def foreign(fleet: Fleet) -> None:
    """Opens sessions of two users with one ID, each on the wrong engine."""
    clients = {name: fleet.conversation(name) for name in NAMES}
    for name, other in zip(NAMES, reversed(NAMES), strict=True):
        await clients[name].open(session_id="of-two", user=resident(NAMES, other))
        assert FOREIGN not in fleet.log(name)
    await fleet.logs(FOREIGN, *NAMES)
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

"""Versions of an experience: published ones, and those that sessions get."""

import re
from functools import partial

from checks import eventually
from conversation import StreamEnded
from fleet import Fleet


async def publish(fleet: Fleet, number: int) -> str:
    """Publishes another version for each number. Returns the beginning of its digest."""
    output = await fleet.operate("publish", fleet.version(number))
    found = re.fullmatch(r"experience 'mine' (\w+) is in force on all .* as number \d+\n", output)
    assert found, output
    return found[1]


async def unpublished_digest(fleet: Fleet, number: int) -> str:
    """Returns the beginning of a version's digest, published or not."""
    _, output = await fleet.run("validate", fleet.version(number))
    found = re.search(r": ok, mine (\w+);", output)
    assert found, output
    return found[1]


async def digest(fleet: Fleet, name: str, experience: str = "mine") -> str:
    """Returns the version of an experience that a session gets on an engine; empty for none."""
    try:
        async with fleet.visit(name) as conversation:
            first = await conversation.open(experience=experience)
    except StreamEnded as ended:
        if ended.failure.reason == "UNKNOWN_EXPERIENCE":
            return ""
        raise
    return first.opened.experience_digest


async def have(fleet: Fleet, version: str, *names: str) -> None:
    """Waits until sessions get a version on these engines, or on all."""
    for name in names or fleet.engines:
        await eventually(f"{name} has {version}", partial(has, fleet, version, name))


async def has(fleet: Fleet, version: str, name: str) -> bool:
    try:
        return (await digest(fleet, name)).startswith(version)
    except StreamEnded as ended:
        # It was late for as long as it was frozen.
        if ended.failure.reason == "OVERLOADED":
            return False
        raise


async def history(fleet: Fleet, *arguments: str) -> list[str]:
    """Returns the changes of an experience, the newest first."""
    return (await fleet.operate("history", *arguments or ["mine"])).splitlines()


async def has_keys(fleet: Fleet, beginning: str) -> None:
    """Waits until the store has some keys with this prefix."""

    async def holds() -> bool:
        return bool(await fleet.store.keys(beginning))

    await eventually(f"there are {beginning} keys", holds)

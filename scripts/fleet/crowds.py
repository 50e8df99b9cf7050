"""Engines that are full, while others have room."""

import asyncio
import itertools
import signal
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

import census
from checks import CheckFailed, eventually, expect, expect_that
from fleet import own_channel
from forms import NAMES
from fronted import FrontedFleet, running_fronted_fleet
from returning import VARIANTS, ReturningClient, variant
from ring import Ring

HOME = NAMES[0]
# An engine keeps a tenth of its places for sessions that resume. Keys of others get a quarter.
PLACES, STRAY_PLACES = 35, 8
LIMIT = ("--limit", f"sessions={PLACES}")
DRAIN = ("--drain-deadline", "4", "--drain-notice", "1")
USERS = 20
# Of each other engine. Newcomers that have no place at home find one there, in whatever order they
# and the users come, and whichever engine their variants name.
USERS_ELSEWHERE = 12
STRANGERS, FEWER_STRANGERS = 100, 45
# With the strangers that get in, more than new sessions get of an engine.
NEWCOMERS = 26
STREAMS_OF_CHANNEL = 40
# Longer than an engine waits before it looks again.
WATCHED_SECONDS = 8
# Each other engine sends its part of those that there is room for, rounded up.
MOST_REFUSALS = 6
PATIENCE = 40
STAY = "sessions stay, since the engines that they belong to are full"


def residents(engine: str) -> Iterator[str]:
    """Users of an engine who find another one by a variant of their key: of three engines it is the
    same one for one user in 27."""
    ring = Ring(NAMES)
    for user in (f"user-{number}" for number in itertools.count()):
        homes = [ring.owner(variant(user, number)) for number in range(VARIANTS + 1)]
        if homes[0] == engine and set(homes) != {engine}:
            yield user


@asynccontextmanager
async def coming(
    fleet: FrontedFleet, users: Iterable[str], key: str = ""
) -> AsyncIterator[list[ReturningClient]]:
    """Clients of these users, who come with their own keys, or all with one."""
    clients: list[ReturningClient] = []
    channels: list[grpc.aio.Channel] = []
    try:
        for number, user in enumerate(users):
            if number % STREAMS_OF_CHANNEL == 0:
                channels.append(own_channel(fleet.front.address))
            clients.append(ReturningClient(channels[-1], user, key, has_variants=not key))
        yield clients
    finally:
        await asyncio.gather(*(client.end() for client in clients))
        for channel in channels:
            await channel.close()


async def served(clients: Iterable[ReturningClient], seconds: float = 20) -> None:
    """Waits until all have their sessions."""
    async def holds() -> bool:
        for client in clients:
            client.expect_running()
        return all(client.is_open for client in clients)

    try:
        await eventually("", holds, seconds)
    except CheckFailed:
        out = [f"{it.user} {dict(it.refusals)}" for it in clients if not it.is_open]
        raise CheckFailed(f"{len(out)} without a session after {seconds} s: {out}") from None


async def strangers(fleet: FrontedFleet, key: str) -> str:
    """A hundred sessions with one key leave its engine to those who belong there."""
    names = (f"stranger-{number}" for number in range(STRANGERS))
    async with coming(fleet, names, key) as crowd:
        await eventually("strangers have all that they get", lambda: have_come(crowd), 20)
        async with coming(fleet, itertools.islice(residents(HOME), USERS)) as users:
            await served(users)
            expect("refusals of its users", sum(it.refusals.total() for it in users), 0)
    return f"{STRANGERS} strangers with one key get {STRAY_PLACES} places"


async def have_come(crowd: list[ReturningClient]) -> bool:
    """Whether all have tried, and no more than may are in."""
    places = sum(it.is_open for it in crowd)
    expect_that(places <= STRAY_PLACES, f"{places} strangers are in; at most {STRAY_PLACES} may be")
    return places == STRAY_PLACES and await have_tried(crowd)


async def have_tried(clients: list[ReturningClient]) -> bool:
    return all(it.is_open or it.refusals for it in clients)


async def sent_home(fleet: FrontedFleet) -> str:
    """Users whose engine has died and come back, and is full by then, are served meanwhile."""
    of_home = residents(HOME)
    names = [*itertools.islice(of_home, USERS), *(
        user for name in NAMES if name != HOME
        for user in itertools.islice(residents(name), USERS_ELSEWHERE))]  # fmt: skip
    async with coming(fleet, names) as users:
        await served(users)
        await fleet.engines[HOME].stop(signal.SIGKILL)
        await fleet.healthy(*NAMES[1:])
        await served(users)
        await fleet.start(HOME)
        await fleet.led(*NAMES)
        refused_before = sum(it.refusals.total() for it in users)
        crowd = (f"stranger-{number}" for number in range(FEWER_STRANGERS))
        async with (
            coming(fleet, crowd, names[0]),
            coming(fleet, itertools.islice(of_home, NEWCOMERS)) as newcomers,
        ):
            await eventually("all newcomers have come", lambda: have_tried(newcomers), 20)
            await eventually("engines keep what has no room at home", lambda: kept(fleet), 30)
            await asyncio.sleep(WATCHED_SECONDS)
            await served(users)
            # Four attempts of theirs.
            await served(newcomers, 45)
            refused = sum(it.refusals.total() for it in users) - refused_before
            astray = (await census.places(fleet)).astray(Ring(NAMES))
        expect_that(refused <= MOST_REFUSALS, f"users were refused {refused} times at home")
        row = max(it.most_refusals for it in users)
        expect_that(row <= VARIANTS, f"a user was refused {row} times in a row")
        await eventually("all are at home", lambda: are_home(fleet, len(names)), PATIENCE)
        await served(users)
    gap = max(it.longest_gap for it in users)
    return (f"{len(names)} users stay served, {astray} elsewhere than at home; {refused} refusals,"
            f" {row} in a row at most; out for {gap:.1f} s at most; then all go home")  # fmt: skip


async def kept(fleet: FrontedFleet) -> bool:
    return any(STAY in fleet.log(name) for name in NAMES)


async def are_home(fleet: FrontedFleet, sessions: int) -> bool:
    places = await census.places(fleet)
    return places.count == sessions and not places.astray(Ring(NAMES))


async def full(binary: Path) -> list[str]:
    """Sessions find places wherever there are some, and are not sent where there are none."""
    options = (*DRAIN, *LIMIT)
    async with running_fronted_fleet(binary, *NAMES, options=options, keeps_logs=True) as fleet:
        one_key = next(residents(HOME))
        return [await strangers(fleet, one_key), await sent_home(fleet)]

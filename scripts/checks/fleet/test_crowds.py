"""Sessions are admitted wherever there is capacity, and are not moved to full engines."""

import asyncio
import itertools
import signal
from collections.abc import Iterator

import pytest

from checks import eventually
from fronted import FrontedFleet
from places import NAMES, places
from returning import VARIANTS, ReturningClient, coming, served, variant
from ring import Ring

HOME = NAMES[0]
# An engine reserves a tenth of its capacity for resumes. Foreign keys get a quarter.
MISROUTED_PLACES = 8
OPTIONS = ("--drain-deadline", "4", "--drain-notice", "1", "--limit", "sessions=35")
USERS = 20
# On each other engine. New sessions that their own engine refuses are admitted there, in whatever
# order they and the users arrive, and whichever engine their variants select.
USERS_ELSEWHERE = 12
STRANGERS, FEWER_STRANGERS = 100, 45
# With the admitted foreign sessions, more than an engine's capacity for new sessions.
NEWCOMERS = 26
# Longer than the interval of an engine's checks.
WATCHED_SECONDS = 8
# Each other engine moves its share of the sessions for which there is capacity, rounded up.
MOST_REFUSALS = 6
STAY = "sessions not moved: their engines in the ring are full"

pytestmark = pytest.mark.timeout(240)


def residents(engine: str) -> Iterator[str]:
    """Yields users of an engine with a variant for another one; of three, one in 27 has none."""
    ring = Ring(NAMES)
    for user in (f"user-{number}" for number in itertools.count()):
        homes = [ring.owner(variant(user, number)) for number in range(VARIANTS + 1)]
        if homes[0] == engine and set(homes) != {engine}:
            yield user


def strangers(count: int) -> list[str]:
    return [f"stranger-{number}" for number in range(count)]


async def have_tried(clients: list[ReturningClient]) -> bool:
    return all(it.is_open or it.refusals for it in clients)


async def test_strangers_with_one_key_leave_its_engine_to_its_users(fleet: FrontedFleet) -> None:
    async def have_come() -> bool:
        """Returns whether all have tried, and at most the limit was admitted."""
        count = sum(it.is_open for it in crowd)
        assert count <= MISROUTED_PLACES
        return count == MISROUTED_PLACES and await have_tried(crowd)

    of_home = residents(HOME)
    async with coming(fleet, strangers(STRANGERS), next(residents(HOME))) as crowd:
        await eventually("strangers have all that they get", have_come)
        async with coming(fleet, itertools.islice(of_home, USERS)) as users:
            await served(users)
            assert sum(it.refusals for it in users) == 0


async def test_sessions_stay_elsewhere_until_their_engine_has_room(fleet: FrontedFleet) -> None:
    """Users of an engine that has died, and is full after its restart, are served meanwhile."""
    async def are_home() -> bool:
        found = await places(fleet)
        return found.count == len(names) and not found.misrouted(Ring(NAMES))

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
        before = sum(it.refusals for it in users)
        async with (
            coming(fleet, strangers(FEWER_STRANGERS), names[0]),
            coming(fleet, itertools.islice(of_home, NEWCOMERS)) as newcomers,
        ):
            await eventually("all newcomers have come", lambda: have_tried(newcomers))
            await eventually("engines keep what has no room at home",
                             lambda: any(STAY in fleet.log(name) for name in NAMES))
            await asyncio.sleep(WATCHED_SECONDS)
            await served(users)
            # Four attempts of theirs.
            await served(newcomers)
            refused = sum(it.refusals for it in users) - before
            misrouted = (await places(fleet)).misrouted(Ring(NAMES))
        assert refused <= MOST_REFUSALS
        row = max(it.most_refusals for it in users)
        assert row <= VARIANTS
        await eventually("all are at home", are_home)
        await served(users)
    gap = max(it.longest_gap for it in users)
    print(f"{len(names)} users stay served, {misrouted} elsewhere than at home; {refused} refusals,"
          f" {row} in a row at most; out for {gap:.1f} s at most; then all go home")  # fmt: skip

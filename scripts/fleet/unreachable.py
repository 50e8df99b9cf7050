"""An engine is in the list, and Envoy cannot reach it."""

import asyncio
import itertools
import signal

import census
from checks import eventually, expect, expect_that
from forms import LATE, NAMES, Form
from fronted import FrontedFleet
from ring import Ring
from settling import PATIENCE, settled, whole

# It joins the list, and Envoy never hears of it.
STRANGER = "engine-5"
# Time in which a session that is sent to and fro would come and go many times.
WATCHED_SECONDS = 3
# Of ten sessions that are sent, one may come to an engine that has yet to look, and be sent again.
SENT_TWICE = 10


async def unreachable(fleet: FrontedFleet, form: Form) -> str:
    """Its sessions go on elsewhere and stay there, though by the list they belong to it."""
    lost = (await census.counts(fleet))[LATE]
    before = await census.resumes(fleet)
    fleet.addresses.detours[LATE].cut()
    # The list changes meanwhile, so that engines look for sessions that belong to others.
    await fleet.start(STRANGER, "--drain-notice", "0")
    await fleet.healthy(*NAMES)
    sent = (await whole(fleet, form)).astray(Ring(fleet.engines))
    await eventually("sessions are sent where they belong",
                     lambda: moved(fleet, before + lost + sent), PATIENCE)  # fmt: skip
    await asyncio.sleep(WATCHED_SECONDS)
    moves = await census.resumes(fleet) - before
    most = lost + sent + -(-sent // SENT_TWICE)
    expect_that(lost + sent <= moves <= most,
                f"{moves} moves of sessions: {lost} were lost, {sent} had to be sent")  # fmt: skip
    await fleet.addresses.detours[LATE].open()
    await fleet.healthy(*NAMES, LATE)
    places = await whole(fleet, form)
    expect("sessions that came back of themselves", len(places.keys[LATE]), 0)
    await welcomed(fleet)
    await fleet.engines.pop(STRANGER).stop(signal.SIGTERM)
    if form.is_long:
        # It is another list.
        await settled(fleet, form)
    return f"{lost} sessions lost, {sent} sent in vain, {moves} moves"


async def moved(fleet: FrontedFleet, resumes: int) -> bool:
    return await census.resumes(fleet) >= resumes


async def welcomed(fleet: FrontedFleet) -> None:
    """The engine gets a session that begins now."""
    ring = Ring([*NAMES, LATE])
    key = next(key for key in map(str, itertools.count()) if ring.owner(key) == LATE)
    client = fleet.through(key)
    await client.open(session_id=key)
    expect("sessions of the engine", (await census.places(fleet)).keys[LATE], [key])
    await client.close()

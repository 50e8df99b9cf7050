"""A checkpoint that is opened twice at once: whatever the other one does, its client has one
history."""

import asyncio
from copy import copy

from checks import Check, Lab, expect
from control_checks import APPLIED, UNCONFIRMED, order
from conversation import StreamEnded
from fencing_checks import expect_superseded
from frames import PHONE, event, opening, tap
from ordered import Order
from own_engine import two_engines
from resuming import Survivor, expect_same, journey, uninterrupted
from session_checks import tabs
from witness import Witness

TURNS = 12
# How many events each turn has.
STRETCH = 20


def twin_of(survivor: Survivor) -> Survivor:
    """Somebody who has all that the client has."""
    twin = copy(survivor)
    twin.directives = dict(survivor.directives)
    return twin


async def expect_given_up(twin: Survivor) -> None:
    """Its stream has ended, whatever had come until then."""
    _, end = await twin.conversation.failure_within(10)
    expect("the end", (end.code, end.reason), ("ABORTED", "SUPERSEDED"))


async def race(survivor: Survivor, older_lab: Lab, newer_lab: Lab) -> Survivor | None:
    """Resumes by two connections at once, and keeps that of the newer epoch. Returns the other, if
    it opened."""
    older = twin_of(survivor)
    survivor.epoch += 1
    lost, kept = await asyncio.gather(
        older.resume(older_lab.conversation()), survivor.resume(newer_lab.conversation()),
        return_exceptions=True)  # fmt: skip
    if isinstance(kept, BaseException):
        raise kept
    if not isinstance(lost, BaseException):
        return older
    if not isinstance(lost, StreamEnded):
        raise lost
    expect("end of the older", (lost.failure.code, lost.failure.reason), ("ABORTED", "SUPERSEDED"))
    return None


async def raced_on_one(lab: Lab) -> None:
    """Whichever comes first, the older epoch goes."""
    trace = journey()
    expected = await uninterrupted(lab.conversation(), trace)
    survivor = Survivor("raced", trace)
    await survivor.open(lab.conversation())
    for turn in range(1, TURNS + 1):
        await survivor.play_unread(turn * STRETCH)
        if older := await race(survivor, lab, lab):
            await expect_superseded(older.conversation)
        await survivor.play(turn * STRETCH + 5)
    await survivor.play()
    expect_same(survivor.directives, expected)
    await survivor.conversation.close()


async def raced_on_two(lab: Lab) -> None:
    """Both go on with the same events, and the client takes in frames of the newer epoch only."""
    trace = journey()
    async with two_engines(lab) as engines:
        expected = await uninterrupted(engines[0].conversation(), trace)
        survivor = Survivor("raced", trace)
        await survivor.open(engines[0].conversation())
        given_up: Survivor | None = None
        for turn in range(1, TURNS + 1):
            await survivor.play_unread(turn * STRETCH)
            older = await race(survivor, engines[1 - turn % 2], engines[turn % 2])
            assert older
            if given_up:
                await expect_given_up(given_up)
            further = turn * STRETCH + 10
            await asyncio.gather(older.play(further + 5), survivor.play(further))
            given_up = older
        await survivor.play()
        expect_same(survivor.directives, expected)


async def robbed(mine: Lab, other: Lab) -> None:
    """Again and again a thief resumes with the client's own epoch, and goes elsewhere."""
    trace = journey()
    expected = await uninterrupted(mine.conversation(), trace)
    survivor = Survivor("robbed", trace)
    await survivor.open(mine.conversation())
    for turn in range(1, TURNS + 1):
        await survivor.play(turn * STRETCH)
        thief = await steal(survivor, other)
        if mine is other:
            await expect_superseded(survivor.conversation)
        else:
            await survivor.play(turn * STRETCH + 10)
        await survivor.resume(other.conversation())
        await expect_superseded(thief.conversation)
        await expect_refused(thief, other)
        mine, other = other, mine
    await survivor.play()
    expect_same(survivor.directives, expected)
    await survivor.conversation.close()


async def steal(survivor: Survivor, lab: Lab) -> Survivor:
    thief = twin_of(survivor)
    thief.epoch -= 1
    now = survivor.events[survivor.conversation.sent - 1].time_us
    known = survivor.events[: survivor.conversation.sent]
    mischief = [tap(tab, now + 100_000 * tab) for tab in [1, 2, 3]]
    await thief.resume(lab.conversation())
    expect("epoch of the thief", thief.epoch, survivor.epoch)
    frames = await thief.exchange(*known[thief.conversation.sent :], *mischief)
    expect("tabs of the thief", tabs(frames)[-2:], [2, 3])
    return thief


async def expect_refused(thief: Survivor, lab: Lab) -> None:
    frame = opening(**(thief.fields | {"epoch": thief.epoch, "resume": thief.resumption()}))
    _, end = await lab.conversation().failure(frame)
    expect("the thief's next try", (end.code, end.reason), ("ABORTED", "SUPERSEDED"))


async def robbed_on_one(lab: Lab) -> None:
    await robbed(lab, lab)


async def robbed_on_two(lab: Lab) -> None:
    async with two_engines(lab) as (one, two):
        await robbed(one, two)


async def one_epoch_at_once(lab: Lab) -> None:
    """Either may win; the client counts on, and has its session again."""
    trace = journey()
    expected = await uninterrupted(lab.conversation(), trace)
    survivor = Survivor("at-once", trace)
    await survivor.open(lab.conversation())
    for turn in range(1, TURNS + 1):
        await survivor.play(turn * STRETCH)
        thief = twin_of(survivor)
        opened = await asyncio.gather(
            survivor.resume(lab.conversation()), thief.resume(lab.conversation()),
            return_exceptions=True)  # fmt: skip
        expect("epochs", (survivor.epoch, thief.epoch), (turn * 2, turn * 2))
        expect("who opened", any(not isinstance(each, BaseException) for each in opened), True)
        await survivor.resume(lab.conversation())
        await expect_given_up(thief)
    await survivor.play()
    expect_same(survivor.directives, expected)
    await survivor.conversation.close()


async def command_at_both(lab: Lab) -> None:
    """What a backend orders of a twin has not happened to the client, and nobody says so."""
    async with two_engines(lab) as (one, two):
        witness = Witness({"experience": "extended-tabs", "environment": PHONE, "time_us": 0})
        await witness.open(one)
        await witness.send(tap(2, 1000))
        twin = twin_of(witness.survivor)
        await twin.resume(two.conversation())
        badge = {"tab": 3, "increase": 2}
        at_twin = await order(two, "SetBadge", "up", witness.id, badge=badge)
        expect("outcome at the twin", at_twin.outcome, UNCONFIRMED)
        up = Order("SetBadge", {"badge": badge}, event(badge=badge, command_id="up"))
        expect("outcome", await witness.carry_out(up), APPLIED)
        witness.survivor.epoch += 1
        await witness.resume(two)
        expect("outcome of a repetition", await witness.ask(up), APPLIED)
        await witness.send(tap(0, 5_000_000))
        expect_same(witness.survivor.directives, await witness.history.directives(two))


CHECKS = [
    Check("two connections race to one server: the newer epoch stays", raced_on_one),
    Check("two connections race to two servers: the newer epoch counts", raced_on_two),
    Check("a stolen checkpoint, on the same server", robbed_on_one),
    Check("a stolen checkpoint, on another server", robbed_on_two),
    Check("a checkpoint opened twice at once with one epoch", one_epoch_at_once),
    Check("a command to both sessions of one checkpoint", command_at_both),
]

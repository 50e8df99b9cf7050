"""Sessions that are resumed: on the same server or another one, with nothing lost or doubled."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


from called_session import CalledSession
from checks import Check, Lab, expect, expect_that
from control_checks import APPLIED, COUNT_UP, UNCONFIRMED, described, order, setting
from conversation import Conversation
from fencing_checks import expect_superseded
from frames import BEGAN, ENDED, NUMBERS, Response, event, scroll, tap
from own_engine import key_file, own_engine, two_engines
from resuming import RESUMES, Survivor, expect_same, journey, uninterrupted
from services import active_sessions
from session_checks import close_well, directives
from shop import shop

Connect = Callable[[Lab], Conversation]


def streamed(lab: Lab) -> Conversation:
    return lab.conversation()


CONNECTIONS: dict[str, Connect] = {"stream": streamed, "calls": CalledSession}


def lifetime_of(frame: Response) -> float:
    return frame.checkpoint.lifetime.ToTimedelta().total_seconds()


async def first_checkpoint(lab: Lab) -> None:
    for connect in CONNECTIONS.values():
        client = connect(lab)
        frame = await client.open(session_id="first", capabilities=RESUMES)
        expect_that(0 < len(frame.checkpoint.token) <= 4096, "the first frame brings no token")
        expect("event and directive", (frame.checkpoint.event, frame.checkpoint.directive), (0, 0))
        expect("lifetime", lifetime_of(frame), 120)
        await close_well(client)


async def no_checkpoints_unasked(lab: Lab) -> None:
    conversation = lab.conversation()
    frames = [await conversation.open()]
    frames += await conversation.exchange(scroll(0, BEGAN), scroll(500), scroll(500, ENDED), tap(1))
    expect("checkpoints", sum(frame.HasField("checkpoint") for frame in frames), 0)
    await close_well(conversation)


async def checkpoints_at_gesture_ends(lab: Lab) -> None:
    survivor = Survivor("gestures")
    await survivor.open(lab.conversation())
    now = 0
    for drag in range(1, 6):
        events = [scroll(y, phase, time_us=(now := now + 16_000), drag=drag) for y, phase in [
            (0, BEGAN), (9, 2), (18, 2), (18, ENDED)]]  # fmt: skip
        await survivor.exchange(*events)
        expect("event of the checkpoint after a drag", survivor.checkpoint.event,
               survivor.conversation.sent)  # fmt: skip
        await survivor.exchange(tap(drag % 5, now := now + 300_000))
        expect("event of the checkpoint after a tap", survivor.checkpoint.event,
               survivor.conversation.sent)  # fmt: skip
        expect("its directive", survivor.checkpoint.directive, survivor.applied)
    await close_well(survivor.conversation)


async def checkpoints_by_number(lab: Lab) -> None:
    survivor = Survivor("burst")
    await survivor.open(lab.conversation())
    await survivor.exchange(scroll(0, BEGAN), *(scroll(y) for y in range(200)))
    behind = survivor.conversation.sent - survivor.checkpoint.event
    expect_that(behind < 64, f"the checkpoint is {behind} events behind")
    await close_well(survivor.conversation)


@asynccontextmanager
async def survivor_of(lab: Lab, connect: Connect = streamed) -> AsyncIterator[Survivor]:
    """A session that begins here, and in the end has told the same as one without a break."""
    trace = journey()
    expected = await uninterrupted(lab.conversation(), trace)
    survivor = Survivor(f"survivor-{next(NUMBERS)}", trace)
    await survivor.open(connect(lab))
    yield survivor
    await survivor.play()
    expect_same(survivor.directives, expected)
    await survivor.conversation.close()


def resumed_after_cancels(name: str) -> Check:
    connect = CONNECTIONS[name]

    async def run(lab: Lab) -> None:
        async with survivor_of(lab, connect) as survivor:
            for cut in [1, 40, 41, 100, 170, 222, 270]:
                await survivor.play(cut)
                await survivor.play_unread(cut + 9)
                survivor.conversation.cancel()
                await survivor.resume(connect(lab))

    return Check(f"resumed on the same server, by {name}", run)


async def resumed_elsewhere(lab: Lab) -> None:
    """12 connections, by turns to two servers, by stream and by calls."""
    async with two_engines(lab) as engines, survivor_of(engines[0]) as survivor:
        for turn in range(1, 13):
            await survivor.play(turn * 22)
            await survivor.play_unread(turn * 22 + turn)
            survivor.conversation.cancel()
            connect = CalledSession if turn // 2 % 2 else streamed
            await survivor.resume(connect(engines[turn % 2]))


def resumed_after_death(name: str) -> Check:
    async def run(lab: Lab) -> None:
        async with two_engines(lab) as (one, two), survivor_of(one, CONNECTIONS[name]) as survivor:
            await survivor.play(151)
            await survivor.play_unread(177)
            expect("exit code", await one.engine.stop(signal.SIGKILL), -signal.SIGKILL)
            await survivor.resume(CONNECTIONS[name](two))

    return Check(f"resumed after the server was killed, by {name}", run)


async def restarted_server(lab: Lab) -> None:
    """A new server has nothing but the key."""
    async with key_file(lab) as file, own_engine(lab, "--checkpoint-keys", str(file)) as one:
        trace = journey()
        expected = await uninterrupted(one.conversation(), trace)
        survivor = Survivor("survivor", trace)
        await survivor.open(one.conversation())
        await survivor.play(120)
        await one.engine.stop(signal.SIGKILL)
        async with own_engine(lab, "--checkpoint-keys", str(file)) as two:
            await survivor.resume(two.conversation())
            await survivor.play()
    expect_same(survivor.directives, expected)


async def taken_over(lab: Lab) -> None:
    """The older stream is still there."""
    async with survivor_of(lab) as survivor:
        for cut in [30, 150, 250]:
            await survivor.play(cut)
            older = survivor.conversation
            await survivor.resume(streamed(lab))
            await expect_superseded(older)
        expect("sessions", await active_sessions(lab.channel, "home-refined") >= 1, True)


async def known_directives_stay_away(lab: Lab) -> None:
    """What the client has applied does not come again; all that it has not does."""
    trace = journey()
    expected = await uninterrupted(lab.conversation(), trace)
    survivor = Survivor("known", trace)
    first = (await lab.conversation().open(
        session_id="known", epoch=1, capabilities=RESUMES, **trace[0])).checkpoint  # fmt: skip
    for epoch, applied in enumerate([0, 1, 17, len(expected) - 1, len(expected)], start=2):
        survivor.checkpoint, survivor.applied, survivor.epoch = first, applied, epoch
        survivor.directives = {}
        await survivor.resume(lab.conversation())
        await survivor.play()
        rest = {number: item for number, item in expected.items() if number > applied}
        expect_same(survivor.directives, rest)


async def command_survives(lab: Lab) -> None:
    async with (
        key_file(lab) as file, shop(lab, "--checkpoint-keys", str(file)) as one,
        shop(lab, "--checkpoint-keys", str(file)) as two,
    ):  # fmt: skip
        survivor = Survivor("shop", experience="shop")
        await survivor.open(one.conversation())
        ordering = asyncio.create_task(order(one, "SetBadge", "up", **COUNT_UP))
        frame = await survivor.conversation.receive()
        survivor.note(frame)
        expect("checkpoint's directive, in the command's own frame", frame.checkpoint.directive, 1)
        survivor.conversation.cancel()
        expect("outcome without an ack", (await ordering).outcome, UNCONFIRMED)
        for engine in [two, one]:
            await survivor.resume(engine.conversation())
            again = await order(engine, "SetBadge", "up", **COUNT_UP)
            expect("the same again", described(again), (APPLIED, 0, ""))
            await survivor.exchange(event(tick={}))
            expect("directives", list(survivor.directives), [1])
            survivor.conversation.cancel()


async def command_that_is_lost(lab: Lab) -> None:
    """Nobody had its frame, so that it has not happened; its repetition does."""
    async with (
        key_file(lab) as file, shop(lab, "--checkpoint-keys", str(file)) as one,
        shop(lab, "--checkpoint-keys", str(file)) as two,
    ):  # fmt: skip
        survivor = Survivor("shop", experience="shop")
        await survivor.open(one.conversation())
        await order(one, "SetBadge", "up", **COUNT_UP)
        survivor.conversation.cancel()
        await survivor.resume(two.conversation())
        again = await order(two, "SetBadge", "up", **COUNT_UP)
        expect("outcome without an ack", again.outcome, UNCONFIRMED)
        survivor.note(frame := await survivor.conversation.receive())
        (badge,) = directives([frame])
        expect("text", setting(badge).badge.text, "4")


CHECKS = [
    Check("the first frame brings a checkpoint", first_checkpoint),
    Check("no checkpoints for who does not keep them", no_checkpoints_unasked),
    Check("a checkpoint at the end of every gesture", checkpoints_at_gesture_ends),
    Check("a checkpoint every 64 events", checkpoints_by_number),
    *map(resumed_after_cancels, CONNECTIONS),
    *map(resumed_after_death, CONNECTIONS),
    Check("resumed 12 times, by turns on two servers, by stream and by calls", resumed_elsewhere),
    Check("resumed by a server that has nothing but the key", restarted_server),
    Check("resumed while the older stream is there", taken_over),
    Check("directives that the client has do not come again", known_directives_stay_away),
    Check("a command is known after a resume", command_survives),
    Check("a command whose frame nobody had", command_that_is_lost),
]

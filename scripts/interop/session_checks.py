"""Good sessions: what a client gets for what it sends, and what is left when it goes."""

import asyncio
import threading
import time
from collections.abc import Iterable, Iterator

import grpc

from checks import Check, Lab, eventually, expect, expect_that
from conversation import OK, Conversation, Failure
from frames import (
    BEGAN, ENDED, PHONE, SETTLED, HeldDrag, Request, Response, ack, batch, event, heartbeat,
    held, now_us, opening, scroll, tap,
)  # fmt: skip
from interaction.v1 import directive_pb2, interaction_service_pb2
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub
from services import active_sessions, experience_digest

async def close_well(conversation: Conversation) -> list[Response]:
    frames, end = await conversation.close()
    expect("the end", end, OK)
    return frames


def directives(frames: Iterable[Response]) -> list[directive_pb2.Directive]:
    return [directive for frame in frames for directive in frame.directives]


def tabs(frames: Iterable[Response]) -> list[int]:
    """The tabs that were selected."""
    found = directives(frames)
    return [item.select_tab.to for item in found if item.HasField("select_tab")]


def toggled(directive: directive_pb2.Directive) -> str:
    """The look that a directive gives a toggle."""
    return directive.animate.setting.toggle.name or directive.set.setting.toggle.name


async def expect_undisturbed(bystander: Conversation) -> None:
    """The session still answers: two taps, two selections."""
    now = now_us()
    frames = await bystander.exchange(tap(1, now), tap(0, now))
    expect("the bystander's tabs", tabs(frames), [1, 0])


async def drag_past_threshold(lab: Lab) -> None:
    conversation = lab.conversation()
    capabilities = {"skips_samples": True}
    opened = (await conversation.open(session_id="drag", capabilities=capabilities)).opened
    expect("outcome", opened.outcome, interaction_service_pb2.OPEN_OUTCOME_NEW)
    expect("session", opened.session_id, "drag")
    expect("experience", opened.experience, "home-refined")
    expect("digest", opened.experience_digest, await experience_digest(lab.channel, "home-refined"))
    expect_that(len(opened.snapshot.settings) > 0, "the snapshot is empty")
    lines = {line.source: line for line in opened.trigger_lines}
    expect("home's lines", list(lines["home"].offsets), [-150, -100, -96, 0, 456])
    expect("the one at the top", list(lines["home"].cell_starts), [0])
    expect("the one for a finger", list(lines["home"].finger_offsets), [-150])
    frames = await conversation.exchange(
        scroll(0, BEGAN), *(scroll(y, time_us=y * 100) for y in range(100, 501, 50)),
        scroll(500, ENDED, time_us=60_000, velocity=0.0),
        scroll(500, SETTLED, time_us=70_000))  # fmt: skip
    found = directives(frames)
    looks = [(toggled(item), item.cause.event_sequence) for item in found if toggled(item)]
    # 100 is event 2, and so 500, the first past 456, is event 10.
    expect("looks and their causes", looks, [("rocket", 10)])
    await conversation.send(ack(found[-1].sequence))
    await close_well(conversation)


async def half_close_without_open(lab: Lab) -> None:
    await close_well(lab.conversation())


async def heartbeat_keeps_held_drag(lab: Lab) -> None:
    phases = await pull_and_beat(lab, held())
    expect("floor phases after the heartbeat", phases, [])


async def heartbeat_cancels_other_drags(lab: Lab) -> None:
    phases = await pull_and_beat(lab)
    expect_that(bool(phases), "the heartbeat without the drag changed nothing")
    expect_that(
        directive_pb2.FLOOR_PHASE_OPENING not in phases, f"a cancelled drag opened: {phases}")


async def pull_and_beat(lab: Lab, *drags: HeldDrag) -> list[int]:
    """Pulls down until a release would open. Returns the phases that a heartbeat leads to."""
    conversation = lab.conversation()
    await conversation.open()
    frames = await conversation.exchange(
        scroll(0, BEGAN), *(scroll(-y, time_us=y * 1000) for y in range(20, 181, 20)))
    expect("last phase of the pull", floor_phases(frames)[-1], directive_pb2.FLOOR_PHASE_ARMED)
    await conversation.send(heartbeat(200_000, *drags))
    frames = await conversation.receive_until(lambda frame: frame.HasField("heartbeat"))
    expect("heartbeat's time", frames[-1].heartbeat.time_us, 200_000)
    await close_well(conversation)
    return floor_phases(frames)


def floor_phases(frames: Iterable[Response]) -> list[int]:
    settings = [
        getattr(item, kind).setting for item in directives(frames) for kind in ("animate", "set")]
    return [setting.floor.phase for setting in settings if setting.HasField("floor")]


async def cancellation(lab: Lab) -> None:
    conversations = [lab.conversation() for _ in range(5)]
    for conversation in conversations:
        await conversation.open(experience="home-literal")
        await conversation.exchange(scroll(0, BEGAN), scroll(200))
    expect("sessions", await active_sessions(lab.channel, "home-literal"), 5)
    for conversation in conversations:
        conversation.cancel()
    await no_sessions(lab, "home-literal")


async def lost_connection(lab: Lab) -> None:
    async with grpc.aio.insecure_channel(lab.engine.address) as channel:
        await Conversation(channel).open(experience="home-literal")
        expect("sessions", await active_sessions(lab.channel, "home-literal"), 1)
    await no_sessions(lab, "home-literal")


async def no_sessions(lab: Lab, experience: str) -> None:
    async def none_left() -> bool:
        return await active_sessions(lab.channel, experience) == 0

    await eventually(f"no session of {experience}", none_left)


async def passed_deadline(lab: Lab) -> None:
    conversation = lab.conversation(deadline=1)
    await conversation.open(experience="home-literal")
    _, end = await conversation.failure()
    expect("code", end.code, "DEADLINE_EXCEEDED")
    await no_sessions(lab, "home-literal")


def many_streams(count: int) -> Check:
    async def run(lab: Lab) -> None:
        conversations = [lab.conversation() for _ in range(count)]
        opened = await asyncio.gather(
            *(each.open(experience="home-literal", session_id=f"many-{index}")
              for index, each in enumerate(conversations)))  # fmt: skip
        names = {frame.opened.session_id for frame in opened}
        expect("opened sessions", len(names), count)
        expect("open at once", await active_sessions(lab.channel, "home-literal"), count)
        answers = await asyncio.gather(*(each.exchange(tap(2)) for each in conversations))
        expect("streams that answered a tap", sum(tabs(frames) == [2] for frames in answers), count)
        await asyncio.gather(*map(close_well, conversations))
        await no_sessions(lab, "home-literal")
        await expect_undisturbed(lab.bystander)

    return Check(f"{count} streams at once on one channel", run, seconds=40)


async def open_timeout(lab: Lab) -> None:
    start = time.monotonic()
    end = await failure_after(lab.conversation(), 15)
    expect("code and reason", (end.code, end.reason), ("DEADLINE_EXCEEDED", "OPEN_TIMEOUT"))
    expect_that(time.monotonic() - start > 4, "it did not take 5 s")
    expect("retry delay", end.retry_delay, 1)


async def failure_after(conversation: Conversation, seconds: float) -> Failure:
    frames, end = await conversation.failure_within(seconds)
    expect("frames before the end", frames, [])
    return end


async def slow_consumer(lab: Lab) -> None:
    end = await asyncio.to_thread(unread_stream, lab.engine.address)
    expect("code and reason", (end.code, end.reason), ("RESOURCE_EXHAUSTED", "SLOW_CONSUMER"))
    expect("retry delay", end.retry_delay, 1)


def unread_stream(address: str) -> Failure:
    """Sends much, and reads none of the answers until it is too late.

    Blocking, because grpcio's asyncio client loses the status when a write fails first.
    """
    # Each frame is answered by eight snapshots; more of them would be too many events.
    changes = [event(environment=PHONE)] * 8
    frames = [opening(), *(batch(1 + 8 * index, *changes) for index in range(55))]
    over = threading.Event()

    def requests() -> Iterator[Request]:
        yield from frames
        over.wait(15)

    with grpc.insecure_channel(address) as channel:
        call = InteractionServiceStub(channel).Interact(requests())
        time.sleep(5)
        try:
            for _ in call:
                pass
        except grpc.RpcError as error:
            return Failure.read(error.code(), error.details(), error.trailing_metadata())
        finally:
            over.set()
    return OK


async def stubs_speak_it(lab: Lab) -> None:
    """The generated stub, as any Python client would use it: an iterator in, an iterator out."""
    frames = iter([opening(), batch(1, tap(3))])
    call = InteractionServiceStub(lab.channel).Interact(frames)
    answers = [answer async for answer in call]
    expect("tabs", tabs(answers), [3])
    expect("end", await call.code(), grpc.StatusCode.OK)


CHECKS = [
    Check("a drag past 456 brings the rocket, and the stream ends well", drag_past_threshold),
    Check("the generated stub holds a session", stubs_speak_it),
    Check("half-close without open ends well", half_close_without_open),
    Check("a heartbeat that names the drag keeps it", heartbeat_keeps_held_drag),
    Check("a heartbeat that does not name the drag cancels it", heartbeat_cancels_other_drags),
    Check("cancelled calls leave no session", cancellation),
    Check("a closed connection leaves no session", lost_connection),
    Check("a call's deadline leaves no session", passed_deadline),
    many_streams(1000),
]

# These wait for time to pass; they run beside all others.
SLOW_CHECKS = [
    Check("no open within 5 s", open_timeout, seconds=20),
    Check("a client that does not read", slow_consumer, seconds=30),
]

"""Good sessions: what a client gets for what it sends, and what is left when it goes."""

import asyncio
import threading
import time
from collections.abc import Iterable, Iterator

import grpc

from checks import Check, Lab, eventually, expect
from conversation import OK, Conversation, Failure
from directives import Directive, selected_tabs
from frames import (
    BEGAN, PHONE, Request, Response, batch, event, now_us, opening, scroll, tap,
)  # fmt: skip
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub
from services import active_sessions


async def close_well(conversation: Conversation) -> list[Response]:
    frames, end = await conversation.close()
    expect("the end", end, OK)
    return frames


def directives(frames: Iterable[Response]) -> list[Directive]:
    return [directive for frame in frames for directive in frame.directives]


def tabs(frames: Iterable[Response]) -> list[int]:
    """The tabs that were selected."""
    return selected_tabs(directives(frames))


async def expect_undisturbed(bystander: Conversation) -> None:
    """The session still answers: two taps, two selections."""
    now = now_us()
    frames = await bystander.exchange(tap(1, now), tap(0, now))
    expect("the bystander's tabs", tabs(frames), [1, 0])


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
    Check("the generated stub holds a session", stubs_speak_it),
    Check("cancelled calls leave no session", cancellation),
    Check("a closed connection leaves no session", lost_connection),
    Check("a call's deadline leaves no session", passed_deadline),
    many_streams(1000),
]

# These wait for time to pass; they run beside all others.
SLOW_CHECKS = [
    Check("a client that does not read", slow_consumer, seconds=30),
]

"""Steps that many tests take, and what logs of engines say."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from checks import Lab
from conversation import OK, Conversation
from directives import Directive, selected_tabs
from frames import Response, now_us, tap


def directives(frames: Iterable[Response]) -> list[Directive]:
    return [directive for frame in frames for directive in frame.directives]


def tabs(frames: Iterable[Response]) -> list[int]:
    """The tabs that were selected."""
    return selected_tabs(directives(frames))


async def opened(lab: Lab, **fields: Any) -> Conversation:
    conversation = lab.conversation()
    await conversation.open(**fields)
    return conversation


async def close_well(conversation: Conversation) -> list[Response]:
    frames, end = await conversation.close()
    assert end == OK
    return frames


async def expect_tab(conversation: Conversation, tab: int, time_us: int = 0) -> None:
    """A tap selects its tab."""
    frames = await conversation.exchange(tap(tab, time_us))
    assert tabs(frames) == [tab], frames


async def expect_answers(conversation: Conversation) -> list[Response]:
    """The session still answers: two taps, two selections."""
    now = now_us()
    frames = await conversation.exchange(tap(1, now), tap(0, now))
    assert tabs(frames) == [1, 0], frames
    return frames


async def expect_session(lab: Lab) -> None:
    """A session goes well from its opening to its end."""
    conversation = await opened(lab)
    await expect_tab(conversation, 1)
    await close_well(conversation)


def lines_with(log: Path, *parts: str) -> list[str]:
    """The lines of an engine's log that have all of these."""
    return [line for line in log.read_text().splitlines() if all(part in line for part in parts)]

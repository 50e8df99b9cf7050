"""Common steps of tests, and the log lines of engines."""

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
    """Returns the selected tabs."""
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
    """Checks that a tap selects its tab."""
    frames = await conversation.exchange(tap(tab, time_us))
    assert tabs(frames) == [tab], frames


async def expect_answers(conversation: Conversation) -> list[Response]:
    """Checks that the session still answers: two taps, two selections."""
    now = now_us()
    frames = await conversation.exchange(tap(1, now), tap(0, now))
    assert tabs(frames) == [1, 0], frames
    return frames


async def expect_session(lab: Lab) -> None:
    """Checks a session from its opening to its end."""
    conversation = await opened(lab)
    await expect_tab(conversation, 1)
    await close_well(conversation)


def lines_with(log: Path, *parts: str) -> list[str]:
    """Returns the log lines of an engine that contain all the parts."""
    return [line for line in log.read_text().splitlines() if all(part in line for part in parts)]

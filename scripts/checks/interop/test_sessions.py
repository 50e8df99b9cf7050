"""Successful sessions: their responses, and the cleanup after them."""

import asyncio
import re

import grpc
import pytest

from checks import Lab
from command_line import run
from conversation import INTERACT, Conversation
from expectations import becomes
from frames import BEGAN, batch, opening, scroll, tap
from http2 import message
from services import active_sessions
from steps import close_well, tabs

# The number of h2load's requests.
WHOLE_SESSIONS = 200


async def expect_sessions(lab: Lab, count: int) -> None:
    """Checks the number of open sessions; no other test has one of this experience."""
    assert await active_sessions(lab.channel, "home-literal") == count


async def no_sessions(lab: Lab) -> None:
    # Before the silence timeout.
    await becomes("open sessions", lambda: active_sessions(lab.channel, "home-literal"), 0, 20)


@pytest.mark.fast
async def test_calls_that_are_cancelled_cut_or_too_late_leave_no_session(lab):
    async with grpc.aio.insecure_channel(lab.engine.address) as channel:
        conversations = [Conversation(channel), *(lab.conversation() for _ in range(5))]
        for conversation in conversations:
            await conversation.open(experience="home-literal")
            await conversation.exchange(scroll(0, BEGAN), scroll(200))
        await expect_sessions(lab, 6)
        for conversation in conversations[1:]:
            conversation.cancel()
    conversation = lab.conversation(deadline=1)
    await conversation.open(experience="home-literal")
    _, end = await conversation.failure()
    assert end.code == "DEADLINE_EXCEEDED"
    await no_sessions(lab)


@pytest.mark.timeout(120)
async def test_1000_streams_at_once_on_one_channel(lab):
    conversations = [lab.conversation() for _ in range(1000)]
    opened = await asyncio.gather(
        *(each.open(experience="home-literal", session_id=f"many-{index}")
          for index, each in enumerate(conversations)))  # fmt: skip
    assert len({frame.opened.session_id for frame in opened}) == 1000
    await expect_sessions(lab, 1000)
    answers = await asyncio.gather(*(each.exchange(tap(2)) for each in conversations))
    assert sum(tabs(frames) == [2] for frames in answers) == 1000
    await asyncio.gather(*map(close_well, conversations))
    await no_sessions(lab)


async def test_h2load_plays_whole_sessions_as_requests(shop, tmp_path):
    """A client without gRPC: sessions on two connections, each taking over the previous one."""
    file = tmp_path / "body"
    parts = [opening(session_id="h2load"), batch(1, tap(1), tap(2))]
    # Without the frame headers.
    file.write_bytes(b"".join(message(1, part)[9:] for part in parts))
    output = await run(
        "h2load", "-n", str(WHOLE_SESSIONS), "-c", "2", "-m", "10", "-d", file,
        "-H", "content-type: application/grpc", "-H", "te: trailers",
        f"http://{shop.engine.address}{INTERACT}")  # fmt: skip
    assert await active_sessions(shop.channel, "home-refined") == 0
    text = output.good()
    assert f"{WHOLE_SESSIONS} succeeded, 0 failed" in text
    assert f"status codes: {WHOLE_SESSIONS} 2xx" in text
    found = re.search(r"\((\d+)\) data", text)
    # A response to the opening exceeds 1 KiB, and the last of each connection contains one.
    assert found and int(found[1]) > 2 * 1024, text

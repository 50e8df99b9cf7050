"""Recordings that operators download."""

import base64
from collections.abc import Awaitable, Callable

from command_line import Output, buf, documents, grpcurl, loaded
from frames import tap
from steps import close_well, opened
from traces import records

GET_RECORDING = "interaction.inspector.v1.InspectorService/GetRecording"


async def test_an_operator_downloads_a_recording(start, tmp_path):
    """While the session is open, and when it is over; it plays where there is no engine."""
    own = await start("--record", tmp_path / "recordings")

    async def expect_recording(program: Callable[..., Awaitable[Output]], events: int) -> None:
        output = await program(own, GET_RECORDING, data='{"session_id": "recorded"}')
        parts = documents(output.good())
        assert [part.get("file") for part in parts] == ["recorded.1.trace"]
        file = tmp_path / "downloaded.trace"
        file.write_bytes(b"".join(base64.b64decode(part["data"]) for part in parts))
        found = [each.event_sequence for each in records(file) if each.event_sequence]
        assert found == list(range(1, events + 1))
        replayed = await loaded(own, "replay", "--local", "--quiet", file)
        assert (replayed.code, replayed.err) == (0, "")
        assert replayed.out.count("all as recorded") == 1

    conversation = await opened(own, session_id="recorded")
    for turn in range(3):
        await conversation.exchange(*(tap(at % 3, at) for at in range(20)))
        await expect_recording(grpcurl, 20 * (turn + 1))
    await close_well(conversation)
    await expect_recording(buf, 60)

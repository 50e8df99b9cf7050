"""Recordings: downloads, and engines that are killed, have few descriptors, a full disk, or folders
that cannot be made."""

import asyncio
import base64
from collections.abc import Awaitable, Callable
from pathlib import Path
from signal import SIGKILL

import pytest

from checks import Lab, eventually
from command_line import Output, buf, complaint, documents, grpcurl, loaded
from frames import tap
from process import Process
from steps import close_well, opened
from traces import Record, records

GET_RECORDING = "interaction.inspector.v1.InspectorService/GetRecording"
SESSIONS = 200


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def numbered(found: list[Record]) -> list[int]:
    return [item.event_sequence for item in found if item.event_sequence]


async def expect_replay(lab: Lab, file: Path) -> None:
    """A recording plays where there is no engine, and nothing but it."""
    output = await loaded(lab, "replay", "--local", "--quiet", file)
    assert (output.code, output.err) == (0, "")
    assert output.out.count("all as recorded") == 1


async def test_an_engine_that_is_killed_leaves_what_it_recorded(start, tmp_path):
    """Of a session that was open then, all but the last second is there."""
    folder = tmp_path / "recordings" / "here"
    own = await start("--record", folder)
    conversation = await opened(own, session_id="cut")
    await conversation.exchange(*(tap(at % 3, at) for at in range(20)))
    await asyncio.sleep(1.5)
    assert await own.engine.ended(SIGKILL) == -SIGKILL
    assert numbered(records(folder / "cut.1.trace")) == list(range(1, 21))
    await expect_replay(own, folder / "cut.1.trace")


async def test_a_disk_that_becomes_full_cuts_no_record(start, tmp_path):
    """It costs a part of the recording."""
    own = await start("--record", tmp_path, limits={"fsize": 20_000})
    conversation = await opened(own, session_id="full")
    for _ in range(10):
        await conversation.exchange(*(tap(at % 3) for at in range(100)))
        await asyncio.sleep(0.15)
    await close_well(conversation)
    await own.engine.stop(SIGKILL)
    (first, *_) = records(tmp_path / "full.1.trace")
    assert first.WhichOneof("record") == "header"


@pytest.mark.parametrize("bad", ["FILE", "FILE/in/it", "/proc/attic"])
async def test_folders_that_cannot_be_made(lab, tmp_path, bad):
    (tmp_path / "file").touch()
    bad = bad.replace("FILE", str(tmp_path / "file"))
    assert bad in await complaint(lab, "--port", "0", "--record", bad)


@pytest.mark.timeout(60)
async def test_recordings_of_more_sessions_than_there_are_descriptors(start, few, tmp_path):
    """Every session is recorded, however many there are."""
    own = await start("--record", tmp_path, limits={"nofile": few})
    clients = [own.conversation() for _ in range(SESSIONS)]
    await asyncio.gather(*(client.open(session_id=f"s{number:03}")
                           for number, client in enumerate(clients)))  # fmt: skip
    for client in clients:
        await client.exchange(tap(1))
    assert Process(own.engine.pid).descriptors <= few - 4, "it has hardly any left"
    for client in clients:
        await close_well(client)
    files = [f"s{number:03}.1.trace" for number in range(SESSIONS)]

    async def are_whole() -> bool:
        return names(tmp_path) == files and all(
            numbered(records(tmp_path / file)) == [1] for file in files)

    await eventually("all recordings", are_whole, 10)


async def test_an_operator_downloads_a_recording(start, tmp_path):
    """While the session is open, and when it is over; it plays where there is no engine."""
    own = await start("--record", tmp_path / "recordings")

    async def expect_recording(program: Callable[..., Awaitable[Output]], events: int) -> None:
        output = await program(own, GET_RECORDING, data='{"session_id": "recorded"}')
        parts = documents(output.good())
        assert [part.get("file") for part in parts] == ["recorded.1.trace"]
        file = tmp_path / "downloaded.trace"
        file.write_bytes(b"".join(base64.b64decode(part["data"]) for part in parts))
        assert numbered(records(file)) == list(range(1, events + 1))
        await expect_replay(own, file)

    conversation = await opened(own, session_id="recorded")
    for turn in range(3):
        await conversation.exchange(*(tap(at % 3, at) for at in range(20)))
        await expect_recording(grpcurl, 20 * (turn + 1))
    await close_well(conversation)
    await expect_recording(buf, 60)

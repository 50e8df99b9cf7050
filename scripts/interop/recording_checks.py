"""Recordings of engines that are killed, on disks that are full, in folders that cannot be made."""

import asyncio
import signal
import tempfile
from pathlib import Path

from checks import Check, Lab, expect
from frames import tap
from own_engine import own_engine
from process_checks import expect_one_line
from session_checks import close_well
from traces import Record, records


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def numbered(found: list[Record]) -> list[int]:
    return [item.event_sequence for item in found if item.event_sequence]


async def killed(lab: Lab) -> None:
    """Of a session that was open when its engine was killed, all but the last second is there."""
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "recordings" / "here"
        async with own_engine(lab, "--record", str(folder)) as own:
            conversation = own.conversation()
            await conversation.open(session_id="cut")
            await conversation.exchange(*(tap(at % 3, at) for at in range(20)))
            await asyncio.sleep(1.5)
            expect("exit code", await own.engine.ended(signal.SIGKILL), -signal.SIGKILL)
        expect("events", numbered(records(folder / "cut.1.trace")), list(range(1, 21)))
        await expect_replay(lab, folder / "cut.1.trace")


async def expect_replay(lab: Lab, file: Path) -> None:
    """A recording plays where there is no engine, and nothing but it."""
    process = await asyncio.create_subprocess_exec(
        lab.binary.with_name("interaction-load"), "replay", "--local", "--quiet", file,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    out, err = await process.communicate()
    expect("exit code of the replay", (process.returncode, err), (0, b""))
    expect("recordings as recorded", out.count(b"all as recorded"), 1)


async def full_disk(lab: Lab) -> None:
    """A disk that becomes full costs a part of a recording; no record of it is cut."""
    with tempfile.TemporaryDirectory() as folder:
        async with own_engine(lab, "--record", folder, limits={"fsize": 20_000}) as own:
            conversation = own.conversation()
            await conversation.open(session_id="full")
            for _ in range(10):
                await conversation.exchange(*(tap(at % 3) for at in range(100)))
                await asyncio.sleep(0.15)
            await close_well(conversation)
        (first, *_) = records(Path(folder) / "full.1.trace")
        expect("its first record", first.WhichOneof("record"), "header")


async def bad_folders(lab: Lab) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        file.touch()
        for bad in [str(file), f"{file}/in/it", "/proc/attic"]:
            await expect_one_line(lab, bad, "--port", "0", "--record", bad)


CHECKS = [
    Check("an engine that is killed leaves what it recorded", killed),
    Check("a disk that becomes full cuts no record", full_disk, 30),
    Check("--record: folders that cannot be made", bad_folders),
]

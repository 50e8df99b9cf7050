"""Recordings: what a server writes down of its sessions, and how much of it."""

import asyncio
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from google.protobuf import proto

from called_session import CalledSession
from checks import Check, Lab, eventually, expect, expect_that
from control_checks import COUNT_UP, applied, order
from conversation import Conversation
from frames import PHONE, event, heartbeat, tap
from interaction.v1 import trace_pb2
from own_engine import own_engine
from process_checks import expect_one_line
from resuming import Survivor, journey
from session_checks import close_well, directives
from shop import shop
from traces import read_binary

MIB = 1 << 20

Record = trace_pb2.TraceRecord


@asynccontextmanager
async def recording(lab: Lab, *options: str) -> AsyncIterator[tuple[Lab, Path]]:
    """A server that records, and where to."""
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "recordings" / "here"
        async with own_engine(lab, "--record", str(folder), *options) as own:
            yield own, folder


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def records(file: Path) -> list[Record]:
    with file.open("rb") as stream:
        found = []
        while record := proto.parse_length_prefixed(Record, stream):
            found.append(record)
    return found


async def written(folder: Path, *expected: str) -> list[list[Record]]:
    """Waits until these sessions, and no others, are recorded. Returns what was."""
    async def are_there() -> bool:
        return folder.exists() and names(folder) == sorted(expected)

    await eventually(f"the recordings {expected}", are_there)
    # The writing goes on beside the session.
    await asyncio.sleep(0.3)
    return [records(folder / name) for name in expected]


def kinds(found: list[Record]) -> list[str]:
    return [record.WhichOneof("record") or "" for record in found]


async def whole_session(lab: Lab) -> None:
    async with recording(lab) as (own, folder):
        for name, client in [("stream", own.conversation()), ("calls", CalledSession(own))]:
            fields, events = journey()
            frames = [await client.open(
                session_id=name, user="anna", epoch=3, current={"selected_tab": 1}, **fields)]
            frames += await client.exchange(*events[:150])
            frames += await client.exchange(*events[150:])
            await close_well(client)
            file = f"{name}.3.trace"
            *_, found = await written(folder, *{file, "stream.3.trace"})
            (found,) = [records(folder / file)]
            expect_header(found[0].header, name, frames[0].opened.experience_digest)
            expect("events", [(item.event_sequence, item.event) for item in found
                              if item.HasField("event") and item.event_sequence],
                   list(enumerate(events, start=1)))
            expect("directives", [item.directive for item in found if item.HasField("directive")],
                   directives(frames))
            expect_in_order(found)
            expect("what the replay reads", len(read_binary(folder / file)[1]) >= 312, True)


def expect_header(header: trace_pb2.TraceHeader, name: str, digest: str) -> None:
    expect("session", (header.session_id, header.user, header.epoch), (name, "anna", 3))
    expect("experience", (header.experience, header.experience_digest), ("home-refined", digest))
    expect("version and start", (header.version, header.current.selected_tab), (1, 1))
    expect("surface", header.environment.width, PHONE.width)
    expect_that("check-interop" in header.client, f"the client is {header.client!r}")
    expect("state of a new session", header.HasField("state"), False)


def expect_in_order(found: list[Record]) -> None:
    """Each directive comes after the event that led to it."""
    last = 0
    for record in found:
        last = record.event_sequence or last
        if record.HasField("directive"):
            expect("cause of a directive", record.directive.cause.event_sequence, last)


async def resumed_session(lab: Lab) -> None:
    """A file for each connection; the second says what the session remembered."""
    async with recording(lab) as (own, folder):
        survivor = Survivor("again", journey())
        await survivor.open(own.conversation())
        await survivor.play(100)
        survivor.conversation.cancel()
        resumed = (await survivor.resume(own.conversation())).applied_event
        await survivor.play(200)
        await close_well(survivor.conversation)
        first, second = await written(folder, "again.1.trace", "again.2.trace")
        expect("numbers of the first", numbered(first), list(range(1, 101)))
        expect("numbers of the second", numbered(second), list(range(resumed + 1, 201)))
        header = second[0].header
        expect("epoch and state", (header.epoch, header.HasField("state")), (2, True))


def numbered(found: list[Record]) -> list[int]:
    return [item.event_sequence for item in found if item.event_sequence]


async def inputs_of_others(lab: Lab) -> None:
    """Commands and heartbeats are in it, without a number."""
    with tempfile.TemporaryDirectory() as folder:
        async with shop(lab, "--record", folder) as own:
            conversation = own.conversation()
            await conversation.open(session_id="shop", experience="shop")
            await asyncio.gather(
                order(own, "SetBadge", "up", "shop", **COUNT_UP), applied(conversation))
            await conversation.exchange(tap(1))
            await conversation.send(heartbeat(5))
            await close_well(conversation)
            (found,) = await written(Path(folder), "shop.1.trace")
            expect("kinds", kinds(found),
                   ["header", "event", "directive", "event", "directive", "event"])
            expect("numbers", [item.event_sequence for item in found if item.HasField("event")],
                   [0, 1, 0])  # fmt: skip


async def one_name_twice(lab: Lab) -> None:
    """Two sessions of one name and epoch: neither recording spoils the other."""
    async with recording(lab) as (own, folder):
        older = own.conversation()
        await older.open(session_id="twice")
        await older.exchange(*(tap(at % 3, at) for at in range(200)))
        newer = own.conversation()
        await newer.open(session_id="twice")
        await newer.exchange(*(tap(at % 3, at) for at in range(50)))
        await close_well(newer)
        await eventually("a recording", lambda: is_recorded(folder, 50))


async def is_recorded(folder: Path, events: int) -> bool:
    return any(numbered(records(folder / name)) == list(range(1, events + 1))
               for name in names(folder))  # fmt: skip


async def tapping(lab: Lab, *sessions: str) -> None:
    for session in sessions:
        conversation = lab.conversation()
        await conversation.open(session_id=session)
        await conversation.exchange(tap(1))
        await close_well(conversation)


async def no_share(lab: Lab) -> None:
    async with recording(lab, "--record-share", "0") as (own, folder):
        await tapping(own, *(f"s{number}" for number in range(20)))
        await asyncio.sleep(0.5)
        expect("recordings", names(folder), [])


async def half_of_them(lab: Lab) -> None:
    """The same sessions on every server."""
    sessions = [f"session-{number}" for number in range(60)]
    found: list[list[str]] = []
    for _ in range(2):
        async with recording(lab, "--record-share", "0.5") as (own, folder):
            await tapping(own, *sessions)
            await asyncio.sleep(0.5)
            found.append(names(folder))
    expect("recordings of the second server", found[1], found[0])
    expect_that(15 < len(found[0]) < 45, f"{len(found[0])} of 60 are recorded")


def size(folder: Path) -> int:
    total = 0
    for file in folder.iterdir():
        # It may have made room by now.
        with suppress(FileNotFoundError):
            total += file.stat().st_size
    return total


async def turned(conversation: Conversation, times: int) -> None:
    """Has 32 large directives written down, so many times."""
    for _ in range(times):
        start = conversation.sent
        await conversation.exchange(*(
            event(5_000 * (start + at), environment=PHONE) for at in range(32)))


async def is_there(file: Path) -> bool:
    return file.exists()


async def budget_of_the_finished(lab: Lab) -> None:
    """The oldest make room; what came last is there."""
    async with recording(lab, "--record-budget", "1") as (own, folder):
        for number in range(20):
            conversation = own.conversation()
            await conversation.open(session_id=f"s{number:02}")
            await turned(conversation, 2)
            await close_well(conversation)
            await eventually("its recording", partial(is_there, folder / f"s{number:02}.1.trace"))
        await asyncio.sleep(0.3)
        expect_that(size(folder) <= MIB, f"the folder has {size(folder)} bytes")
        found = names(folder)
        expect_that(len(found) >= 2, f"only {found} are left")
        newest = [f"s{number:02}.1.trace" for number in range(20 - len(found), 20)]
        expect("what is left", found, newest)


async def budget_of_the_running(lab: Lab) -> None:
    """Sessions that are open count, too."""
    async with recording(lab, "--record-budget", "1") as (own, folder):
        clients = [own.conversation() for _ in range(4)]
        for client in clients:
            await client.open()
        largest = 0
        for _ in range(4):
            await asyncio.gather(*(turned(client, 5) for client in clients))
            largest = max(largest, size(folder))
        for client in clients:
            await close_well(client)
        expect_that(largest <= 1.25 * MIB, f"the folder has had {largest} bytes")


async def killed(lab: Lab) -> None:
    """Of a session that was open when its engine was killed, all but the last second is there."""
    async with recording(lab) as (own, folder):
        conversation = own.conversation()
        await conversation.open(session_id="cut")
        await conversation.exchange(*(tap(at % 3, at) for at in range(20)))
        await asyncio.sleep(1.5)
        expect("exit code", await own.engine.ended(signal.SIGKILL), -signal.SIGKILL)
        expect("events", numbered(records(folder / "cut.1.trace")), list(range(1, 21)))
        await replayed(lab, folder / "cut.1.trace")


async def replayed(lab: Lab, *files: Path) -> str:
    """Plays recordings where there is no engine, and nothing but them."""
    process = await asyncio.create_subprocess_exec(
        lab.binary.with_name("interaction-load"), "replay", "--local", "--quiet", *files,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    out, err = await process.communicate()
    expect("exit code of the replay", (process.returncode, err), (0, b""))
    expect("recordings as recorded", out.count(b"all as recorded"), len(files))
    return out.decode()


async def own_experience(lab: Lab) -> None:
    """A recording has its experience inside, once: nobody else needs to know it."""
    with tempfile.TemporaryDirectory() as folder:
        async with shop(lab, "--record", folder) as own:
            first = own.conversation()
            await first.open(session_id="shop", experience="shop")
            await asyncio.gather(
                order(own, "SetBadge", "up", "shop", **COUNT_UP), applied(first))
            await first.exchange(tap(1), tap(0))
            await close_well(first)
            (found,) = await written(Path(folder), "shop.1.trace")
            expect("definitions", [item.header.HasField("definition") for item in found
                                   if item.HasField("header")], [True])  # fmt: skip
            expect("its name", found[0].header.definition.name, "shop")
        await replayed(lab, Path(folder) / "shop.1.trace")


async def resumed_replays(lab: Lab) -> None:
    """The recording of a session that was resumed begins with what it remembered."""
    async with recording(lab) as (own, folder):
        survivor = Survivor("again", journey())
        await survivor.open(own.conversation())
        await survivor.play(100)
        survivor.conversation.cancel()
        await survivor.resume(own.conversation())
        await survivor.play(200)
        await close_well(survivor.conversation)
        await written(folder, "again.1.trace", "again.2.trace")
        await replayed(lab, folder / "again.1.trace", folder / "again.2.trace")


async def full_disk(lab: Lab) -> None:
    """A disk that takes nothing costs recordings: no session, and no empty files."""
    for limit, is_there in [(0, False), (20_000, True)]:
        with tempfile.TemporaryDirectory() as folder:
            async with own_engine(
                lab, "--record", folder, limits={"fsize": limit}
            ) as own:
                conversation = own.conversation()
                await conversation.open(session_id="full")
                for _ in range(10):
                    await conversation.exchange(*(tap(at % 3) for at in range(100)))
                    await asyncio.sleep(0.15)
                await close_well(conversation)
                await asyncio.sleep(0.3)
                expect("files", names(Path(folder)), ["full.1.trace"] * is_there)
                if is_there:
                    # What is there can be read: no record is cut.
                    found = records(Path(folder) / "full.1.trace")
                    expect("its first record", kinds(found)[:1], ["header"])


async def bad_folders(lab: Lab) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        file.touch()
        for bad in [str(file), f"{file}/in/it", "/proc/attic"]:
            await expect_one_line(lab, bad, "--port", "0", "--record", bad)


CHECKS = [
    Check("a recording has all events and directives", whole_session),
    Check("a session that is resumed has two recordings", resumed_session),
    Check("a recording has commands and heartbeats", inputs_of_others),
    Check("a name and an epoch that come twice", one_name_twice),
    Check("--record-share 0 records nothing", no_share),
    Check("--record-share 0.5 records the same sessions everywhere", half_of_them),
    Check("--record-budget: the oldest recordings make room", budget_of_the_finished),
    Check("--record-budget: sessions that are open count", budget_of_the_running),
    Check("an engine that is killed leaves what it recorded", killed),
    Check("a recording replays by itself", own_experience),
    Check("recordings of a resumed session replay by themselves", resumed_replays),
    Check("a full disk costs recordings, and leaves no empty ones", full_disk, 30),
    Check("--record: folders that cannot be made", bad_folders),
]

"""An engine of a later contract, as clients of today see it: nothing that it says ends a session,
and what they know is right."""

import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from google.protobuf import proto

from checks import Check, Lab, expect, expect_that
from harness_checks import expect_code, loaded
from inspector_checks import inspected
from interaction.storage.v1.trace_pb2 import TraceRecord
from later_proxy import LaterEngine, later_engine
from later_things import Additions, Changes
from level_one import LevelOneClient, LevelOneConversation, Snapshot, agrees, known
from own_engine import own_engine
from tool_checks import Output
from traces import ROOT, Trace

SEED = 17
FOLDERS = [ROOT / "Tests/Traces", ROOT / "Sources/InteractionReplay/Resources"]
BUNDLED = sorted(file for folder in FOLDERS for file in folder.rglob("*") if file.is_file())
# What a trace says of how its session opens.
OPENING = {"experience", "environment", "time_us", "current"}
Agreement = Callable[[object, object], bool]


async def additions(lab: Lab) -> None:
    """What is added is left out: every directive is as recorded, every setting as the engine's."""
    async with own_engine(lab) as own:
        said = Additions(SEED)
        async with later_engine(own.channel, said, Additions(SEED)) as engine:
            output = await replayed(lab, engine)
            different = [line for line in output.out.splitlines() if " recorded: " in line]
            expect("what is not as recorded", different, [])
            expect_code(output, 0)
            expect("as recorded", output.out.count(" all as recorded "), len(BUNDLED))
            await play_all(own, engine, lambda shown, expected: shown == expected)
        tell(engine)


async def changes(lab: Lab) -> None:
    """What is changed is not known any more; all else is right, and no directive is missing."""
    async with own_engine(lab) as own:
        async with later_engine(own.channel, Changes(SEED), Additions(SEED)) as engine:
            output = await replayed(lab, engine)
            expect_that(output.code in (0, 98), f"exit code {output.code}: {output}")
            counts = re.findall(r": (\d+) directives, (?:all|(\d+) recorded)", output.out)
            expect("traces compared", len(counts), len(BUNDLED))
            expect_that(all(one == (two or one) for one, two in counts), f"{counts}")
            await play_all(own, engine, agrees)
        tell(engine)


async def replayed(lab: Lab, engine: LaterEngine) -> Output:
    return await loaded(
        lab, "replay", "--address", engine.address, "--quiet", "--speed", "max", *BUNDLED)


async def play_all(lab: Lab, engine: LaterEngine, is_right: Agreement) -> None:
    for file in BUNDLED:
        await play(lab, engine, file, is_right)


async def play(lab: Lab, engine: LaterEngine, file: Path, is_right: Agreement) -> None:
    """Plays a trace as a client of level 1 does. At rest it shows what the engine says."""
    name = f"level-1-{file.parent.name}-{file.stem}"
    client = LevelOneClient(name, await in_messages(lab, file))
    await client.open(LevelOneConversation(engine.front))
    await client.play(size=200)
    snapshot = (await inspected(lab, name)).snapshot.SerializeToString()
    expected = known(Snapshot.FromString(snapshot).settings)
    shown = client.shown
    expect(f"what is shown after {file.name}", shown.keys(), expected.keys())
    wrong = [one for one in shown if not is_right(shown[one], expected[one])]
    expect(f"what is wrong after {file.name}", wrong, [])
    await client.conversation.close()


async def in_messages(lab: Lab, file: Path) -> Trace:
    """A trace, whose text interaction-load turns into messages."""
    with tempfile.TemporaryDirectory() as folder:
        messages = Path(folder) / "messages.trace"
        expect_code(await loaded(lab, "record", file, "--output", messages), 0)
        with messages.open("rb") as stream:
            read = partial(proto.parse_length_prefixed, TraceRecord, stream)
            first, *others = iter(read, None)
    found = first.header.ListFields()
    opening = {field.name: value for field, value in found if field.name in OPENING}
    return opening, [each.event for each in others if each.HasField("event")]


def tell(engine: LaterEngine) -> None:
    expect("sessions", engine.sessions, 2 * len(BUNDLED))
    expect("sessions ended", engine.ended, 0)
    said, asked = engine.said.counts, engine.asked.counts
    expect_that(said.total() > 500 and len(said) > 8, f"too little is made up: {said}")
    print(f"   {engine.sessions} sessions, {engine.ended} ended; made up: {said.total()} things of "
          f"{len(said)} kinds in responses, {asked.total()} fields in requests", flush=True)


CHECKS = [
    Check("an engine of a later contract adds something everywhere", additions, 40),
    Check("an engine of a later contract says something else in each directive", changes, 40),
]

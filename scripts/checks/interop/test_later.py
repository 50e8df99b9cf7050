"""An engine of a later contract, as clients of today see it: nothing that it says ends a session,
and what they know is right."""

import asyncio
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from checks import Lab
from command_line import Output, loaded
from later import Additions, Changes
from later_proxy import LaterEngine, later_engine
from level_one import LevelOneClient, LevelOneConversation, Snapshot, agrees, known
from single_calls import inspect
from traces import BUNDLED, ROOT, Trace, read_trace

SEED = 17
FILES = sorted(file for folder in [ROOT / "Tests/Traces", BUNDLED]
               for file in folder.rglob("*") if file.is_file())  # fmt: skip
Agreement = Callable[[object, object], bool]


@cache
def traces(load: Path) -> dict[str, Trace]:
    """Traces by names of sessions."""
    return {f"level-1-{file.parent.name}-{file.stem}": read_trace(file, load) for file in FILES}


async def play_all(lab: Lab, engine: LaterEngine, is_right: Agreement) -> None:
    # Meanwhile others are not to be silent.
    found = await asyncio.to_thread(traces, lab.binary.with_name("interaction-load"))
    for name, trace in found.items():
        await play(lab, engine, name, trace, is_right)


@pytest.mark.timeout(240)
async def test_an_engine_of_a_later_contract_adds_something_everywhere(start):
    """That is left out: every directive is as recorded, every setting as the engine's."""
    own = await start()
    async with later_engine(own.channel, Additions(SEED), Additions(SEED)) as engine:
        output = await replayed(own, engine)
        assert [line for line in output.out.splitlines() if " recorded: " in line] == []
        output.expect(0)
        assert output.out.count(" all as recorded ") == len(FILES)
        await play_all(own, engine, lambda shown, expected: shown == expected)
    expect_much(engine)


@pytest.mark.timeout(240)
async def test_an_engine_of_a_later_contract_says_something_else_in_each_directive(start):
    """That is not known any more; all else is right, and no directive is missing."""
    own = await start()
    async with later_engine(own.channel, Changes(SEED), Additions(SEED)) as engine:
        output = await replayed(own, engine)
        assert output.code in (0, 98), output
        counts = re.findall(r": (\d+) directives, (?:all|(\d+) recorded)", output.out)
        assert len(counts) == len(FILES)
        assert all(one == (two or one) for one, two in counts), counts
        await play_all(own, engine, agrees)
    expect_much(engine)


async def replayed(lab: Lab, engine: LaterEngine) -> Output:
    return await loaded(
        lab, "replay", "--address", engine.address, "--quiet", "--speed", "max", *FILES)


async def play(
    lab: Lab, engine: LaterEngine, name: str, trace: Trace, is_right: Agreement
) -> None:
    """Plays a trace as a client of level 1 does. At rest it shows what the engine says."""
    client = LevelOneClient(name, trace)
    await client.open(LevelOneConversation(engine.front))
    await client.play(size=200)
    session = await inspect(lab, "GetSession", session_id=name)
    expected = known(Snapshot.FromString(session.snapshot.SerializeToString()).settings)
    shown = client.shown
    assert shown.keys() == expected.keys(), name
    wrong = [one for one in shown if not is_right(shown[one], expected[one])]
    assert not wrong, name
    await client.conversation.close()


def expect_much(engine: LaterEngine) -> None:
    """Much was made up, and no session ended of it."""
    assert (engine.sessions, engine.ended) == (2 * len(FILES), 0)
    said = engine.said.counts
    assert said.total() > 500 and len(said) > 8, said

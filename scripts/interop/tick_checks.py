"""Engines that are killed around heartbeats and the server's own ticks."""

import asyncio
import signal
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from checks import Check, Lab, eventually, expect
from engine import Engine
from frames import BEGAN, ENDED, PHONE, Event, event, heartbeat, scroll, tap
from inspector_checks import inspected
from own_engine import key_file, own_engine
from resuming import expect_same
from witness import Witness

# Logins are waited for as briefly as can be said.
YAML = """
name: brief
sources: [{id: home, tab: 0}]
tab_bar:
  gate_timeout: 1s
  items: [{title: {text: Home}}, {title: {text: Me}, login_required: true}]
toggles: [{id: top, source: home, threshold: 300, below_name: down, above_name: up}]
second_floor: {source: home}
"""
OPENING = {"experience": "brief", "environment": PHONE, "time_us": 0}
# Nothing waits for so long; it is after whatever the server made of the time.
LATER_US = 9_000_000


@dataclass(frozen=True)
class Stimulus:
    """Something that the client does not send again by itself, and what comes before it."""

    name: str
    before: list[Event]
    # When the client says that it holds nothing; None waits for the server's tick.
    beat_us: int | None = None

    async def happen(self, witness: Witness) -> None:
        if self.beat_us is not None:
            await witness.conversation.send(heartbeat(self.beat_us))

    async def note(self, witness: Witness) -> None:
        if self.beat_us is not None:
            witness.history.came(event(self.beat_us, held_drags={}))
            return
        now = (await inspected(witness.lab, witness.id)).state.now_us
        witness.history.came(event(now, tick={"by_server": True}))


PULL = [scroll(0, BEGAN), *(scroll(-y, time_us=y * 1000) for y in range(20, 181, 20))]
# The finger lifts just past the threshold.
LAUNCH = [scroll(0, BEGAN), scroll(290, time_us=1000), scroll(310, ENDED, time_us=2000)]
STIMULI = [
    Stimulus("a heartbeat that lets go of a pull", PULL, 200_000),
    Stimulus("a login that takes too long", [tap(1, 1000)]),
    Stimulus("a list that comes to rest", LAUNCH),
]

# Lets something happen, and kills the engine meanwhile.
Kill = Callable[[Witness, Stimulus, Engine], Awaitable[None]]


async def unheard(witness: Witness, stimulus: Stimulus, engine: Engine) -> None:
    engine.tell(signal.SIGSTOP)
    await stimulus.happen(witness)
    await asyncio.sleep(0.05)
    await engine.stop(signal.SIGKILL)


async def unread(witness: Witness, stimulus: Stimulus, engine: Engine) -> None:
    """The engine has decided, and nobody had its frame."""
    applied = witness.survivor.applied

    async def has_decided() -> bool:
        return (await inspected(witness.lab, witness.id)).summary.last_directive > applied

    await stimulus.happen(witness)
    await eventually("directives", has_decided, 10)
    await engine.stop(signal.SIGKILL)


async def unacknowledged(witness: Witness, stimulus: Stimulus, engine: Engine) -> None:
    await stimulus.happen(witness)
    await hear(witness)
    await engine.stop(signal.SIGKILL)


async def acknowledged(witness: Witness, stimulus: Stimulus, engine: Engine) -> None:
    await stimulus.happen(witness)
    await hear(witness)
    await witness.acknowledge()
    await engine.stop(signal.SIGKILL)


KILLS: list[Kill] = [unheard, unread, unacknowledged, acknowledged]


async def hear(witness: Witness) -> None:
    """Reads until there is a new directive."""
    applied = witness.survivor.applied
    while witness.survivor.applied == applied:
        witness.take(await witness.conversation.receive())


async def killed_around(stimulus: Stimulus, kill: Kill, keys: list[str], second: Lab) -> None:
    witness = Witness(OPENING)
    async with own_engine(second, *keys) as first:
        await witness.open(first)
        await witness.send(*stimulus.before)
        applied = witness.survivor.applied
        await kill(witness, stimulus, first.engine)
    await witness.resume(second)
    is_lost = witness.survivor.applied == applied
    expect("whether it is lost", is_lost, kill in (unheard, unread))
    if is_lost:
        await stimulus.happen(witness)
        await hear(witness)
    await stimulus.note(witness)
    await witness.send(tap(0, LATER_US), scroll(0, BEGAN, time_us=LATER_US, drag=2))
    expect_same(witness.survivor.directives, await witness.history.directives(second))
    await witness.conversation.close()


async def kill_around_all(lab: Lab) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "brief.yaml").write_text(YAML)
        async with key_file(lab) as file:
            keys = ["--checkpoint-keys", str(file), "--experiences", folder]
            async with own_engine(lab, *keys) as second, asyncio.TaskGroup() as group:
                for stimulus in STIMULI:
                    for kill in KILLS:
                        group.create_task(killed_around(stimulus, kill, keys, second))


CHECKS = [Check("killed around heartbeats and ticks", kill_around_all, 90)]

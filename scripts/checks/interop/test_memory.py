"""Exhausted memory: the engine refuses work in time, and reports the reason if it has to end."""

import asyncio
import re
import struct
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGTERM, SIGUSR2

import pytest

from checks import Lab, eventually
from command_line import run
from conversation import Conversation, StreamEnded
from engine import PATIENT
from frames import now_us, tap
from memory_load import crowd, simulate_on_and_on, unfinished_requests
from monitoring import Monitoring
from own_engine import Start, limits
from preload import built
from process import Process
from single_calls import failure, simulate
from steps import opened

MIB = 1 << 20
# So little that threads share an arena, and more than an engine needs.
ENOUGH_MIB = 900
CONNECTIONS, SESSIONS = 20, 100
# Connections with unfinished requests.
UNFINISHED = 30
# All of these occur while memory runs out.
SHORT = {"503 memory pressure", "session memory", "Simulate memory"}
# The remaining address space at the end; the engine reserves 16 MiB for its drain.
LEFT_MIB = 10


@dataclass(frozen=True)
class FrugalEngine:
    """An engine with the minimum address space."""

    lab: Lab
    page: Monitoring
    log: Path
    total_mib: int

    async def one_round(self, name: str, seconds: float) -> None:
        """Runs all kinds of callers for `seconds`, beside a session."""
        port = self.lab.engine.port
        witness = await opened(self.lab, session_id=f"witness-{name}")
        load = [simulate_on_and_on(self.lab)]
        load += [crowd(port, f"{name}-{number}", SESSIONS) for number in range(CONNECTIONS)]
        load += [unfinished_requests(port, f"127.0.1.{number + 1}") for number in range(UNFINISHED)]
        answers: set[str] = set()
        load += [asked(answers, self.probe, 0.05), asked(answers, self.session, 0.1),
                 asked(answers, self.simulation, 0.05)]  # fmt: skip
        tasks = [asyncio.ensure_future(each) for each in load]
        try:
            taps = await taps_for(witness, seconds)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert taps >= seconds
        assert answers >= SHORT
        await eventually("ready again", self.page.is_ready, 30)
        await witness.close()

    async def probe(self) -> str:
        page = await self.page.get("/health/ready")
        return f"{page.status_code} {page.text.strip()}"

    async def session(self) -> str:
        conversation = self.lab.conversation()
        try:
            await conversation.open()
            await conversation.close()
        except StreamEnded as end:
            return f"session {end.failure.metadata.get('limit', end.failure.reason)}"
        return "session"

    async def simulation(self) -> str:
        # An accepted request waits behind an expensive one.
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                end = await failure(simulate(self.lab, tap(1)))
                return f"Simulate {end.metadata.get('limit', end.code)}"
        return "Simulate"


async def asked(answers: set[str], ask: Callable[[], Awaitable[str]], pause: float) -> None:
    while True:
        answers.add(await ask())
        await asyncio.sleep(pause)


async def taps_for(witness: Conversation, seconds: float) -> int:
    """Taps all the time. Returns the number of taps, all of which were answered."""
    deadline, number = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        number += 1
        await witness.exchange(tap(number % 3, now_us()))
        await asyncio.sleep(0.1)
    return number


@pytest.fixture
def start_frugal(start: Start, tmp_path: Path) -> Callable[..., Awaitable[FrugalEngine]]:
    async def frugal(variables: Mapping[str, str] | None = None) -> FrugalEngine:
        own = await start(limits={"as": ENOUGH_MIB * MIB})
        little = int(Process(own.engine.pid).virtual_mib)
        # The minimum address space of an engine, from its own error message.
        output = await run(
            own.binary, "serve", "--port", "0", seconds=50, limits={"as": little * MIB})
        assert (output.code, output.out) == (1, "")
        found = re.fullmatch(
            rf"Error: the address space limit is {little} MiB; must be at least (\d+) MiB: "
            r".*\n", output.err)  # fmt: skip
        assert found, output
        await own.engine.stop()
        total = int(found[1])
        log = tmp_path / "log"
        # A larger queue than by default: enough to exhaust memory on any machine.
        options = [*PATIENT, *limits(waiting_mib=total // 10), "--log-level", "notice"]
        own = await start(*options, "--monitoring-port", "0", drain_deadline=2, log=log.open("wb"),
                          variables=variables, limits={"as": total * MIB})  # fmt: skip
        page = Monitoring(await own.engine.next_address("monitoring"))
        return FrugalEngine(own, page, log, total)

    return frugal


@pytest.mark.parametrize("rounds, seconds", [
    pytest.param(1, 10, marks=pytest.mark.timeout(110)),
    pytest.param(3, 100, marks=[pytest.mark.timeout(480), pytest.mark.long]),
])  # fmt: skip
async def test_work_is_refused_while_memory_ends(start_frugal, rounds, seconds):
    engine = await start_frugal()
    for number in range(rounds):
        await engine.one_round(f"round-{number}", seconds)
    assert 'event="memory pressure ended"' in engine.log.read_text()
    assert await engine.lab.engine.ended(SIGTERM) == 0


async def test_an_engine_that_has_no_memory_left_drains_and_exits_with_1(start_frugal, tmp_path):
    """Another allocation uses up the address space; the engine logs the reason of its end."""
    with built("memory") as library:
        file = tmp_path / "bytes"
        engine = await start_frugal({"LD_PRELOAD": str(library), "MEMORY_FILE": str(file)})
        client = await opened(engine.lab)
        used = Process(engine.lab.engine.pid).virtual_mib
        file.write_bytes(struct.pack("=q", int(engine.total_mib - used - LEFT_MIB) * MIB))
        engine.lab.engine.tell(SIGUSR2)
        frames, end = await client.failure()
        assert sum(frame.HasField("drain") for frame in frames) == 1
        assert (end.code, end.reason) == ("UNAVAILABLE", "DRAINING")
        assert await engine.lab.engine.ended() == 1
    said = rf'event="out of memory" message="\d+ of {engine.total_mib} MiB of address space'
    assert re.search(said, engine.log.read_text()), engine.log.read_text()

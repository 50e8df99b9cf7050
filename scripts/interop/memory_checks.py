"""Memory that ends: the engine refuses work before, and says why if it has to end."""

import asyncio
import re
import signal
import struct
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from call_checks import failure, simulate
from checks import Check, Lab, eventually, expect, expect_in, expect_that
from conversation import Conversation, StreamEnded
from engine import PATIENT
from frames import now_us, tap
from memory_load import crowd, simulate_on_and_on, unfinished_requests
from monitoring import Monitoring, line_of
from own_engine import limits, own_engine
from preload import built
from process import Process
from process_checks import failing_start

MIB = 1 << 20
# So little that threads share an arena, and more than an engine needs.
ENOUGH_MIB = 900
CONNECTIONS, SESSIONS = 20, 100
# Connections with requests that do not end.
UNFINISHED = 30
# All of these are seen while it ends.
SHORT = {"503 short of memory", "session memory", "Simulate memory"}
# Address space that is left at the end; the engine wants 16 MiB for its drain.
LEFT_MIB = 10


@dataclass(frozen=True)
class FrugalEngine:
    """An engine with as little address space as it starts with."""

    lab: Lab
    page: Monitoring
    log: Path
    total_mib: int


async def least(lab: Lab) -> int:
    """The address space that an engine needs, as it says when it has too little, MiB."""
    async with own_engine(lab, limits={"as": ENOUGH_MIB * MIB}) as own:
        little = int(Process(own.engine.pid).virtual_mib)
    code, lines = await failing_start(lab, "--port", "0", limits={"as": little * MIB})
    expect("exit code and lines", (code, len(lines)), (1, 1))
    said = rf"Error: the process may have {little} MiB of address space; must be at least (\d+): "
    found = re.match(said, lines[0])
    expect_that(found is not None, f"the complaint is {lines}")
    assert found
    return int(found[1])


@asynccontextmanager
async def frugal(
    lab: Lab, variables: Mapping[str, str] | None = None
) -> AsyncIterator[FrugalEngine]:
    total = await least(lab)
    # More may wait than by default: enough to run short on any machine.
    options = (*PATIENT, *limits(waiting_mib=total // 10), "--monitoring-port", "0",
               "--log-level", "notice")  # fmt: skip
    with tempfile.NamedTemporaryFile() as log:
        async with own_engine(
            lab, *options, drain_deadline=2, log=log.fileno(), variables=variables,
            limits={"as": total * MIB},
        ) as own:  # fmt: skip
            page = Monitoring(await line_of(own, "monitoring"))
            yield FrugalEngine(own, page, Path(log.name), total)


def refused(rounds: int, seconds: float) -> Check:
    async def run(lab: Lab) -> None:
        async with frugal(lab) as engine:
            for number in range(rounds):
                await one_round(engine, f"round-{number}", seconds)
            expect_in('event="memory suffices again"', engine.log.read_text())
            expect("exit code", await engine.lab.engine.ended(signal.SIGTERM), 0)

    name = f"memory that ends: {rounds} × {seconds} s of refusals, a session goes on beside it"
    return Check(name, run, 60 + rounds * (seconds + 40))


async def one_round(engine: FrugalEngine, name: str, seconds: float) -> None:
    """All that callers can do, for so long."""
    port = engine.lab.engine.port
    witness = engine.lab.conversation()
    await witness.open(session_id=f"witness-{name}")
    load = [simulate_on_and_on(engine.lab)]
    load += [crowd(port, f"{name}-{number}", SESSIONS) for number in range(CONNECTIONS)]
    load += [unfinished_requests(port, f"127.0.1.{number + 1}") for number in range(UNFINISHED)]
    answers: set[str] = set()
    load += [ask_probe(engine, answers), ask_session(engine, answers),
             ask_simulation(engine, answers)]  # fmt: skip
    tasks = [asyncio.ensure_future(each) for each in load]
    try:
        taps = await taps_for(witness, seconds)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    expect_that(taps >= seconds, f"only {taps} taps of the witness were answered")
    expect_that(answers >= SHORT, f"seen: {answers}")
    await eventually("ready again", engine.page.is_ready, 30)
    await witness.close()


async def taps_for(witness: Conversation, seconds: float) -> int:
    """Taps all the time. Returns the number of those that were answered: all of them."""
    deadline = asyncio.get_running_loop().time() + seconds
    for number in count(1):
        await witness.exchange(tap(number % 3, now_us()))
        if asyncio.get_running_loop().time() > deadline:
            return number
        await asyncio.sleep(0.1)
    raise AssertionError


async def ask_probe(engine: FrugalEngine, answers: set[str]) -> None:
    while True:
        page = await engine.page.get("/health/ready")
        answers.add(f"{page.status} {page.text.strip()}")
        await asyncio.sleep(0.05)


async def ask_session(engine: FrugalEngine, answers: set[str]) -> None:
    while True:
        conversation = engine.lab.conversation()
        try:
            await conversation.open()
            await conversation.close()
        except StreamEnded as end:
            answers.add(f"session {end.failure.metadata.get('limit', end.failure.reason)}")
        await asyncio.sleep(0.1)


async def ask_simulation(engine: FrugalEngine, answers: set[str]) -> None:
    while True:
        # One that is accepted waits behind a costly one.
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                end = await failure(simulate(engine.lab, tap(1)))
                answers.add(f"Simulate {end.metadata.get('limit', end.code)}")
        await asyncio.sleep(0.05)


async def ended(lab: Lab) -> None:
    """Address space that something else takes: the engine drains, and says why it ends."""
    with tempfile.TemporaryDirectory() as folder, built("memory") as library:
        file = Path(folder) / "bytes"
        variables = {"LD_PRELOAD": str(library), "MEMORY_FILE": str(file)}
        async with frugal(lab, variables) as engine:
            client = engine.lab.conversation()
            await client.open()
            used = Process(engine.lab.engine.pid).virtual_mib
            file.write_bytes(struct.pack("=q", int(engine.total_mib - used - LEFT_MIB) * MIB))
            engine.lab.engine.tell(signal.SIGUSR2)
            frames, end = await client.failure()
            expect("drain frames", sum(frame.HasField("drain") for frame in frames), 1)
            expect("end of the session", (end.code, end.reason), ("UNAVAILABLE", "DRAINING"))
            expect("exit code", await engine.lab.engine.ended(), 1)
            said = rf'event="memory ends" message="\d+ of {engine.total_mib} MiB of address space'
            expect_that(re.search(said, engine.log.read_text()) is not None,
                        f"the log is {engine.log.read_text()}")  # fmt: skip


CHECKS = [
    refused(rounds=1, seconds=10),
    Check("memory that ends: an engine that has none left drains, and exits with 1", ended, 40),
]
LONG_CHECKS = [refused(rounds=3, seconds=100)]

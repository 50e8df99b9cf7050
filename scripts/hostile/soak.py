"""All attacks at once, for a while, beside a load of sessions that must not notice."""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from attacked_engine import attack_from_outside
from attacks import together
from checks import CheckFailed, expect_that
from condition import running
from limits import LIMITS
from load import loading
from machine import MOST_OF_OTHERS, OtherProcesses
from process import Process
from verdict import MOST_LEFT_MIB

# Seconds that the load goes on before and after the attacks.
BEFORE, AFTER = 2, 3
# Seconds until memory and descriptors have come back.
AFTERMATH = 30
# Descriptors that the engine opens once, with its first connections.
SPARE_DESCRIPTORS = 4
# Attempts of a short soak whose directives were only late: the machine may do other things.
ATTEMPTS = 3
# Growth from the second third of a long soak to the last one, MiB.
MOST_GROWTH_MIB = 30


@dataclass(frozen=True)
class Size:
    sessions: int
    # Share of a core that all attackers have, who share it with the load.
    share: float
    # Connections of each attack at most, where the engine is a debug build.
    connections: int | None
    # The longest that a directive may take, p99, seconds.
    longest: float


SHORT, LONG = Size(20, 0.25, 1, 0.5), Size(100, 0.5, None, 0.05)


class TooSlow(CheckFailed):
    """Directives were late, and nothing else was wrong."""

    def __init__(self, problem: str, others: float) -> None:
        super().__init__(problem)
        # Share of a core that other processes of this machine had.
        self.others = others


async def short_soak(binary: Path, seconds: float) -> str:
    for left in reversed(range(ATTEMPTS)):
        try:
            return await soak(binary, seconds, SHORT)
        except TooSlow as error:
            text = f"{error}; others had {error.others:.0%} of a core"
            if left:
                print(f"again: {text}", flush=True)
            elif error.others > MOST_OF_OTHERS:
                # Whose lateness it is cannot be told.
                return f"not judged for want of a machine: {text}"
            else:
                raise
    raise AssertionError


async def long_soak(binary: Path, seconds: float) -> str:
    return await soak(binary, seconds, LONG)


async def soak(binary: Path, seconds: float, size: Size) -> str:
    is_long = size == LONG
    with tempfile.TemporaryDirectory() as folder:
        async with running(binary, *LIMITS, core=None, is_patient=not is_long) as engine:
            process = Process(engine.pid)
            others = OtherProcesses(process)
            start, descriptors = process.resident_mib, process.descriptors
            tool, duration = binary.with_name("interaction-load"), BEFORE + seconds + AFTER
            async with loading(
                tool, engine.address, size.sessions, duration, Path(folder)
            ) as load:
                await asyncio.sleep(BEFORE)
                samples = await attack(engine.port, process, seconds, size)
                outcome = await load.outcome()
            taken = others.share
            await settle(process, descriptors, start)
            left = process.resident_mib - start
            text = (
                f"{outcome}; {start:.0f} MiB, {max(samples) - start:+.0f} at most, "
                f"{left:+.0f} afterwards; descriptors {descriptors} -> {process.descriptors}"
            )  # fmt: skip
            lost, wrong = outcome.lost(size.sessions), outcome.wrong
            expect_that(not lost, f"{lost}: {text}")
            expect_that(left <= MOST_LEFT_MIB, f"it kept {left:.0f} MiB: {text}")
            most = descriptors + SPARE_DESCRIPTORS
            expect_that(process.descriptors <= most, f"it kept descriptors: {text}")
            if is_long:
                expect_flat(samples)
            if outcome.p99 > size.longest:
                # For a client that is behind by seconds, the engine makes ticks of its own.
                problem = f"directives took {outcome.p99 * 1000:.0f} ms, p99: {text}"
                raise TooSlow(problem, taken)
            expect_that(not wrong, f"{wrong}: {text}")
            return text


async def attack(port: int, process: Process, seconds: float, size: Size) -> list[float]:
    """Attacks in all ways at once. Returns the engine's memory, each second."""
    groups = together()
    options = ["--share", str(size.share / len(groups)), "--slack", "0", "--alone"]
    if size.connections:
        options += ["--most", str(size.connections)]
    attackers = [
        asyncio.create_task(attack_from_outside(
            [each.name for each in group], port, seconds, *options))
        for group in groups]  # fmt: skip
    samples = [process.resident_mib]
    try:
        while not all(each.done() for each in attackers):
            await asyncio.sleep(1)
            samples.append(process.resident_mib)
        await asyncio.gather(*attackers)
    finally:
        for each in attackers:
            each.cancel()
        await asyncio.gather(*attackers, return_exceptions=True)
    return samples


async def settle(process: Process, descriptors: int, start: float) -> None:
    """Waits until all is as it was, but not for long."""
    for _ in range(AFTERMATH):
        if process.descriptors <= descriptors and process.resident_mib - start <= MOST_LEFT_MIB:
            break
        await asyncio.sleep(1)


def expect_flat(samples: list[float]) -> None:
    third = len(samples) // 3
    second, last = samples[third : 2 * third], samples[2 * third :]
    growth = sum(last) / len(last) - sum(second) / len(second)
    expect_that(growth <= MOST_GROWTH_MIB, f"memory grows: {growth:+.0f} MiB in the last third")

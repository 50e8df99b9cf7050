"""All attacks at once, for a while, beside a load of sessions that must not notice."""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from attack import LIMITS
from attacked_engine import attack_from_outside
from attacks import together
from attempts import attempts
from load import loading
from machine import Others
from neighbours import running_apart
from process import Process
from verdict import MOST_LEFT_MIB

# Seconds that the load goes on before and after the attacks.
BEFORE, AFTER = 2, 3
# Seconds until memory and descriptors have come back.
AFTERMATH = 30
# Descriptors that the engine opens once, with its first connections.
SPARE_DESCRIPTORS = 4
# Growth from the second third of a long soak to the last one, MiB.
MOST_GROWTH_MIB = 30


@dataclass(frozen=True)
class Size:
    seconds: float
    sessions: int
    # Share of a core that all attackers have, who share it with the load.
    share: float
    # Connections of each attack at most, where the engine is a debug build.
    most: list[str]
    # The longest that a directive may take, p99, seconds.
    longest: float


SHORT = Size(20, 20, 0.25, ["--most", "1"], 0.5)


class TooSlow(AssertionError):
    """Directives were late, and nothing else was wrong."""


@pytest.fixture
def size(pytestconfig: pytest.Config, long: bool) -> Size:
    """Of the long form of attacks, a soak is no part."""
    minutes = pytestconfig.getoption("--soak")
    if long and not minutes:
        pytest.skip("it is as long as --soak says")
    return Size(60 * minutes, 100, 0.5, [], 0.05) if minutes else SHORT


@pytest.mark.timeout(100_000)
async def test_a_load_beside_all_attacks_at_once(binary: Path, size: Size) -> None:
    """A debug build that is late is not judged: the machine may be slow."""
    try:
        await attempts(1 if size.seconds > 60 else 3, TooSlow)(soak)(binary, size)
    except TooSlow as error:
        if size == SHORT:
            pytest.skip(f"not judged: {error}")
        raise


async def soak(binary: Path, size: Size) -> None:
    is_long = size != SHORT
    with tempfile.TemporaryDirectory() as folder:
        async with running_apart(binary, *LIMITS, core=None, is_patient=not is_long) as engine:
            process = Process(engine.pid)
            others = Others(process)
            start, descriptors = process.resident_mib, process.descriptors
            tool, duration = binary.with_name("interaction-load"), BEFORE + size.seconds + AFTER
            async with loading(tool, engine.address, size.sessions, duration, Path(folder)) as load:
                await asyncio.sleep(BEFORE)
                samples = await attack(engine.port, process, size)
                outcome = await load.outcome()
            taken = others.taken
            await settle(process, descriptors, start)
            left = process.resident_mib - start
            text = (
                f"{outcome}; {start:.0f} MiB, {max(samples) - start:+.0f} at most, {left:+.0f} "
                f"afterwards; descriptors {descriptors} -> {process.descriptors}; others had "
                f"{taken:.0%} of a core")  # fmt: skip
            print(text)
            assert not outcome.lost(size.sessions), text
            assert left <= MOST_LEFT_MIB, text
            assert process.descriptors <= descriptors + SPARE_DESCRIPTORS, text
            if is_long:
                assert growth(samples) <= MOST_GROWTH_MIB, text
            if outcome.p99 > size.longest:
                # For a client that is behind by seconds, the engine makes ticks of its own.
                raise TooSlow(f"directives took {outcome.p99 * 1000:.0f} ms, p99: {text}")
            assert not outcome.wrong, text


async def attack(port: int, process: Process, size: Size) -> list[float]:
    """Attacks in all ways at once. Returns the engine's memory, each second."""
    groups, samples = together(), [process.resident_mib]
    options = ["--share", str(size.share / len(groups)), "--slack", "0", "--alone", *size.most]
    async with asyncio.TaskGroup() as group:
        attackers = [
            group.create_task(attack_from_outside(names, port, size.seconds, *options))
            for names in groups]  # fmt: skip
        while not all(each.done() for each in attackers):
            await asyncio.sleep(1)
            samples.append(process.resident_mib)
    return samples


async def settle(process: Process, descriptors: int, start: float) -> None:
    """Waits until all is as it was, but not for long."""
    for _ in range(AFTERMATH):
        if process.descriptors <= descriptors and process.resident_mib - start <= MOST_LEFT_MIB:
            break
        await asyncio.sleep(1)


def growth(samples: list[float]) -> float:
    """MiB from the second third to the last one."""
    third = len(samples) // 3
    second, last = samples[third : 2 * third], samples[2 * third :]
    return sum(last) / len(last) - sum(second) / len(second)

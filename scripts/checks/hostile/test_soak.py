"""All attacks at once, for a while, beside a load of sessions that must not notice."""

import asyncio
import json
from pathlib import Path

import pytest
from attack import LIMITS, Effort
from attacker import attack_from_outside
from attacks import together
from expectations import came_true
from neighbours import running_apart
from own_engine import limits
from process import Process
from programs import run_load
from verdict import MOST_LEFT_MIB

TRACE, TRACE_SECONDS = Path("Tests/Traces/recorded/browser-flings.txt"), 11
# The seconds of load before and after the attacks.
BEFORE, AFTER = 2, 3
# The descriptors that the engine opens once, with its first connections.
SPARE_DESCRIPTORS = 4
# The maximum growth from the second third of a long soak to the last one, MiB.
MOST_GROWTH_MIB = 30
SHORT_SECONDS = 20
# The timeout of the load's comparison after its sessions, seconds.
PATIENCE = 300
# The maximum latency of directives in a long soak, p99, seconds.
LONGEST = 0.05
# The engine does not tick on behalf of late clients.
OPTIONS = [*LIMITS, *limits(tick_grace_ms=3_600_000)]


@pytest.mark.timeout(100_000)
async def test_a_load_beside_all_attacks_at_once(
    binary: Path, pytestconfig: pytest.Config, tmp_path: Path
) -> None:
    """For this number of minutes; in the short form with fewer sessions and weaker attackers."""
    minutes = pytestconfig.getoption("--soak")
    if pytestconfig.getoption("--long") and not minutes:
        pytest.skip("it is as long as --soak says")
    # One connection of each attack if the engine may be a debug build.
    effort = Effort(60 * minutes or SHORT_SECONDS, slack=0, share=0.5 if minutes else 0.25,
                    most=None if minutes else 1, has_bystanders=False)  # fmt: skip
    sessions = 100 if minutes else 20
    async with running_apart(binary, *OPTIONS, core=None, is_patient=not minutes) as engine:
        process = Process(engine.pid)
        start, descriptors = process.resident_mib, process.descriptors
        seconds, file = round(BEFORE + effort.seconds + AFTER), tmp_path / "load.json"
        loading = asyncio.create_task(run_load(
            binary, "run", TRACE, "--address", engine.address, "--duration",
            str(seconds), "--loop", str(seconds // TRACE_SECONDS + 2), "--sessions",
            str(sessions), "--connections", str(sessions), "--allowed-lag", "60000",
            "--slo", "errors==0", "--slo", "mismatches==0", "--json", file))  # fmt: skip
        await asyncio.sleep(BEFORE)
        samples = await attack(engine.port, process, effort)
        # The load reports lost sessions, and directives that differ from the recording.
        assert await asyncio.wait_for(loading, PATIENCE) == 0
        most, spare = start + MOST_LEFT_MIB, descriptors + SPARE_DESCRIPTORS
        await came_true(lambda: process.descriptors <= spare and process.resident_mib <= most)
        left = process.resident_mib - start
        text = (
            f"{start:.0f} MiB, {max(samples) - start:+.0f} at most, {left:+.0f} "
            f"afterwards; descriptors {descriptors} -> {process.descriptors}")  # fmt: skip
        print(text)
        assert left <= MOST_LEFT_MIB, text
        assert process.descriptors <= spare, text
        if minutes:
            assert growth(samples) <= MOST_GROWTH_MIB, text
            p99 = json.loads(file.read_text())["directiveLatency"]["percentiles"]["p99"]
            assert p99 / 1e6 <= LONGEST, text


async def attack(port: int, process: Process, effort: Effort) -> list[float]:
    """Runs attacks of all kinds at once, on one core. Returns the engine's memory, each second."""
    groups, samples = together(), [process.resident_mib]
    part = effort._replace(share=effort.share / len(groups))
    async with asyncio.TaskGroup() as group:
        attackers = [group.create_task(attack_from_outside(names, port, part)) for names in groups]
        while not all(each.done() for each in attackers):
            await asyncio.sleep(1)
            samples.append(process.resident_mib)
    return samples


def growth(samples: list[float]) -> float:
    """Returns the growth from the second third to the last one, MiB."""
    third = len(samples) // 3
    second, last = samples[third : 2 * third], samples[2 * third :]
    return sum(last) / len(last) - sum(second) / len(second)

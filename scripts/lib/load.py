"""A load of recorded sessions beside something else, and its verdict."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checks import expect_that, shortened

TRACE = Path("Tests/Traces/recorded/browser-flings.txt")
TRACE_SECONDS = 11
# The verdict is about the engine, not about how fast this machine is, milliseconds.
ALLOWED_LAG = 10_000


@dataclass(frozen=True)
class LoadOutcome:
    report: dict[str, Any]

    @property
    def p99(self) -> float:
        """Seconds from an event to its directives."""
        return float(self.report["directiveLatency"]["percentiles"]["p99"]) / 1e6

    def lost(self, sessions: int) -> str:
        """The sessions that were lost; empty if none was."""
        counts = self.report["counts"]
        if counts["errors"]:
            return f"sessions were lost: {counts['errors']} {shortened(str(self.report['causes']))}"
        if counts["opened"] != sessions:
            return f"{counts['opened']} sessions were opened, not {sessions}"
        return ""

    @property
    def wrong(self) -> str:
        """The directives that were not those of the recording; empty if all were."""
        differences = self.report["differences"]
        return f"directives were wrong: {shortened(str(differences))}" if differences else ""

    def __str__(self) -> str:
        counts, latency = self.report["counts"], self.report["directiveLatency"]["percentiles"]
        return (
            f"{counts['opened']} sessions, {counts['events']} events, "
            f"{counts['directives']} directives, p50/p99 "
            f"{latency['p50'] / 1000:.1f}/{latency['p99'] / 1000:.1f} ms, "
            f"{counts['mismatches']} wrong, {sum(counts['errors'].values())} lost")  # fmt: skip


class Load:
    """Sessions that go on for a time, each on a connection of its own."""

    def __init__(self, process: asyncio.subprocess.Process, report: Path) -> None:
        self._process, self._report = process, report

    async def outcome(self) -> LoadOutcome:
        """Waits until it is over."""
        output, _ = await self._process.communicate()
        expect_that(self._report.exists(), f"the load has no report: {shortened(output.decode())}")
        return LoadOutcome(json.loads(self._report.read_text()))

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            await self._process.wait()


@asynccontextmanager
async def loading(
    binary: Path, address: str, sessions: int, seconds: float, folder: Path
) -> AsyncIterator[Load]:
    """Starts the load tool, which may be ended at any time."""
    report = folder / "load.json"
    process = await asyncio.create_subprocess_exec(
        binary, "run", TRACE, "--address", address, "--sessions", str(sessions),
        "--connections", str(sessions), "--duration", str(round(seconds)),
        "--loop", str(round(seconds) // TRACE_SECONDS + 2), "--allowed-lag", str(ALLOWED_LAG),
        "--slo", "errors==0", "--slo", "mismatches==0", "--json", report,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT)  # fmt: skip
    load = Load(process, report)
    try:
        yield load
    finally:
        await load.stop()

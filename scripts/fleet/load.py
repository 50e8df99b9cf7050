"""A load of sessions that comes through Envoy, and what became of them."""

import asyncio
import json
import math
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checks import expect, expect_that, shortened

TRACE = Path("Tests/Traces/recorded/browser-flings.txt")
TRACE_SECONDS = 11
# Sessions of a load come back only if it has faults of its own: here the first comes in a day.
COME_BACK = ["--stall-every", "86400"]


@dataclass(frozen=True)
class Outcome:
    report: dict[str, Any]

    def check(self, sessions: int) -> None:
        """Nothing was wrong, lost or doubled, and every session is still the one that it was."""
        counts, harm = self.report["counts"], self.report["harm"]
        expect(f"wrong directives ({self.report['differences']})", counts["mismatches"], 0)
        expect(f"errors ({self.report['causes']})", counts["errors"], {})
        expect("sessions that were opened", counts["opened"], sessions)
        expect_that(harm["lost"] > 0, "no call was lost")
        expect("calls that were lost, and resumed", harm["resumed"], harm["lost"])

    def gaps(self, since: float = 0, to: float = math.inf) -> list[float]:
        """How long sessions were without an engine that went on in this time, seconds, in order.
        Times are seconds since 1970."""
        harm = self.report["harm"]
        return sorted(resume["gap"] / 1e6 for resume in harm["resumes"]
                      if since <= harm["began"] + resume["second"] <= to)  # fmt: skip

    @property
    def words(self) -> str:
        counts, harm = self.report["counts"], self.report["harm"]
        percentiles = harm["gaps"]["percentiles"]
        p50, p99 = (percentiles[name] / 1e3 for name in ("p50", "p99"))
        return (f"{counts['events']} events, {counts['directives']} directives, 0 wrong;"
                f" {harm['lost']} calls lost, all resumed,"
                f" gap p50 {p50:.0f} ms, p99 {p99:.0f} ms")  # fmt: skip


def percentile(gaps: list[float], percent: float) -> float:
    """The time that so many per cent of all do not exceed, by nearest rank."""
    return gaps[max(math.ceil(len(gaps) * percent / 100), 1) - 1]


class Load:
    """Sessions that go on until they are ended, each from event to event as it was recorded."""

    def __init__(self, binary: Path, folder: Path) -> None:
        self._binary = binary.with_name("interaction-load")
        self._report = folder / "load.json"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, address: str, sessions: int, minutes: int, speed: float = 1) -> None:
        """Sessions that could go on for so long; the longer, the more there is to prepare."""
        loops = math.ceil(minutes * 60 * speed / TRACE_SECONDS)
        self._process = await asyncio.create_subprocess_exec(
            self._binary, "run", TRACE, "--address", address, "--sessions", str(sessions),
            "--duration", str(minutes * 60), "--loop", str(loops), "--speed", f"{speed}x",
            "--connections", str(max(4, sessions // 50)),
            # The verdict is about sessions, not about how fast this machine is.
            "--allowed-lag", "10000", *COME_BACK, "--json", self._report,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT)  # fmt: skip

    async def end(self) -> Outcome:
        assert self._process
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
        output, _ = await self._process.communicate()
        expect_that(self._report.exists(), f"the load has no report: {shortened(output.decode())}")
        return Outcome(json.loads(self._report.read_text()))

    async def kill(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

"""Sessions that pass through all failures and operations of a fleet, and their outcome."""

import asyncio
import json
import math
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checks import shortened
from fronted import FrontedFleet
from places import Places, whole
from programs import running_load
from relay import Relay
from ring import Ring

TRACE = Path(__file__).parents[3] / "Tests/Traces/recorded/browser-flings.txt"
TRACE_SECONDS = 11
# A load resumes sessions only if it injects faults itself: here the first one in a day.
COME_BACK = ["--stall-every", "86400"]


@dataclass(frozen=True)
class Form:
    """The sizes of the drills."""

    sessions: int
    # The speed of the sessions, low enough for this machine.
    speed: float
    kill_seconds: int
    # The seconds between two kills.
    kill_pause: int
    store_seconds: int
    # More than all tests take.
    minutes: int
    is_long: bool = False


SHORT = Form(sessions=24, speed=0.5, kill_seconds=15, kill_pause=5, store_seconds=12, minutes=15)
LONG = Form(
    sessions=500, speed=0.5, kill_seconds=1_800, kill_pause=20, store_seconds=600, minutes=60,
    is_long=True)  # fmt: skip


@dataclass
class Drills:
    """Sessions through Envoy that play a recording at its pace, while tests disturb the fleet."""

    fleet: FrontedFleet
    form: Form
    load: asyncio.subprocess.Process
    file: Path
    # In front of the ports of an engine that becomes unreachable.
    relays: list[Relay] = field(default_factory=list)
    # The number of tests that had failed before.
    failed: int = 0
    # The begin and end of each test, seconds since 1970.
    times: dict[str, tuple[float, float]] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)

    @classmethod
    @asynccontextmanager
    async def running(
        cls, binary: Path, fleet: FrontedFleet, form: Form, folder: Path, failed: int
    ) -> AsyncIterator["Drills"]:
        """Runs sessions that last up to `minutes`; longer ones take longer to prepare."""
        file, seconds = folder / "load.json", form.minutes * 60
        async with running_load(
            binary, "run", TRACE, "--address", fleet.front.address,
            "--sessions", str(form.sessions), "--duration", str(seconds),
            "--loop", str(math.ceil(seconds * form.speed / TRACE_SECONDS)),
            "--speed", f"{form.speed}x", "--connections", str(max(4, form.sessions // 50)),
            # The verdict is about sessions, not about the speed of this machine.
            "--allowed-lag", "10000", *COME_BACK, "--json", file,
        ) as load:  # fmt: skip
            yield cls(fleet, form, load, file, failed=failed)

    async def end(self) -> None:
        """Ends the sessions, and reads their report."""
        if self.load.returncode is None:
            self.load.send_signal(signal.SIGINT)
        output, _ = await self.load.communicate()
        assert self.file.exists(), shortened(output.decode())
        self.report = json.loads(self.file.read_text())

    async def whole(self) -> Places:
        """Waits until all sessions are open. Returns their engines."""
        return await whole(self.fleet, self.form.sessions)

    async def settled(self) -> None:
        """Waits until every session is on its engine by the ring."""
        await whole(self.fleet, self.form.sessions, Ring(self.fleet.engines))

    def gaps(self, since: float = 0, to: float = math.inf) -> list[float]:
        """Returns the seconds without an engine of sessions in this period since 1970, sorted."""
        harm = self.report["harm"]
        return sorted(resume["gap"] / 1e6 for resume in harm["resumes"]
                      if since <= harm["began"] + resume["second"] <= to)  # fmt: skip

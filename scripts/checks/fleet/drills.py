"""Sessions that go through all that happens to a fleet, and what became of them."""

import asyncio
import json
import math
import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checks import shortened
from fronted import FrontedFleet
from places import Places, whole
from relay import Relay
from ring import Ring

TRACE = Path(__file__).parents[3] / "Tests/Traces/recorded/browser-flings.txt"
TRACE_SECONDS = 11
# Sessions of a load come back only if it has faults of its own: here the first comes in a day.
COME_BACK = ["--stall-every", "86400"]


@dataclass(frozen=True)
class Form:
    """How much is done."""

    sessions: int
    # How fast sessions are played, so that this machine can do it.
    speed: float
    kill_seconds: int
    # From one kill to the next.
    kill_pause: int
    store_seconds: int
    # More than all tests take.
    minutes: int
    is_long: bool = False


SHORT = Form(
    sessions=24, speed=0.5, kill_seconds=15, kill_pause=5, store_seconds=12, minutes=15)
LONG = Form(
    sessions=500, speed=0.5, kill_seconds=1_800, kill_pause=20, store_seconds=600, minutes=60,
    is_long=True)  # fmt: skip


@dataclass
class Drills:
    """Sessions that come through Envoy while one test after the other does something to it. Each
    goes from event to event as it was recorded."""

    fleet: FrontedFleet
    form: Form
    load: asyncio.subprocess.Process
    file: Path
    # Before the ports of an engine that comes and goes.
    relays: list[Relay] = field(default_factory=list)
    # How many tests had failed before.
    failed: int = 0
    # When each test began and ended, seconds since 1970.
    times: dict[str, tuple[float, float]] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)

    @classmethod
    async def start(
        cls, binary: Path, fleet: FrontedFleet, form: Form, folder: Path, failed: int
    ) -> "Drills":
        """Starts sessions that could go on for so long; the longer, the more is to prepare."""
        file, seconds = folder / "load.json", form.minutes * 60
        load = await asyncio.create_subprocess_exec(
            binary.with_name("interaction-load"), "run", TRACE, "--address", fleet.front.address,
            "--sessions", str(form.sessions), "--duration", str(seconds),
            "--loop", str(math.ceil(seconds * form.speed / TRACE_SECONDS)),
            "--speed", f"{form.speed}x", "--connections", str(max(4, form.sessions // 50)),
            # The verdict is about sessions, not about how fast this machine is.
            "--allowed-lag", "10000", *COME_BACK, "--json", file,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT)  # fmt: skip
        return cls(fleet, form, load, file, failed=failed)

    async def end(self) -> None:
        """Ends the sessions, and reads what they report."""
        if self.load.returncode is None:
            self.load.send_signal(signal.SIGINT)
        output, _ = await self.load.communicate()
        assert self.file.exists(), shortened(output.decode())
        self.report = json.loads(self.file.read_text())

    async def kill(self) -> None:
        if self.load.returncode is None:
            self.load.kill()
            await self.load.wait()

    async def whole(self) -> Places:
        """Waits until all sessions are open. Returns where."""
        return await whole(self.fleet, self.form.sessions)

    async def settled(self) -> None:
        """Waits until every session is where the ring has it."""
        await whole(self.fleet, self.form.sessions, Ring(self.fleet.engines))

    def gaps(self, since: float = 0, to: float = math.inf) -> list[float]:
        """How long sessions were without an engine that went on in this time, seconds, in order.
        Times are seconds since 1970."""
        harm = self.report["harm"]
        return sorted(resume["gap"] / 1e6 for resume in harm["resumes"]
                      if since <= harm["began"] + resume["second"] <= to)  # fmt: skip

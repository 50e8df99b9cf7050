"""The share of this machine that others have: guests of the same host, and other processes."""

import asyncio
import os
import resource
import time
from pathlib import Path

from process import Process

# The places of "idle", "iowait" and "steal" among the numbers of a processor.
IDLE, IO_WAIT, STEAL = 3, 4, 7
TICKS = os.sysconf("SC_CLK_TCK")
# So much of one core may guests have while something is measured, and other processes where waits
# are measured roughly.
MOST_STOLEN, MOST_OF_OTHERS = 0.01, 0.25
LONGEST_WAIT_SECONDS, LOOK_SECONDS = 300, 2


class Others:
    """Processor time since this was made of all but this process, its children and an engine."""

    def __init__(self, engine: Process | None = None) -> None:
        self._engine = engine
        self._start, self._seconds = time.monotonic(), self._now()

    @property
    def stolen(self) -> float:
        """The share of one core that the host gave to its other guests."""
        return self._share(1)

    @property
    def taken(self) -> float:
        """The share of one core that other processes had."""
        return self._share(0)

    def _share(self, which: int) -> float:
        seconds = time.monotonic() - self._start
        return max(self._now()[which] - self._seconds[which], 0) / seconds if seconds > 0 else 0

    def _now(self) -> tuple[float, float]:
        own = self._engine.cpu_seconds if self._engine else 0
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            used = resource.getrusage(who)
            own += used.ru_utime + used.ru_stime
        numbers = list(map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]))
        busy = sum(numbers[:STEAL]) - numbers[IDLE] - numbers[IO_WAIT]
        return busy / TICKS - own, numbers[STEAL] / TICKS


async def quiet_machine() -> None:
    """Waits until the machine is left alone, but not for ever."""
    deadline = time.monotonic() + LONGEST_WAIT_SECONDS
    while time.monotonic() < deadline:
        others = Others()
        await asyncio.sleep(LOOK_SECONDS)
        if others.stolen <= MOST_STOLEN:
            return
        print(f"waiting: others have {others.stolen:.0%} of a core of this machine")

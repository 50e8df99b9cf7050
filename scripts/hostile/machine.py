"""The share of this machine that others have: guests of the same host, and other processes."""

import asyncio
import os
import resource
import time
from pathlib import Path

from process import Process

# The places of "idle", "iowait" and "steal" among the numbers of a processor.
IDLE, IO_WAIT, STEAL = 3, 4, 7
# So much of one core may others have while something is measured.
MOST_STOLEN = 0.01
LONGEST_WAIT_SECONDS = 300
TICKS = os.sysconf("SC_CLK_TCK")
LOOK_SECONDS = 2


# So much of one core may other processes have, where waits are measured roughly.
MOST_OF_OTHERS = 0.25


class Theft:
    """Processor time that the host gave to others, since this was made."""

    def __init__(self) -> None:
        self._start, self._stolen = time.monotonic(), stolen_seconds()

    @property
    def share(self) -> float:
        """Of one core."""
        seconds = time.monotonic() - self._start
        return (stolen_seconds() - self._stolen) / seconds if seconds > 0 else 0


class OtherProcesses:
    """Processor time of processes other than this one, its children, and an engine."""

    def __init__(self, engine: Process) -> None:
        self._engine = engine
        self._start, self._busy = time.monotonic(), self._busy_seconds()

    @property
    def share(self) -> float:
        """Of one core."""
        seconds = time.monotonic() - self._start
        return max(self._busy_seconds() - self._busy, 0) / seconds if seconds > 0 else 0

    def _busy_seconds(self) -> float:
        own = self._engine.cpu_seconds
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            used = resource.getrusage(who)
            own += used.ru_utime + used.ru_stime
        numbers = processor_numbers()
        return (sum(numbers[:STEAL]) - numbers[IDLE] - numbers[IO_WAIT]) / TICKS - own


def processor_numbers() -> list[int]:
    return list(map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]))


def stolen_seconds() -> float:
    return processor_numbers()[STEAL] / TICKS


async def quiet_machine() -> None:
    """Waits until the machine is left alone, but not for ever."""
    deadline = time.monotonic() + LONGEST_WAIT_SECONDS
    is_told = False
    while time.monotonic() < deadline:
        theft = Theft()
        await asyncio.sleep(LOOK_SECONDS)
        if theft.share <= MOST_STOLEN:
            return
        if not is_told:
            print(f"waiting: others have {theft.share:.0%} of a core of this machine", flush=True)
        is_told = True

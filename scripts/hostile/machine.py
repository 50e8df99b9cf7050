"""How much of this machine others have: it may be a guest among several."""

import asyncio
import os
import time
from pathlib import Path

# Where "steal" stands among the numbers of a processor.
STEAL = 7
# So much of one core may others have while something is measured.
MOST_STOLEN = 0.01
LONGEST_WAIT_SECONDS = 300
LOOK_SECONDS = 2


class Theft:
    """Processor time that the host gave to others, since this was made."""

    def __init__(self) -> None:
        self._start, self._stolen = time.monotonic(), stolen_seconds()

    @property
    def share(self) -> float:
        """Of one core."""
        seconds = time.monotonic() - self._start
        return (stolen_seconds() - self._stolen) / seconds if seconds > 0 else 0


def stolen_seconds() -> float:
    numbers = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    return int(numbers[STEAL]) / os.sysconf("SC_CLK_TCK")


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

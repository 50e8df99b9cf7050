"""Leaves room on a core that is shared with those who measure."""

import asyncio
import time


class Pacer:
    """Keeps this process at a share of one core."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._wall = time.monotonic()
        self._cpu = time.process_time()

    async def pause(self) -> None:
        """Waits as long as it has to after what was done since the last time."""
        wall, cpu = time.monotonic(), time.process_time()
        owed = (cpu - self._cpu) / self._share - (wall - self._wall)
        # What was not used is not saved up.
        if owed < 0:
            self._wall, self._cpu = wall, cpu
        await asyncio.sleep(owed if owed > 0.002 else 0)

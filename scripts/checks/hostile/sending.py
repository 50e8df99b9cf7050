"""An attacker's senders: with a share of a core, and on streams that were never opened."""

import asyncio
import time
from functools import lru_cache

from http2 import LARGEST_WINDOW


class Pacer:
    """Keeps this process at a share of one core, which those who measure have, too."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._wall, self._cpu = time.monotonic(), time.process_time()

    async def pause(self) -> None:
        """Waits as long as it has to after what was done since the last time."""
        wall, cpu = time.monotonic(), time.process_time()
        owed = (cpu - self._cpu) / self._share - (wall - self._wall)
        # Time that was not used is not saved up.
        if owed < 0:
            self._wall, self._cpu = wall, cpu
        await asyncio.sleep(owed if owed > 0.002 else 0)


# A flood sends the same bytes again and again.
@lru_cache(maxsize=8)
def renumbered(data: bytes, by: int) -> bytes:
    """The same whole frames, on streams with higher numbers: a session has the first one."""
    found, at = bytearray(data), 0
    while at + 9 <= len(found):
        stream = int.from_bytes(found[at + 5 : at + 9])
        if stream & LARGEST_WINDOW:
            found[at + 5 : at + 9] = (stream + by).to_bytes(4)
        at += 9 + int.from_bytes(found[at : at + 3])
    return bytes(found)

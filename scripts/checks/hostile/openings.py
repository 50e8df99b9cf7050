"""New sessions, as those of users who come while an engine is attacked."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable

import grpc

from conversation import Conversation, StreamEnded
from frames import now_us
from waits import Refusals

PER_SECOND = 5
# Seconds until nothing more is awaited.
LONGEST = 60

class Openings:
    """Opens a session every 200 ms, each on a connection of its own, and ends it at once."""

    def __init__(self, connect: Callable[[], grpc.aio.Channel]) -> None:
        self._connect = connect
        self._waits: list[float] = []
        self._refusals: Refusals = Counter()
        self._pending: set[int] = set()
        self._number = self._marked = 0

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            while True:
                self._number += 1
                group.create_task(self._open(self._number))
                await asyncio.sleep(1 / PER_SECOND)

    def take(self) -> tuple[list[float], Refusals]:
        """The seconds until sessions were open, and the refusals by their reasons, since the last
        time."""
        taken = self._waits, self._refusals
        self._waits, self._refusals = [], Counter()
        return taken

    def mark(self) -> None:
        """From now on those are pending that have begun by now."""
        self._marked = self._number

    @property
    def are_pending(self) -> bool:
        return any(number <= self._marked for number in self._pending)

    async def _open(self, number: int) -> None:
        start = time.monotonic()
        self._pending.add(number)
        try:
            async with asyncio.timeout(LONGEST), self._connect() as channel:
                conversation = Conversation(channel)
                await conversation.open(session_id=f"new-{number}", time_us=now_us())
                self._waits.append(time.monotonic() - start)
                await conversation.close()
        except StreamEnded as ended:
            self._refusals[ended.failure.reason or ended.failure.code] += 1
        except grpc.aio.AioRpcError as error:
            self._refusals[error.code().name] += 1
        except TimeoutError:
            self._refusals[f"no answer within {LONGEST} s"] += 1
        finally:
            self._pending.discard(number)

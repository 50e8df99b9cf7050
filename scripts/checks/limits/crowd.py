"""Clients that all do the same at the same time, and the engine's use of resources meanwhile."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bench import Bench
from expectations import came_true
from frames import PHONE, Event, batch, event, tap
from http2 import message
from peer import Peer, Stall, open_peers
from resuming import Trace

EVENTS_PER_FRAME = 4


@dataclass(frozen=True)
class Form:
    clients: int
    # Per client.
    events_per_second: int
    # The duration of phases with a fixed length.
    seconds: float
    # The number of clients that resume in the end.
    resumed: int


def taps(form: Form, count: int) -> Iterator[Event]:
    """Yields events that each lead to a directive of some fifty bytes."""
    for number in range(1, count + 1):
        now, half = number * 1_000_000 // form.events_per_second, number // 2 % 2
        toggle = {"toggle": "rocket", "look": 1 + half}
        yield tap(1 + half, now) if number % 2 else event(now, order_toggle=toggle)


def turns(form: Form, count: int) -> Iterator[Event]:
    """Yields events that each lead to a snapshot of two kilobytes."""
    for number in range(1, count + 1):
        yield event(number * 1_000_000 // form.events_per_second, surface=PHONE)


class Crowd:
    """Clients that all send the same, and stall at the same time, each in one of the ways."""

    def __init__(self, form: Form, own: Bench, events: list[Event]) -> None:
        self.form, self.own = form, own
        self.trace: Trace = {"time_us": 0}, events
        ways = list(Stall)
        self.peers: list[Peer] = []
        self._descriptions = [(f"stalled-{number}", self.trace, ways[number % len(ways)])
                              for number in range(form.clients)]  # fmt: skip
        self._frames = [
            message(1, batch(first + 1, *events[first : first + EVENTS_PER_FRAME]))
            for first in range(0, len(events), EVENTS_PER_FRAME)]  # fmt: skip

    async def open(self) -> None:
        self.peers = await open_peers(self.own.engine.port, self._descriptions)

    async def play(self) -> None:
        """Plays each client in turn, spread over the frame interval."""
        pause = EVENTS_PER_FRAME / self.form.events_per_second / 20
        due = time.monotonic()
        for data in self._frames:
            for part in range(20):
                for peer in self.peers[part::20]:
                    peer.send(data)
                due += pause
                await asyncio.sleep(due - time.monotonic())

    async def are_ended(self) -> bool:
        return await self.own.page.number("slow_consumers_total") == len(self.peers)

    async def told(self) -> Counter[tuple[Stall, str | None]]:
        """Returns the ends that clients have read, by their way of stalling."""
        # A client that does not read its socket gets the reason only once it reads again.
        late = [peer for peer in self.peers if peer.stall == Stall.SOCKET]
        early = sum(peer.is_over for peer in late)
        assert not early, f"{early} clients that do not read the socket have read an end"
        for peer in late:
            peer.connection.resume_reading()
        await came_true(lambda: all(peer.is_over for peer in self.peers))
        return Counter((peer.stall, peer.end) for peer in self.peers)

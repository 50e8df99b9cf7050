"""Sessions that begin together on one connection and go on at their pace, whatever comes back."""

import asyncio
import time

from hpack import Decoder

from frames import Response
from http2 import (
    DATA, FIRST_WINDOW, HEADERS, LARGEST_WINDOW, RST_STREAM, SETTINGS_ACK, WINDOW_UPDATE,
    Frame, MessageReader, call, preface, room,
)  # fmt: skip
from http2_client import Connection
from script import PER_SECOND, Script
from tally import Tally, ending


class Cohort(Connection):
    """Each stream is a session; all go on until their script ends, or the server ends them."""

    def __init__(self, script: Script, name: str, tally: Tally) -> None:
        super().__init__()
        self._script, self._name, self._tally = script, name, tally
        self._decoder = Decoder()
        self._messages = {stream: MessageReader() for stream in script.streams}
        self._alive = list(script.streams)
        self._opened: set[int] = set()
        self._waiting: list[tuple[bytes, int]] = []
        self._start = 0.0
        self._over = asyncio.Event()
        self._tapped: set[tuple[int, int]] = set()

    async def run(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        self._start = time.monotonic()
        self._tally.offered += len(self._alive)
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", port)
        except OSError:
            self._end_all("NO CONNECTION")
            return
        self.send(preface() + room(0, LARGEST_WINDOW - FIRST_WINDOW) + SETTINGS_ACK
                  + b"".join(map(call, self._script.streams)))  # fmt: skip
        self._offer([self._script.start(stream, f"{self._name}-{stream}")
                    for stream in self._script.streams])  # fmt: skip
        for number, pieces in enumerate(self._script.pieces):
            due = self._due(number)
            late = time.monotonic() - due
            if late < 0:
                await asyncio.sleep(-late)
            if not self._alive:
                break
            if number + 1 in self._script.taps:
                now = time.monotonic()
                self._tally.delays.append((now, now - due))
            self._offer([pieces[stream] for stream in self._alive])
        self._offer([self._script.end[stream] for stream in self._alive])
        try:
            async with asyncio.timeout(60):
                await self._over.wait()
        except TimeoutError:
            self._end_all("NO END")
        self.close()

    def _due(self, number: int) -> float:
        return self._start + number / PER_SECOND

    def _offer(self, pieces: list[bytes]) -> None:
        """Sends once the server has room for it, in order."""
        self._waiting.append((b"".join(pieces), sum(map(len, pieces)) - 9 * len(pieces)))
        self._write()

    def _write(self) -> None:
        while self._waiting and self._waiting[0][1] <= self.window:
            self.send(*self._waiting.pop(0))

    def received(self, got: Frame) -> None:
        now = time.monotonic()
        if got.kind == DATA and got.stream in self._messages:
            for body in self._messages[got.stream].feed(got.payload):
                self._read(got.stream, body, now)
        elif got.kind == HEADERS:
            fields = dict(self._decoder.decode(got.payload, raw=True))
            if got.ends_stream:
                self._end(got.stream, fields, now)
        elif got.kind == RST_STREAM:
            self._end(got.stream, None, now)
        elif got.kind == WINDOW_UPDATE and got.stream == 0:
            self._write()

    def _read(self, stream: int, body: bytes, now: float) -> None:
        """Decodes the first frame of all streams, and all of the first."""
        if stream in self._opened and stream != self._script.streams[0]:
            return
        if stream not in self._opened:
            self._opened.add(stream)
            self._tally.opens.append((now, now - self._start))
        for directive in Response.FromString(body).directives:
            number = directive.cause.event_sequence
            if number in self._script.taps and (stream, number) not in self._tapped:
                self._tapped.add((stream, number))
                self._tally.taps.append((now, now - self._due(number - 1)))

    def _end(self, stream: int, fields: dict[bytes, bytes] | None, now: float) -> None:
        if stream not in self._alive:
            return
        self._alive.remove(stream)
        reason, delay = "RESET", None
        if fields is not None:
            reason, delay = ending(fields)
        self._count(stream, reason)
        if stream not in self._opened and reason == "OVERLOADED":
            self._tally.refusals.append((now, now - self._start))
            self._tally.without_delay += delay is None
        if not self._alive:
            self._over.set()

    def _end_all(self, reason: str) -> None:
        for stream in self._alive:
            self._count(stream, reason)
        self._alive = []
        self._over.set()

    def _count(self, stream: int, reason: str) -> None:
        tally = self._tally
        (tally.ends_of_taken if stream in self._opened else tally.ends_of_others)[reason] += 1

    def lost(self) -> None:
        self._end_all("LOST")

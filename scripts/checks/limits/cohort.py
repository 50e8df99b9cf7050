"""Sessions that begin together on one connection and go on at their pace, whatever comes back."""

import asyncio
import time
from collections.abc import Iterator
from itertools import islice

from hpack import Decoder

from frames import BEGAN, ENDED, MOVED, SETTLED, Event, Response, batch, opening, scroll, tap
from http2 import (
    DATA, HEADERS, RST_STREAM, SETTINGS_ACK, WINDOW_UPDATE, Frame, MessageReader, call, half_close,
    message, preface,
)  # fmt: skip
from http2_client import ROOM_FOR_ALL, Connection
from tally import Tally, ending

PICTURE_US = 16_667
PER_SECOND = 60


def events(seconds: int) -> list[Event]:
    """Two taps per second, and a drag back and forth between them."""
    found = list(islice(turns(), seconds * PER_SECOND))
    for number, event in enumerate(found):
        event.time_us = number * PICTURE_US
    return found


def turns() -> Iterator[Event]:
    drag = 0
    while True:
        drag += 1
        yield scroll(0, BEGAN, drag=drag)
        for at in range(26):
            yield scroll(20 * min(at, 26 - at), MOVED, drag=drag)
        yield scroll(0, ENDED, drag=drag, velocity=0.0)
        yield scroll(0, SETTLED, drag=drag)
        yield tap(drag % 2)


class Script:
    """All that streams of one connection send, encoded before: a piece per picture and stream."""

    def __init__(self, streams: int, seconds: int) -> None:
        self.seconds = seconds
        self.streams = [1 + 2 * number for number in range(streams)]
        self.events = events(seconds)
        self.taps = {number for number, event in enumerate(self.events, 1) if event.HasField("tap")}
        self.pieces = [
            {stream: message(stream, batch(number, event)) for stream in self.streams}
            for number, event in enumerate(self.events, 1)]  # fmt: skip
        self.end = {stream: half_close(stream) for stream in self.streams}

    @staticmethod
    def start(stream: int, session: str) -> bytes:
        fields = {"session_id": session, "capabilities": {"resumes": True}, "time_us": 0}
        return message(stream, opening(**fields))


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
        self.send(preface() + ROOM_FOR_ALL + SETTINGS_ACK
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

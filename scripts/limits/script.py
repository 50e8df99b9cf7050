"""A session of one event per picture, encoded before it begins."""

from collections.abc import Iterator
from itertools import islice

from frames import BEGAN, ENDED, MOVED, SETTLED, Event, batch, opening, scroll, tap
from http2 import half_close, message

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
    """What streams of one connection send, one piece per picture and stream."""

    def __init__(self, streams: int, seconds: int) -> None:
        self.seconds = seconds
        self.streams = [1 + 2 * number for number in range(streams)]
        self.events = events(seconds)
        self.taps = {number for number, event in enumerate(self.events, 1)
                     if event.HasField("tap")}  # fmt: skip
        self.pieces = [
            {stream: message(stream, batch(number, event)) for stream in self.streams}
            for number, event in enumerate(self.events, 1)]  # fmt: skip
        self.end = {stream: half_close(stream) for stream in self.streams}

    @staticmethod
    def start(stream: int, session: str) -> bytes:
        fields = {"session_id": session, "capabilities": {"resumes": True}, "time_us": 0}
        return message(stream, opening(**fields))

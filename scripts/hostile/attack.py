"""What an attack is, and what became of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from http2 import PREFACE, SETTINGS_ACK, settings

GREETING = PREFACE + settings() + SETTINGS_ACK


class Burst(NamedTuple):
    """What is sent at once."""

    data: bytes
    frames: int
    # DATA bytes, which wait for the server's window.
    flow: int = 0


class End(StrEnum):
    """What the server has to end."""

    CONNECTION = "connections"
    # With their connection, or without.
    STREAMS = "streams"
    # Legitimate, if it costs little.
    NOTHING = "nothing"


@dataclass(frozen=True)
class Attack:
    name: str
    # What one connection sends after the greeting; endless for a flood.
    bursts: Callable[[], Iterator[Burst]]
    end: End = End.CONNECTION
    # How long that may take, seconds: the engine gives most things five.
    within: float = 6
    greeting: bytes = GREETING
    # Two, one for each event loop of a small machine.
    connections: int = 2
    # Streams that each connection opens, where it is they that have to end.
    streams: int = 1
    # Whether it reads what it is answered.
    reads: bool = True
    # Seconds between bursts.
    pause: float = 0
    # Against an engine with a certificate.
    tls: bool = False
    # Begins calls without end, which is work that is within every limit: how long taps take beside
    # it is shown and not judged.
    is_load: bool = False
    # Only in the long form.
    long: bool = False


@dataclass
class Outcome:
    """What became of an attack: of its first connections, and in all."""

    # How they were ended, most often; empty if none was.
    how: str = ""
    # How many were left as they were.
    left: int = 0
    # The longest that it took with the others, and the most frames that one had sent by then.
    seconds: float = 0
    frames: int = 0
    connections: int = 0
    sent_frames: int = 0
    sent_bytes: int = 0

    def __str__(self) -> str:
        end = "no end"
        if self.how:
            end = f"{self.how} after {self.frames} frames, {self.seconds:.2f} s"
        left = f", {self.left} left" if self.left else ""
        return (
            f"{end}{left}; {self.connections} connections, {self.sent_frames} frames, "
            f"{self.sent_bytes / 1e6:.1f} MB")  # fmt: skip

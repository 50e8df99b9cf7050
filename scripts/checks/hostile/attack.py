"""An attack, and its outcome."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from http2 import PREFACE, SETTINGS_ACK, settings
from http2_client import Connection
from own_engine import limits

GREETING = PREFACE + settings() + SETTINGS_ACK
# The first stream of an attack; a session that shares its connection has stream 1.
FIRST = 3
# An engine leaves the other addresses, such as 127.0.0.1, their part beside this one.
ATTACKERS = "127.0.0.2"
# Seconds that connections without a call may stay; the engine gives them five more to go.
IDLE_SECONDS, GRACE_SECONDS = 8, 5
# For the attacks not to take minutes. Attackers open sessions by the thousand, from the address of
# one user.
LIMITS = limits(idle_connection_seconds=IDLE_SECONDS, opens_per_second=100_000, open_burst=100_000)


async def attackers(port: int, more: bytes = b"", greeting: bytes = GREETING) -> Connection:
    """A connection from their address."""
    return await Connection.open(port, greeting + more, ATTACKERS)


class Burst(NamedTuple):
    """Bytes that are sent at once."""

    data: bytes
    frames: int
    # DATA bytes, which wait for the server's window.
    flow: int = 0
    # Seconds until the next one.
    pause: float = 0


Bursts = Callable[[], Iterator[Burst]]


class End(StrEnum):
    """The things that the server has to end."""

    CONNECTION = "connections"
    # With their connection, or without.
    STREAMS = "streams"
    # Legitimate, if it costs little.
    NOTHING = "nothing"


@dataclass(frozen=True)
class Attack:
    """One way to attack; the defaults are those of a flood that has to end its connection."""

    name: str
    # The bytes of one connection after the greeting; endless for a flood.
    bursts: Bursts
    end: End = End.CONNECTION
    # Seconds until that end in the long form, from the server's first bytes: the engine gives most
    # things five.
    within: float = 6
    greeting: bytes = GREETING
    # Two, one for each event loop of a small machine.
    connections: int = 2
    # Streams of each connection, where it is they that have to end.
    streams: int = 1
    # Whether it reads the answers.
    reads: bool = True
    # Seconds between bursts, beside their own.
    pause: float = 0
    # Seconds that it goes on for at least.
    lasts: float = 0
    # Against an engine with a certificate.
    tls: bool = False
    # A session that shares its connection is starved by the attacker himself.
    is_alone: bool = False
    # Without a call, so that it is told to go without an error, as others are not.
    is_idle: bool = False
    # Only in the long form.
    long: bool = False


class Effort(NamedTuple):
    """The time and the means of attackers."""

    # At least.
    seconds: float
    # How many times as long ends may take; with 0 none is awaited.
    slack: float
    # Of one core; beside them runs the client that is measured.
    share: float = 0.5
    # Connections of each attack.
    most: int | None = None
    # Whether a session shares the first connection of attacks that may not end it.
    has_bystanders: bool = True


@dataclass
class Outcome:
    """The outcome of an attack: of its first connections, and in all."""

    # The end that most of them had; empty if none had one.
    how: str = ""
    # The number of those that had none.
    left: int = 0
    # The longest that it took with the others.
    seconds: float = 0
    connections: int = 0
    sent_frames: int = 0
    sent_bytes: int = 0
    # The session on the attacker's own connection: how long its taps took, and why it ended.
    waits: list[float] = field(default_factory=list, repr=False)
    disturbed: str = ""

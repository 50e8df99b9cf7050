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
# The engine's limits per address leave 127.0.0.1 its share.
ATTACKERS = "127.0.0.2"
# The idle timeout of connections without a call, seconds, and the grace period after GOAWAY.
IDLE_SECONDS, GRACE_SECONDS = 8, 5
# Short timeouts, for short attacks, which open thousands of sessions from one address.
LIMITS = limits(idle_connection_seconds=IDLE_SECONDS, opens_per_second=100_000, open_burst=100_000)


async def attackers(port: int, more: bytes = b"", greeting: bytes = GREETING) -> Connection:
    """Opens a connection from the attackers' address."""
    return await Connection.open(port, greeting + more, ATTACKERS)


class Burst(NamedTuple):
    """Bytes that are sent at once."""

    data: bytes
    # The DATA bytes, which wait for the server's flow-control window.
    flow: int = 0
    # Seconds until the next one.
    pause: float = 0


Bursts = Callable[[], Iterator[Burst]]


class End(StrEnum):
    """The part that the server has to end."""

    CONNECTION = "connections"
    # With or without their connection.
    STREAMS = "streams"
    # Legitimate, if it is cheap.
    NOTHING = "nothing"


@dataclass(frozen=True)
class Attack:
    """An attack; the defaults are those of a flood whose connection must end."""

    name: str
    # The bytes of one connection after the greeting; endless for a flood.
    bursts: Bursts
    end: End = End.CONNECTION
    # The maximum seconds until that end in the long form, from the server's first bytes: the
    # engine's usual timeout is five.
    within: float = 6
    greeting: bytes = GREETING
    # Two, one for each event loop of a small machine.
    connections: int = 2
    # The streams of each connection, if streams must end.
    streams: int = 1
    # True if it reads the responses.
    reads: bool = True
    # Seconds between bursts, in addition to their own.
    pause: float = 0
    # The minimum duration, seconds.
    lasts: float = 0
    # Against an engine with a certificate.
    tls: bool = False
    # True if a session that shares its connection is starved by the attacker himself.
    is_alone: bool = False
    # True without a call: the connection then ends with GOAWAY NO_ERROR, unlike others.
    is_idle: bool = False
    # Only in the long form.
    long: bool = False


class Effort(NamedTuple):
    """The duration and the strength of attacks."""

    # The minimum duration.
    seconds: float
    # The factor on the times until an end; 0 awaits no end.
    slack: float
    # Of one core; the measuring client runs beside it.
    share: float = 0.5
    # The maximum number of connections of each attack.
    most: int | None = None
    # True if a session shares the first connection of attacks that may not end it.
    has_bystanders: bool = True


@dataclass
class Outcome:
    """The outcome of an attack: of its first connections, and in all."""

    # The most frequent end; empty if there was none.
    how: str = ""
    # The number of connections without an end.
    left: int = 0
    # The longest time until an end.
    seconds: float = 0
    connections: int = 0
    # The session on the attacker's own connection: the times of its taps, and its end's reason.
    waits: list[float] = field(default_factory=list, repr=False)
    disturbed: str = ""

"""A rule of RFC 9113: the frames of a client, and the reaction that it asks of a server."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum

from http2 import (
    ACK, DATA, END_HEADERS, END_STREAM, FIRST_WINDOW, GOAWAY, HEADERS, LARGEST_WINDOW, PING,
    RST_STREAM, SETTINGS, SETTINGS_ACK, Frame, call_fields, frame, message, preface, room,
)  # fmt: skip
from http2_client import Connection

HEALTH = "/grpc.health.v1.Health/"
FIELDS = call_fields(HEALTH + "Check")
# A message without fields, and the answer SERVING.
EMPTY = message(1, b"")[9:]
SERVING = b"\0\0\0\0\2\x08\1"
# Reactions: the call on stream 1 is served; nothing happens. And the end that may follow.
SERVED, IGNORED = "served", "ignored"
CLOSED = ", closed"
# The longest wait for a reaction.
SECONDS = 60


class Code(IntEnum):
    NO_ERROR = 0
    PROTOCOL_ERROR = 1
    FLOW_CONTROL_ERROR = 3
    STREAM_CLOSED = 5
    FRAME_SIZE_ERROR = 6
    REFUSED_STREAM = 7
    COMPRESSION_ERROR = 9


@dataclass(frozen=True)
class Awaited:
    """A state that the server's frames bring about."""

    name: str
    holds: Callable[["RuleClient"], bool]


@dataclass(frozen=True)
class Rule:
    section: str
    name: str
    reaction: str
    # Bytes to send, and what to wait for between them.
    parts: tuple[bytes | Awaited, ...]

    def __str__(self) -> str:
        return f"{self.section} {self.name}"


class RuleClient(Connection):
    """Sends the frames of a rule, and tells the server's reaction."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []
        # That of GOAWAY.
        self.last_stream: int | None = None
        # By stream: HEADERS, DATA and END_STREAM.
        self.answered, self.ended = set[int](), set[int]()
        self.data = defaultdict[int, bytes](bytes)
        # Acknowledgements of SETTINGS and PINGs.
        self.replies: list[bytes] = []
        self._news = asyncio.Event()

    def __str__(self) -> str:
        """The reaction."""
        if 1 in self.ended:
            answer = SERVED if self.data[1] == SERVING else "another answer"
        else:
            answer = sent(len(self.data[1])) if 1 in self.answered else IGNORED
        return (" and ".join(self.errors) or answer) + (CLOSED if self.closed else "")

    @classmethod
    async def reaction(cls, rule: Rule, port: int) -> str:
        """The server's reaction to a rule's frames, on a connection of their own. One that stays
        has to serve another call."""
        client = await cls.open(port, preface(FIRST_WINDOW) + SETTINGS_ACK)
        try:
            await client._awaits(came(SETTINGS_ACK))
            client.replies.clear()
            for part in (*rule.parts, *ending(rule)):
                if isinstance(part, bytes):
                    client.send(part)
                elif not await client._awaits(part):
                    return f"{client}, without {part.name}"
            return str(client)
        finally:
            client.close()

    async def _awaits(self, awaited: Awaited) -> bool:
        """Waits for a state. Returns whether the connection has reached it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                while not awaited.holds(self) and not self.closed:
                    self._news.clear()
                    await self._news.wait()
        return awaited.holds(self)

    def received(self, got: Frame) -> None:
        if got.kind == RST_STREAM:
            self.errors.append(f"RST_STREAM {code_name(got.payload)} on {got.stream}")
        elif got.kind == GOAWAY:
            self.last_stream = int.from_bytes(got.payload[:4])
            self.errors.append(f"GOAWAY {code_name(got.payload[4:8])}")
        elif got.kind == HEADERS:
            self.answered.add(got.stream)
        elif got.kind == DATA:
            self.data[got.stream] += got.payload
        elif got.kind in (SETTINGS, PING) and got.flags & ACK:
            self.replies.append(frame(got.kind, ACK, 0, got.payload))
        if got.ends_stream and got.kind != RST_STREAM:
            self.ended.add(got.stream)
        self._news.set()

    def lost(self) -> None:
        self._news.set()


def code_name(code: bytes) -> str:
    number = int.from_bytes(code)
    return Code(number).name if number in set(Code) else str(number)


def reset(code: Code, stream: int = 1) -> str:
    """A stream error, after which the connection serves another call."""
    return f"RST_STREAM {code.name} on {stream}"


def goaway(code: Code) -> str:
    """A connection error, after which the server closes the connection."""
    return f"GOAWAY {code.name}{CLOSED}"


def sent(size: int) -> str:
    """A call whose answer waits for room after so many bytes of DATA."""
    return f"{size} bytes of DATA"


def received(size: int) -> Awaited:
    return Awaited(sent(size), lambda it: len(it.data[1]) == size)


def came(reply: bytes, count: int = 1) -> Awaited:
    return Awaited(f"{count} of {reply.hex(' ')}", lambda it: it.replies.count(reply) == count)


ANSWERED = Awaited("HEADERS on stream 1", lambda it: 1 in it.answered)
ENDED = Awaited("the end of stream 1", lambda it: 1 in it.ended)


# Frames of a call of Health/Check.
def headers(stream: int = 1, fields: bytes = FIELDS, flags: int = 0) -> bytes:
    """HEADERS that leave the request open."""
    return frame(HEADERS, END_HEADERS | flags, stream, fields)


def body(stream: int = 1, content: bytes = EMPTY, flags: int = END_STREAM) -> bytes:
    """DATA that end the request."""
    return frame(DATA, flags, stream, content)


def check(stream: int = 1) -> bytes:
    return headers(stream) + body(stream)


def ending(rule: Rule) -> list[bytes | Awaited]:
    if rule.reaction.endswith(CLOSED):
        return [Awaited("the end of the connection", lambda it: it.closed is not None)]
    # The last stream there is. It has room for its answer whatever the settings say.
    probe = LARGEST_WINDOW
    return [
        headers(probe) + room(probe, 100) + body(probe),
        Awaited("an answer to the next call", lambda it: it.data[probe] == SERVING),
        Awaited(rule.reaction, lambda it: str(it) == rule.reaction),
    ]

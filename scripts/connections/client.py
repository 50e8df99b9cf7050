"""A client that sends the frames of a rule, and tells the server's reaction."""

import asyncio
import socket
from collections import defaultdict
from contextlib import suppress

from http2 import (
    ACK, DATA, FIRST_WINDOW, GOAWAY, HEADERS, PING, RST_STREAM, SETTINGS, SETTINGS_ACK, Connection,
    Frame, frame, preface,
)  # fmt: skip
from rule import (
    CLOSED, IGNORED, PROBE, PROBING, SERVED, SERVING, Awaited, Code, Rule, came, sent,
)  # fmt: skip


class Client(Connection):
    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []
        self.last_stream: int | None = None
        self.is_closed = False
        # By stream: HEADERS, DATA and END_STREAM of the server.
        self.answered: set[int] = set()
        self.data: defaultdict[int, bytes] = defaultdict(bytes)
        self.ended: set[int] = set()
        # Acknowledgements of SETTINGS and PINGs.
        self.replies: list[bytes] = []
        self._news = asyncio.Event()

    @classmethod
    async def open(cls, port: int, seconds: float) -> "Client":
        """Connects, and exchanges SETTINGS with the server."""
        loop = asyncio.get_running_loop()
        transport, client = await loop.create_connection(cls, "127.0.0.1", port)
        pipe = transport.get_extra_info("socket")
        pipe.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.send(preface(FIRST_WINDOW) + SETTINGS_ACK)
        await client._awaits(came(SETTINGS_ACK), seconds)
        client.replies.clear()
        return client

    async def reaction(self, rule: Rule, seconds: float) -> str:
        """The server's reaction to a rule's frames. A connection that stays has to serve another
        call."""
        for part in (*rule.parts, *self._ending(rule)):
            if isinstance(part, bytes):
                self.send(part)
            elif not await self._awaits(part, seconds):
                return f"{self.seen}, without {part.name}"
        return self.seen

    @staticmethod
    def _ending(rule: Rule) -> list[bytes | Awaited]:
        if rule.ends_connection:
            return [Awaited("the end of the connection", lambda it: it.is_closed)]
        return [
            PROBING,
            Awaited("an answer to the next call", lambda it: it.data[PROBE] == SERVING),
            Awaited(rule.reaction, lambda it: it.seen == rule.reaction),
        ]

    async def _awaits(self, awaited: Awaited, seconds: float) -> bool:
        """Waits for a state. Returns whether the connection has reached it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not awaited.holds(self) and not self.is_closed:
                    self._news.clear()
                    await self._news.wait()
        return awaited.holds(self)

    @property
    def seen(self) -> str:
        """The reaction so far."""
        return (" and ".join(self.errors) or self._answer) + (CLOSED if self.is_closed else "")

    @property
    def _answer(self) -> str:
        if 1 in self.ended:
            return SERVED if self.data[1] == SERVING else "another answer"
        return sent(len(self.data[1])) if 1 in self.answered else IGNORED

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

    def lost(self, _: Exception | None) -> None:
        self.is_closed = True
        self._news.set()


def code_name(code: bytes) -> str:
    number = int.from_bytes(code)
    return Code(number).name if number in set(Code) else str(number)

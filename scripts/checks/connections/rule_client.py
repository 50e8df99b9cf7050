"""A client that sends the frames of a rule, and tells the server's reaction."""

from contextlib import suppress
import asyncio

from http2 import (
    ACK, DATA, FIRST_WINDOW, GOAWAY, HEADERS, PING, RST_STREAM, SETTINGS, SETTINGS_ACK, Frame,
    frame, preface,
)  # fmt: skip
from http2_client import Connection
from rule import CLOSED, PROBE, PROBING, SERVING, Awaited, Code, Rule, Seen, came

# The longest wait for a reaction.
SECONDS = 60


class RuleClient(Connection):
    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()
        self._news = asyncio.Event()

    @classmethod
    async def reaction(cls, rule: Rule, port: int) -> str:
        """The server's reaction to a rule's frames, on a connection of their own. One that stays
        has to serve another call."""
        client = await cls.open(port, preface(FIRST_WINDOW) + SETTINGS_ACK)
        try:
            await client._awaits(came(SETTINGS_ACK))
            client.seen.replies.clear()
            for part in (*rule.parts, *ending(rule)):
                if isinstance(part, bytes):
                    client.send(part)
                elif not await client._awaits(part):
                    return f"{client.seen}, without {part.name}"
            return str(client.seen)
        finally:
            client.close()

    async def _awaits(self, awaited: Awaited) -> bool:
        """Waits for a state. Returns whether the connection has reached it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                while not awaited.holds(self.seen) and not self.seen.is_closed:
                    self._news.clear()
                    await self._news.wait()
        return awaited.holds(self.seen)

    def received(self, got: Frame) -> None:
        seen = self.seen
        if got.kind == RST_STREAM:
            seen.errors.append(f"RST_STREAM {code_name(got.payload)} on {got.stream}")
        elif got.kind == GOAWAY:
            seen.last_stream = int.from_bytes(got.payload[:4])
            seen.errors.append(f"GOAWAY {code_name(got.payload[4:8])}")
        elif got.kind == HEADERS:
            seen.answered.add(got.stream)
        elif got.kind == DATA:
            seen.data[got.stream] += got.payload
        elif got.kind in (SETTINGS, PING) and got.flags & ACK:
            seen.replies.append(frame(got.kind, ACK, 0, got.payload))
        if got.ends_stream and got.kind != RST_STREAM:
            seen.ended.add(got.stream)
        self._news.set()

    def lost(self) -> None:
        self.seen.is_closed = True
        self._news.set()


def ending(rule: Rule) -> list[bytes | Awaited]:
    if rule.reaction.endswith(CLOSED):
        return [Awaited("the end of the connection", lambda it: it.is_closed)]
    return [
        PROBING,
        Awaited("an answer to the next call", lambda it: it.data[PROBE] == SERVING),
        Awaited(rule.reaction, lambda it: str(it) == rule.reaction),
    ]


def code_name(code: bytes) -> str:
    number = int.from_bytes(code)
    return Code(number).name if number in set(Code) else str(number)

"""The rules of RFC 9113, §4 to §8, each on a new connection."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import pytest
from engine import running
from frame_rules import RULES as FRAMES
from http2 import (
    ACK, DATA, FIRST_WINDOW, GOAWAY, HEADERS, PING, RST_STREAM, SETTINGS, SETTINGS_ACK, Frame,
    frame, preface,
)  # fmt: skip
from http2_client import Connection
from rule import CLOSED, IGNORED, PROBE, PROBING, SERVED, SERVING, Awaited, Code, Rule, came, sent
from stream_rules import RULES as STREAMS

# By section and name.
RULES = {f"{rule[0]} {rule[1]}": rule for rule in [*STREAMS, *FRAMES]}
AT_ONCE = 32
# The timeout of a reaction.
SECONDS = 60


class RuleClient(Connection):
    """Records the server's HEADERS, DATA and END_STREAM, by stream."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []
        # From GOAWAY.
        self.last_stream: int | None = None
        self.headers, self.ended = set[int](), set[int]()
        self.data: defaultdict[int, bytes] = defaultdict(bytes)
        # The acknowledgements of SETTINGS and PINGs.
        self.replies: list[bytes] = []
        self._news = asyncio.Event()

    @classmethod
    async def play(cls, rule: Rule, port: int) -> str:
        """Returns the reaction to a rule's frames. An open connection has to serve another call."""
        _, _, reaction, *parts = rule
        client = await cls.open(port, preface(FIRST_WINDOW) + SETTINGS_ACK)
        try:
            await client._awaits(came(SETTINGS_ACK))
            client.replies.clear()
            for part in [*parts, *ending(reaction)]:
                if isinstance(part, bytes):
                    client.send(part)
                elif not await client._awaits(part):
                    return f"{client.reaction}, without {part.name}"
            return client.reaction
        finally:
            client.close()

    @property
    def reaction(self) -> str:
        end = CLOSED if self.closed else ""
        return (" and ".join(self.errors) or self._answer) + end

    @property
    def _answer(self) -> str:
        if 1 in self.ended:
            return SERVED if self.data[1] == SERVING else "another answer"
        return sent(len(self.data[1])) if 1 in self.headers else IGNORED

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
            self.headers.add(got.stream)
        elif got.kind == DATA:
            self.data[got.stream] += got.payload
        elif got.kind in (SETTINGS, PING) and got.flags & ACK:
            self.replies.append(frame(got.kind, ACK, 0, got.payload))
        if got.ends_stream and got.kind != RST_STREAM:
            self.ended.add(got.stream)
        self._news.set()

    def lost(self) -> None:
        self._news.set()


def ending(reaction: str) -> list[bytes | Awaited]:
    if reaction.endswith(CLOSED):
        return [Awaited("the end of the connection", lambda it: it.closed)]
    return [
        PROBING,
        Awaited("an answer to the next call", lambda it: it.data[PROBE] == SERVING),
        Awaited(reaction, lambda it: it.reaction == reaction),
    ]


def code_name(code: bytes) -> str:
    return Code(int.from_bytes(code)).name


@pytest.fixture(scope="module")
async def reactions(binary: Path) -> dict[str, str]:
    """The reactions of an engine to all rules, several at once."""
    places = asyncio.Semaphore(AT_ONCE)
    async with running(binary) as engine:

        async def reaction(rule: Rule) -> str:
            async with places:
                return await RuleClient.play(rule, engine.port)

        found = await asyncio.gather(*map(reaction, RULES.values()))
        return dict(zip(RULES, found, strict=True))


@pytest.mark.fast
@pytest.mark.parametrize("name", RULES)
def test_rule(name: str, reactions: dict[str, str]) -> None:
    assert reactions[name] == RULES[name][2]

"""Calls that end in every way there is, in any order of their frames and in any reads."""

import asyncio
import random
import struct
from dataclasses import dataclass

from frames import BEGAN, MOVED, Request, ack, batch, opening, scroll, tap
from http2 import half_close, message, room
from http2 import (
    END_HEADERS, HEADERS, INTERACT, RST_STREAM, call_fields, frame,
)  # fmt: skip
from shared_connection import SharedConnection, Stream

CANCEL = 8
METHODS = {
    INTERACT: 12,
    "/interaction.v1.InteractionService/Simulate": 2,
    "/interaction.v1.InteractionService/Subscribe": 1,
    "/interaction.inspector.v1.InspectorService/ListExperiences": 2,
    "/grpc.health.v1.Health/Check": 2,
    "/grpc.health.v1.Health/Watch": 1,
    "/no.such.Service/Method": 1,
}
# They go on until the client goes.
ENDLESS = {"/interaction.v1.InteractionService/Subscribe", "/grpc.health.v1.Health/Watch"}
TIMEOUTS = {None: 10, "1n": 1, "1m": 1, "5m": 1, "20m": 1}
# Bytes that an order may take of the connection's window.
ROOM = 16_000
# How many calls come in one read, many of them with their reset. Of five calls a connection may
# reset four before their first message.
EARLY = 0.3


@dataclass(frozen=True)
class Part:
    """Frames that are sent together, and what the client waits for before the next ones."""

    name: str
    data: bytes
    flow: int = 0


def request(stream: int, frame_: Request, name: str) -> Part:
    data = message(stream, frame_)
    return Part(name, data, len(data) - 9)


def reset(stream: int, code: int) -> Part:
    return Part("RST", frame(RST_STREAM, 0, stream, struct.pack(">I", code)))


def script(choice: random.Random, stream: int) -> tuple[list[Part], bool]:
    """What a client sends on a call; and whether it resets the call before the answer."""
    path = choice.choices([*METHODS], [*METHODS.values()])[0]
    timeout = choice.choices([*TIMEOUTS], [*TIMEOUTS.values()])[0]
    fields = call_fields(path, **({"grpc_timeout": timeout} if timeout else {}))
    parts = [Part(path.rpartition("/")[2], frame(HEADERS, END_HEADERS, stream, fields))]
    session = f"order-{stream}-{choice.randrange(1 << 30)}"
    if path == INTERACT:
        body = [
            request(stream, opening(session_id=session), "open"),
            request(stream, batch(1, scroll(0, BEGAN), scroll(500, MOVED, time_us=9_000)), "events"),
            request(stream, batch(3, tap(choice.randrange(5), 20_000)), "tap"),
            request(stream, ack(choice.randrange(3)), "ack"),
        ]
        odd = [
            padded("garbage", stream, choice, b"\xff"),
            Part("compressed", message_bytes(stream, b"\0", compressed=True), 6),
            request(stream, batch(99, tap(1)), "gap"),
        ]
        parts += body[: choice.randrange(len(body) + 1)]
        if choice.random() < 0.1:
            parts.append(choice.choice(odd))
    elif choice.random() < 0.9:
        parts.append(padded("message", stream, choice))
    ends = [Part("END", half_close(stream)), reset(stream, choice.choice([0, CANCEL, 2, 11]))]
    choice.shuffle(ends)
    parts += ends[: choice.choice([1, 2, 2, 2])]
    if path in ENDLESS and not any(part.name == "RST" for part in parts):
        parts.append(reset(stream, CANCEL))
    late = [
        Part("update", room(stream, 1)), Part("RST", ends[0].data) if ends[0].name == "RST"
        else reset(stream, CANCEL), Part("overflow", room(stream, 2**31 - 1)),
    ]  # fmt: skip
    if choice.random() < 0.3:
        parts.insert(choice.randrange(1, len(parts) + 1), choice.choice(late))
    # What follows a RST_STREAM of the client's own, as a client that is wrong would send it.
    if any(part.name == "RST" for part in parts) and choice.random() < 0.1:
        parts.append(padded("late", stream, choice))
    return parts, choice.random() < EARLY


def padded(name: str, stream: int, choice: random.Random, start: bytes = b"") -> Part:
    """A message, perhaps with an unknown field that makes it longer."""
    body = start + choice.choice([b"", b"", b"\xfa\x3e\xa0\x1f" + bytes(4_000)])
    return Part(name, message_bytes(stream, body), len(body) + 5)


def message_bytes(stream: int, body: bytes, compressed: bool = False) -> bytes:
    return frame(0, 0, stream, struct.pack(">BI", compressed, len(body)) + body)


class Order:
    """One call, by its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.text = ""

    async def play(self, connection: SharedConnection) -> None:
        choice = random.Random(self.seed)
        async with asyncio.timeout(20):
            await connection.has_room(ROOM)
        stream = connection.begin()
        parts, is_early = script(choice, stream.number)
        reads = self._reads(choice, parts, is_early)
        self.text = " | ".join(" ".join(part.name for part in read) for read in reads)
        for index, read in enumerate(reads):
            if index:
                await self._pause(choice, stream, connection)
            connection.send(b"".join(p.data for p in read), sum(p.flow for p in read))
        is_reset = any(part.name == "RST" for part in parts)
        if not is_reset:
            await stream.until(lambda it: it.is_over or bool(connection.problem))
        del connection.streams[stream.number]

    @staticmethod
    def _reads(choice: random.Random, parts: list[Part], is_early: bool) -> list[list[Part]]:
        """In one read or in several; what is reset early in one, up to there at least."""
        cuts = 0 if is_early else choice.choice([1, 1, 2, 3])
        places = sorted(choice.sample(range(1, len(parts)), min(cuts, len(parts) - 1)))
        return [
            parts[start:end] for start, end in zip([0, *places], [*places, None], strict=True)]

    async def _pause(
        self, choice: random.Random, stream: Stream, connection: SharedConnection
    ) -> None:
        """So that what follows comes in a read of its own: mostly when the call is answered."""
        if choice.random() < 0.8:
            try:
                await stream.until(
                    lambda it: it.is_answered or it.is_over or bool(connection.problem), 1)
            except TimeoutError:
                # A call that is answered only when its request is whole.
                pass
        else:
            await asyncio.sleep(choice.choice([0.001, 0.005, 0.02]))

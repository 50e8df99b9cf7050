"""Calls that end in every way, with any order of their frames and any division into reads."""

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass

from frames import BEGAN, MOVED, Request, ack, batch, opening, scroll, tap
from http2 import (
    CANCEL, END_HEADERS, HEADERS, INTERACT, LARGEST_WINDOW, call_fields, cancel, frame, half_close,
    message, room,
)  # fmt: skip
from http2_client import Connection, Stream

METHODS = {
    INTERACT: 12,
    "/interaction.v1.InteractionService/Simulate": 2,
    "/interaction.v1.InteractionService/Subscribe": 1,
    "/interaction.inspector.v1.InspectorService/ListExperiences": 2,
    "/grpc.health.v1.Health/Check": 2,
    "/grpc.health.v1.Health/Watch": 1,
    "/no.such.Service/Method": 1,
}
# Endless until the client cancels.
ENDLESS = {"/interaction.v1.InteractionService/Subscribe", "/grpc.health.v1.Health/Watch"}
TIMEOUTS = {None: 10, "1n": 1, "1m": 1, "5m": 1, "20m": 1}
# The part of the connection's window that an order may use, bytes.
ROOM = 16_000
# The share of calls that arrive in one read, many with their RST_STREAM. A connection may reset
# four of five calls before their first message.
EARLY = 0.3


@dataclass(frozen=True)
class Part:
    """Frames that are sent together, and the server's reaction to await before the next ones."""

    name: str
    data: bytes
    flow: int = 0


def request(name: str, stream: int, content: Request | bytes, compressed: bool = False) -> Part:
    data = message(stream, content, compressed)
    return Part(name, data, len(data) - 9)


def padded(name: str, stream: int, choice: random.Random, start: bytes = b"") -> Part:
    """Returns a message, sometimes with an unknown field that makes it longer."""
    more = choice.choice([b"", b"", b"\xfa\x3e\xa0\x1f" + bytes(4_000)])
    return request(name, stream, start + more)


def reset(stream: int, code: int = CANCEL) -> Part:
    return Part("RST", cancel(stream, code))


def session(choice: random.Random, stream: int) -> list[Part]:
    """Returns the frames of a client of Interact, sometimes with an anomaly."""
    name = f"order-{stream}-{choice.randrange(1 << 30)}"
    body = [
        request("open", stream, opening(session_id=name)),
        request("events", stream, batch(1, scroll(0, BEGAN), scroll(500, MOVED, time_us=9_000))),
        request("tap", stream, batch(3, tap(choice.randrange(5), 20_000))),
        request("ack", stream, ack(choice.randrange(3))),
    ]
    odd = [
        padded("garbage", stream, choice, b"\xff"),
        request("compressed", stream, b"\0", compressed=True),
        request("gap", stream, batch(99, tap(1))),
    ]
    parts = body[: choice.randrange(len(body) + 1)]
    return [*parts, choice.choice(odd)] if choice.random() < 0.1 else parts


def script(choice: random.Random, stream: int) -> list[Part]:
    """Returns the frames of a client on a call."""
    path = choice.choices([*METHODS], [*METHODS.values()])[0]
    timeout = choice.choices([*TIMEOUTS], [*TIMEOUTS.values()])[0]
    fields = call_fields(path, **({"grpc_timeout": timeout} if timeout else {}))
    parts = [Part(path.rpartition("/")[2], frame(HEADERS, END_HEADERS, stream, fields))]
    if path == INTERACT:
        parts += session(choice, stream)
    elif choice.random() < 0.9:
        parts.append(padded("message", stream, choice))
    ends = [Part("END", half_close(stream)), reset(stream, choice.choice([0, CANCEL, 2, 11]))]
    choice.shuffle(ends)
    parts += ends[: choice.choice([1, 2, 2, 2])]
    if path in ENDLESS and not is_reset(parts):
        parts.append(reset(stream))
    late = [
        Part("update", room(stream, 1)), ends[0] if ends[0].name == "RST" else reset(stream),
        Part("overflow", room(stream, LARGEST_WINDOW)),
    ]  # fmt: skip
    if choice.random() < 0.3:
        parts.insert(choice.randrange(1, len(parts) + 1), choice.choice(late))
    # After the client's own RST_STREAM, which is a violation.
    if is_reset(parts) and choice.random() < 0.1:
        parts.append(padded("late", stream, choice))
    return parts


def is_reset(parts: list[Part]) -> bool:
    return any(part.name == "RST" for part in parts)


def reads(choice: random.Random, parts: list[Part]) -> list[list[Part]]:
    """Divides the parts into reads; a call that is reset early is in one read up to there."""
    cuts = 0 if choice.random() < EARLY else choice.choice([1, 1, 2, 3])
    places = sorted(choice.sample(range(1, len(parts)), min(cuts, len(parts) - 1)))
    return [parts[start:end] for start, end in zip([0, *places], [*places, None], strict=True)]


class Order:
    """One call, by its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.text = ""

    async def play(self, connection: Connection) -> None:
        choice = random.Random(self.seed)
        await connection.has_room(ROOM)
        stream = connection.begin()
        parts = script(choice, stream.number)
        several = reads(choice, parts)
        self.text = " | ".join(" ".join(part.name for part in read) for read in several)
        for index, read in enumerate(several):
            if index:
                await self._pause(choice, stream, connection)
            connection.send(b"".join(p.data for p in read), sum(p.flow for p in read))
        if not is_reset(parts):
            await stream.until(lambda it: it.is_over or bool(connection.problem))
        del connection.streams[stream.number]

    async def _pause(self, choice: random.Random, stream: Stream, connection: Connection) -> None:
        """Waits, usually for the response, so that the next frames arrive in a separate read."""
        if choice.random() < 0.8:
            # Some calls are answered only after the end of the request.
            with suppress(TimeoutError):
                await stream.until(
                    lambda it: it.is_answered or it.is_over or bool(connection.problem), 1)
        else:
            await asyncio.sleep(choice.choice([0.001, 0.005, 0.02]))

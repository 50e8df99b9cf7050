"""A session that behaves well, until standard input ends: how long its taps take."""

import argparse
import asyncio
import json
import sys
import time
from contextlib import suppress

import grpc

from conversation import Conversation
from frames import now_us, tap

PAUSE = 0.008

# Moments, and seconds from a tap to its first directive.
Taps = list[tuple[float, float]]


async def probe(address: str, is_over: asyncio.Event) -> Taps:
    taps: Taps = []
    async with grpc.aio.insecure_channel(address) as channel:
        conversation = Conversation(channel)
        await conversation.open(session_id="probe", time_us=now_us())
        # What it knows is worth telling even of an engine that is too busy to answer.
        with suppress(TimeoutError):
            while not is_over.is_set():
                taps.append(await tapped(conversation, len(taps)))
                await asyncio.sleep(PAUSE)
            await conversation.close()
    return taps


async def tapped(conversation: Conversation, number: int) -> tuple[float, float]:
    start = time.monotonic()
    event = await conversation.events(tap(1 + number % 2, now_us()))
    await conversation.receive_until(lambda frame: any(
        item.cause.event_sequence == event for item in frame.directives))  # fmt: skip
    return start, time.monotonic() - start


async def main(address: str) -> None:
    is_over = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin, is_over.set)
    print(json.dumps(await probe(address, is_over)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    asyncio.run(main(parser.parse_args().address))

"""A well-behaved session in a separate process, which measures the latency of its taps."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import AbstractAsyncContextManager, suppress

import grpc

from conversation import Conversation, StreamEnded
from programs import program
from tapping_session import TappingSession


def probing(address: str) -> AbstractAsyncContextManager[Process]:
    """The session ends, and prints its latencies, when its standard input ends."""
    return program(sys.executable, "-B", __file__, address, stdin=PIPE, stdout=PIPE)


async def main(address: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        session = TappingSession(Conversation(channel))
        asyncio.get_running_loop().add_reader(sys.stdin, session.finish)
        # Its figures count even if the engine is too busy to answer.
        with suppress(StreamEnded):
            await session.play()
    print(json.dumps(session.waits))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

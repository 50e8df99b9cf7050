"""A session that behaves well, in a process of its own: how long its taps take."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import grpc

from conversation import Conversation, StreamEnded
from tapping_session import TappingSession


@asynccontextmanager
async def probing(address: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The session ends, and prints its waits, when its standard input ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-B", __file__, address, stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE)  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def main(address: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        session = TappingSession(Conversation(channel))
        asyncio.get_running_loop().add_reader(sys.stdin, session.finish)
        # Its figures are worth telling even of an engine that is too busy to answer.
        with suppress(StreamEnded):
            await session.play()
    print(json.dumps(session.waits))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

"""A session that behaves well, until standard input ends: how long its taps take."""

import argparse
import asyncio
import json
import sys
from contextlib import suppress

import grpc

from conversation import Conversation, StreamEnded
from tapping_session import TappingSession


async def main(address: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        session = TappingSession(Conversation(channel))
        asyncio.get_running_loop().add_reader(sys.stdin, session.finish)
        # Its figures are worth telling even of an engine that is too busy to answer.
        with suppress(StreamEnded):
            await session.play()
    print(json.dumps(session.waits))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    asyncio.run(main(parser.parse_args().address))

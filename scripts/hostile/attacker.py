"""Carries out one attack, in a process of its own. Prints what became of it as JSON."""

import argparse
import asyncio
import json
import os
import resource
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict

from attack import Attack, Burst, End, Outcome
from attacks import ATTACKS, CONTROL
from limits import SLACK
from pacer import Pacer
from raw_connection import RawConnection

# Beside it runs the client that is measured.
SHARE_OF_A_CORE = 0.5


class Attacker:
    def __init__(self, attack: Attack, port: int, seconds: float) -> None:
        self._attack = attack
        self._port = port
        self._pacer = Pacer(SHARE_OF_A_CORE)
        self._outcome = Outcome()
        self._ends: Counter[str] = Counter()
        # When it is over, if nothing is waited for any more.
        self._over = time.monotonic() + seconds

    async def run(self) -> Outcome:
        """Attacks at least for the time that was asked for, and until it is known how it ends."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._attack.connections):
                group.create_task(self._insist())
        if self._ends:
            self._outcome.how = self._ends.most_common(1)[0][0]
        return self._outcome

    async def _insist(self) -> None:
        """Comes back whenever it is thrown out."""
        await self._once(first=True)
        while time.monotonic() < self._over:
            await self._once(first=False)

    async def _once(self, first: bool) -> None:
        await self._pacer.pause()
        self._outcome.connections += 1
        try:
            connection = await RawConnection.connect(self._port, self._attack.reads)
        except OSError:
            if first:
                self._note("no connection", 0, 0)
            return
        frames = [0]
        sending = asyncio.create_task(self._send(connection, frames))
        deadline = self._over
        if first and self._attack.end != End.NOTHING:
            deadline = max(deadline, connection.opened + self._attack.within * SLACK)
        how = await self._end_of(connection, deadline)
        if first:
            ended = connection.closed or time.monotonic()
            self._note(how, ended - connection.opened, frames[0])
        sending.cancel()
        connection.close()

    def _note(self, how: str, seconds: float, frames: int) -> None:
        if how:
            self._ends[how] += 1
            self._outcome.seconds = max(self._outcome.seconds, seconds)
            self._outcome.frames = max(self._outcome.frames, frames)
        else:
            self._outcome.left += 1

    async def _end_of(self, connection: RawConnection, deadline: float) -> str:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(deadline - time.monotonic(), 0)):
                while True:
                    if connection.closed is not None:
                        return connection.end
                    if self._has_ended_streams(connection):
                        return "reset" if connection.answers["reset"] else "answer"
                    await connection.news()
        return ""

    def _has_ended_streams(self, connection: RawConnection) -> bool:
        attack = self._attack
        return attack.end == End.STREAMS and connection.ended_streams >= attack.streams

    async def _send(self, connection: RawConnection, frames: list[int]) -> None:
        # How it ended is known to the connection.
        with suppress(OSError):
            await connection.send_all(self._attack.greeting)
            for burst in self._attack.bursts():
                await connection.send_all(burst.data, burst.flow)
                frames[0] += burst.frames
                self._count(burst)
                await self._pacer.pause()
                if self._attack.pause:
                    await asyncio.sleep(self._attack.pause)

    def _count(self, burst: Burst) -> None:
        self._outcome.sent_frames += burst.frames
        self._outcome.sent_bytes += len(burst.data)


async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(65_536):
        pass
    writer.close()


async def control(seconds: float) -> Outcome:
    """The same effort, without a target."""
    sink = await asyncio.start_server(swallow, "127.0.0.1", 0)
    async with sink:
        return await Attacker(CONTROL, sink.sockets[0].getsockname()[1], seconds).run()


async def main(name: str, port: int, seconds: float) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.nice(10)
    if name == CONTROL.name:
        outcome = await control(seconds)
    else:
        outcome = await Attacker(ATTACKS[name], port, seconds).run()
    print(json.dumps(asdict(outcome)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=float, help="how long at least")
    arguments = parser.parse_args()
    asyncio.run(main(arguments.name, arguments.port, arguments.seconds))

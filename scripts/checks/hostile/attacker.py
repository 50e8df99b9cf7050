"""Carries out attacks at the same time, in a process of its own. Prints their outcomes as JSON."""

import argparse
import asyncio
import json
import os
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict

from attack import ATTACKERS, Attack, Burst, End, Outcome
from attacks import ATTACKS, CONTROL
from checks import CheckFailed
from conversation import Conversation, StreamEnded
from http2 import FIRST_WINDOW, room
from http2_client import ROOM_FOR_ALL, Connection
from process import raise_descriptors
from sending import Pacer, renumbered
from tapping_session import TappingSession
from transports import FrameTransport

# Of the session on an attacker's connection, whose budgets it shares.
RATE = 10
# Beside it runs the client that is measured.
SHARE_OF_A_CORE = 0.5
# Seconds that a connection may wait until it is accepted.
QUEUE_SECONDS = 60
# Room for the session on an attacker's connection, bytes, and the stream that it has.
RESERVE = 4_096
FIRST_STREAM = 2


class Attacker:
    """One attack; `slack` is how many times as long its end may take."""

    def __init__(self, attack: Attack, given: argparse.Namespace, target: int, pacer: Pacer):
        self._attack, self._pacer = attack, pacer
        self._port, self._slack = target, given.slack
        self._is_shared = attack.is_shared and not given.alone
        self._connections = min(attack.connections, given.most or attack.connections)
        self._outcome = Outcome()
        self._ends: Counter[str] = Counter()
        # The time when it is over, if nothing is waited for any more.
        self._over = time.monotonic() + max(given.seconds, attack.lasts)

    async def run(self) -> Outcome:
        """Attacks at least for the time that was asked for, and until it is known how it ends."""
        async with asyncio.TaskGroup() as group:
            for number in range(self._connections):
                group.create_task(self._insist(self._is_shared and number == 0))
        if self._ends:
            self._outcome.how = self._ends.most_common(1)[0][0]
        return self._outcome

    async def _insist(self, is_shared: bool) -> None:
        """Comes back whenever it is thrown out."""
        await self._once(is_shared, first=True)
        while time.monotonic() < self._over:
            await self._once(is_shared, first=False)

    async def _once(self, is_shared: bool, first: bool) -> None:
        await self._pacer.pause()
        attack = self._attack
        self._outcome.connections += 1
        try:
            connection = await Connection.open(self._port, attack.greeting, ATTACKERS, attack.reads)
        except OSError:
            if first:
                self._note("no connection", 0, 0)
            return
        beside = self._bystander(connection) if is_shared else None
        frames = [0]
        sending = asyncio.create_task(self._send(connection, frames, beside is not None))
        is_awaited = first and attack.end != End.NOTHING and self._slack > 0
        how = await self._end_of(connection, is_awaited)
        if first:
            since = connection.answered or connection.opened
            self._note(how, (connection.closed or time.monotonic()) - since, frames[0])
        sending.cancel()
        if beside:
            await self._part(beside)
        connection.close()

    def _bystander(self, connection: Connection) -> TappingSession:
        if ROOM_FOR_ALL not in self._attack.greeting:
            connection.send(ROOM_FOR_ALL)
        name = f"shared-{os.getpid()}-{id(self)}-{self._outcome.connections}"
        transport = FrameTransport(connection)
        # Where the settings have none.
        connection.send(room(transport.stream.number, FIRST_WINDOW))
        beside = TappingSession(Conversation(transport), RATE)
        beside.start(session_id=name)
        return beside

    async def _part(self, beside: TappingSession) -> None:
        """Ends the session on the attacker's connection, which has to have gone well."""
        try:
            beside.expect_running()
            await beside.end_well()
        except (CheckFailed, StreamEnded) as error:
            self._outcome.disturbed = str(error)
        finally:
            await beside.cancel()
        self._outcome.waits += [seconds for _, seconds in beside.waits]

    def _note(self, how: str, seconds: float, frames: int) -> None:
        if how:
            self._ends[how] += 1
            self._outcome.seconds = max(self._outcome.seconds, seconds)
            self._outcome.frames = max(self._outcome.frames, frames)
        else:
            self._outcome.left += 1

    async def _end_of(self, connection: Connection, is_awaited: bool) -> str:
        """The end of a connection or of its streams; waits longer than the attack for one that is
        to come."""
        attack = self._attack
        while True:
            if connection.closed is not None:
                return connection.end
            ended = connection.resets + connection.ends
            if attack.end == End.STREAMS and ended >= attack.streams:
                return "reset" if connection.resets else "answer"
            deadline = self._over
            if is_awaited:
                deadline = max(deadline, self._deadline(connection))
            try:
                async with asyncio.timeout(max(deadline - time.monotonic(), 0)):
                    await connection.change()
            except TimeoutError:
                return ""

    def _deadline(self, connection: Connection) -> float:
        # The first bytes are the server's SETTINGS, if they come and are read.
        if connection.answered is None and self._attack.reads and not self._attack.tls:
            return connection.opened + QUEUE_SECONDS
        since = connection.answered or connection.opened
        return since + self._attack.within * self._slack

    async def _send(self, connection: Connection, frames: list[int], is_shared: bool) -> None:
        # The connection notes its own end.
        with suppress(OSError):
            for burst in self._attack.bursts():
                data = renumbered(burst.data, FIRST_STREAM) if is_shared else burst.data
                await connection.send_all(data, burst.flow, RESERVE if is_shared else 0)
                frames[0] += burst.frames
                self._count(burst)
                await self._pacer.pause()
                if pause := self._attack.pause + burst.pause:
                    await asyncio.sleep(pause)

    def _count(self, burst: Burst) -> None:
        self._outcome.sent_frames += burst.frames
        self._outcome.sent_bytes += len(burst.data)


async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(65_536):
        pass
    writer.close()


async def main(given: argparse.Namespace) -> None:
    raise_descriptors()
    os.nice(10)
    attacks, pacer = [ATTACKS[name] for name in given.names], Pacer(given.share)
    # The control makes the same effort, without a target.
    sink = await asyncio.start_server(swallow, "127.0.0.1", 0)
    async with sink:
        target = sink.sockets[0].getsockname()[1] if attacks == [CONTROL] else given.port
        outcomes = await asyncio.gather(
            *(Attacker(each, given, target, pacer).run() for each in attacks))
    json.dump([asdict(outcome) for outcome in outcomes], sys.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=float, help="for how long at least")
    parser.add_argument("names", nargs="+", help="the attacks")
    parser.add_argument(
        "--slack", type=float, default=1.2, help="how much later ends may come; 0: none is awaited")
    parser.add_argument("--share", type=float, default=SHARE_OF_A_CORE, help="of one core")
    parser.add_argument("--most", type=int, help="connections of each attack")
    parser.add_argument("--alone", action="store_true", help="without sessions beside it")
    asyncio.run(main(parser.parse_args()))

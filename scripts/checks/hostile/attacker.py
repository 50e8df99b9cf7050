"""Carries out attacks at the same time, in a process of its own."""

import asyncio
import os
import pickle
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from attack import ATTACKERS, Attack, Effort, End, Outcome
from attacks import ATTACKS, CONTROL
from checks import CheckFailed
from conversation import Conversation, StreamEnded
from http2 import FIRST_WINDOW, room
from http2_client import ROOM_FOR_ALL, Connection
from process import raise_descriptors
from tapping_session import TappingSession
from transports import FrameTransport

# Of the session on an attacker's connection, whose budgets it shares; and room for it, bytes.
RATE, RESERVE = 10, 4_096
# Seconds that a connection may wait until it is accepted.
QUEUE_SECONDS = 60


async def attack_from_outside(names: list[str], port: int, effort: Effort) -> list[Outcome]:
    """The outcomes of the attacks of these names."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-B", Path(__file__), stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE)  # fmt: skip
    try:
        out, _ = await process.communicate(pickle.dumps((names, port, effort)))
        return pickle.loads(out)
    finally:
        if process.returncode is None:
            process.kill()


class Pacer:
    """Keeps this process at a share of one core, which those who measure have, too."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._wall, self._cpu = time.monotonic(), time.process_time()

    async def pause(self) -> None:
        """Waits as long as it has to after what was done since the last time."""
        wall, cpu = time.monotonic(), time.process_time()
        owed = (cpu - self._cpu) / self._share - (wall - self._wall)
        # Time that was not used is not saved up.
        if owed < 0:
            self._wall, self._cpu = wall, cpu
        await asyncio.sleep(owed if owed > 0.002 else 0)


class Attacker:
    """One attack."""

    def __init__(self, attack: Attack, effort: Effort, port: int, pacer: Pacer) -> None:
        self._attack, self._effort, self._port, self._pacer = attack, effort, port, pacer
        self._outcome = Outcome()
        self._ends: Counter[str] = Counter()
        # The time when it is over, if nothing is waited for any more.
        self._over = time.monotonic() + max(effort.seconds, attack.lasts)

    async def run(self) -> Outcome:
        """Attacks at least for the time that was asked for, and until it is known how it ends."""
        attack, most = self._attack, self._effort.most
        is_shared = (
            self._effort.has_bystanders and attack.end != End.CONNECTION and not attack.is_alone)
        async with asyncio.TaskGroup() as group:
            for number in range(min(attack.connections, most or attack.connections)):
                group.create_task(self._insist(is_shared and number == 0))
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
        attack, outcome = self._attack, self._outcome
        outcome.connections += 1
        try:
            connection = await Connection.open(self._port, attack.greeting, ATTACKERS, attack.reads)
        except OSError:
            self._ends["no connection"] += first
            return
        beside = self._bystander(connection) if is_shared else None
        sending = asyncio.create_task(self._send(connection, RESERVE if is_shared else 0))
        is_awaited = first and attack.end != End.NOTHING and self._effort.slack > 0
        how = await self._end_of(connection, is_awaited)
        if first and how:
            self._ends[how] += 1
            since = connection.answered or connection.opened
            took = (connection.closed or time.monotonic()) - since
            outcome.seconds = max(outcome.seconds, took)
        elif first:
            outcome.left += 1
        sending.cancel()
        if beside:
            await self._part(beside)
        connection.close()

    def _bystander(self, connection: Connection) -> TappingSession:
        if ROOM_FOR_ALL not in self._attack.greeting:
            connection.send(ROOM_FOR_ALL)
        transport = FrameTransport(connection)
        # Where the settings have none.
        connection.send(room(transport.stream.number, FIRST_WINDOW))
        beside = TappingSession(Conversation(transport), RATE)
        beside.start(session_id=f"shared-{os.getpid()}-{id(self)}-{self._outcome.connections}")
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
        return since + self._attack.within * self._effort.slack

    async def _send(self, connection: Connection, reserve: int) -> None:
        # The connection notes its own end.
        with suppress(OSError):
            for burst in self._attack.bursts():
                await connection.send_all(burst.data, burst.flow, reserve)
                self._outcome.sent_frames += burst.frames
                self._outcome.sent_bytes += len(burst.data)
                await self._pacer.pause()
                if pause := self._attack.pause + burst.pause:
                    await asyncio.sleep(pause)


async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(65_536):
        pass
    writer.close()


async def main(names: list[str], port: int, effort: Effort) -> list[Outcome]:
    raise_descriptors()
    os.nice(10)
    attacks, pacer = [ATTACKS[name] for name in names], Pacer(effort.share)
    # The control makes the same effort, without a target.
    async with await asyncio.start_server(swallow, "127.0.0.1", 0) as sink:
        target = sink.sockets[0].getsockname()[1] if attacks == [CONTROL] else port
        return await asyncio.gather(
            *(Attacker(each, effort, target, pacer).run() for each in attacks))


if __name__ == "__main__":
    asked = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(asyncio.run(main(*asked))))

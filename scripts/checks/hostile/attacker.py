"""Carries out attacks at the same time, in a separate process."""

import asyncio
import os
import time
from collections import Counter
from contextlib import suppress

from anyio import CapacityLimiter, to_process

from attack import ATTACKERS, Attack, Effort, End, Outcome
from attacks import ATTACKS, CONTROL
from conversation import Conversation, StreamEnded
from http2 import FIRST_WINDOW, room
from http2_client import ROOM_FOR_ALL, Connection
from process import raise_descriptors
from tapping_session import TappingSession
from transports import FrameTransport

# The rate of the session on an attacker's connection, in its budgets; and its window, bytes.
RATE, RESERVE = 10, 4_096
# The timeout of accepting a connection, seconds.
QUEUE_SECONDS = 60
NICENESS = 10


async def attack_from_outside(names: list[str], port: int, effort: Effort) -> list[Outcome]:
    """Returns the outcomes of the attacks of these names."""
    return await to_process.run_sync(
        carry_out, names, port, effort, cancellable=True, limiter=CapacityLimiter(1))


class Pacer:
    """Keeps this process at a share of one core, which the measuring clients use as well."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._wall, self._cpu = time.monotonic(), time.process_time()

    async def pause(self) -> None:
        """Sleeps according to the processor time used since the last call."""
        wall, cpu = time.monotonic(), time.process_time()
        owed = (cpu - self._cpu) / self._share - (wall - self._wall)
        # Unused time is not saved up.
        if owed < 0:
            self._wall, self._cpu = wall, cpu
        await asyncio.sleep(owed if owed > 0.002 else 0)


class Attacker:
    """One attack."""

    def __init__(self, attack: Attack, effort: Effort, port: int, pacer: Pacer) -> None:
        self._attack, self._effort, self._port, self._pacer = attack, effort, port, pacer
        self._outcome = Outcome()
        self._ends: Counter[str] = Counter()
        # The time of its end, if no end is awaited any more.
        self._over = time.monotonic() + max(effort.seconds, attack.lasts)

    async def run(self) -> Outcome:
        """Attacks at least for the requested time, and until its end is known."""
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
        """Reconnects whenever the connection ends."""
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
        # If the settings gave it no window.
        connection.send(room(transport.stream.number, FIRST_WINDOW))
        beside = TappingSession(Conversation(transport), RATE)
        beside.start(session_id=f"shared-{os.getpid()}-{id(self)}-{self._outcome.connections}")
        return beside

    async def _part(self, beside: TappingSession) -> None:
        """Ends the session on the attacker's connection, which must succeed."""
        try:
            beside.expect_running()
            await beside.end_well()
        except (AssertionError, StreamEnded) as error:
            self._outcome.disturbed = str(error)
        finally:
            await beside.cancel()
        self._outcome.waits += [seconds for _, seconds in beside.waits]

    async def _end_of(self, connection: Connection, is_awaited: bool) -> str:
        """Returns the end of the connection or its streams; waits longer for one that must come."""
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
        # The server's first bytes are its SETTINGS, if they are read.
        if connection.answered is None and self._attack.reads and not self._attack.tls:
            return connection.opened + QUEUE_SECONDS
        since = connection.answered or connection.opened
        return since + self._attack.within * self._effort.slack

    async def _send(self, connection: Connection, reserve: int) -> None:
        # The connection records its own end.
        with suppress(OSError):
            for burst in self._attack.bursts():
                await connection.send_all(burst.data, burst.flow, reserve)
                await self._pacer.pause()
                if pause := self._attack.pause + burst.pause:
                    await asyncio.sleep(pause)


async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(65_536):
        pass
    writer.close()


def carry_out(names: list[str], port: int, effort: Effort) -> list[Outcome]:
    raise_descriptors()
    os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    return asyncio.run(attack_all(names, port, effort))


async def attack_all(names: list[str], port: int, effort: Effort) -> list[Outcome]:
    attacks, pacer = [ATTACKS[name] for name in names], Pacer(effort.share)
    # The control makes the same effort, without a target.
    async with await asyncio.start_server(swallow, "127.0.0.1", 0) as sink:
        target = sink.sockets[0].getsockname()[1] if attacks == [CONTROL] else port
        return await asyncio.gather(
            *(Attacker(each, effort, target, pacer).run() for each in attacks))

"""Checks engines that serve as one: on a real etcd, by what operators and clients do.

usage: scripts/fleet/check-store runs it.
"""

import argparse
import asyncio
import signal
import statistics
import sys
import time
from contextlib import suppress
from pathlib import Path

from checks import CheckFailed, eventually, expect, expect_in, expect_that
from conversation import Conversation, StreamEnded
from engine import EngineError
from fleet import Fleet, digest, running_fleet
from frames import tap
from resuming import Survivor

# Longer than a lease and its margin.
FROZEN_SECONDS = 12
# A lease, and what a proxy's health checks take.
SETTLING_SECONDS = 15
PUBLICATIONS = 40


async def publishing(binary: Path) -> str:
    """A version is on all engines once 'publish' ends, and on one that comes later."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        waits = []
        for number in range(PUBLICATIONS):
            file = fleet.version(20 + number)
            start = time.monotonic()
            output = await fleet.operate("publish", file)
            waits.append(time.monotonic() - start)
            expect_in(f"as number {number + 1}\n", output)
        digests = {await digest(fleet, name) for name in fleet.engines}
        await fleet.start("engine-3")
        digests.add(await digest(fleet, "engine-3"))
        expect("versions", len(digests - {""}), 1)
        p99 = statistics.quantiles(waits, n=100)[98]
        return f"{PUBLICATIONS} times, p99 {p99 * 1e3:.0f} ms with the program's start"


async def coming_and_going(binary: Path) -> str:
    """Publications succeed while engines join and leave, and newcomers know what is in force."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        file, visits = fleet.version(20), 0

        async def visit() -> None:
            nonlocal visits
            while True:
                await fleet.start("engine-3")
                expect_that(await digest(fleet, "engine-3") != "", "engine-3 knows no version")
                visits += 1
                await fleet.engines["engine-3"].stop()

        await fleet.operate("publish", file)
        visitor = asyncio.create_task(visit())
        for number in range(1, PUBLICATIONS):
            await fleet.operate("publish", fleet.version(20 + number))
            if visitor.done():
                break
        visitor.cancel()
        with suppress(asyncio.CancelledError):
            await visitor
        digests = {await digest(fleet, name) for name in ["engine-1", "engine-2"]}
        expect("versions", len(digests - {""}), 1)
        expect_that(visits > 1, f"only {visits} engines came")
        return f"{PUBLICATIONS} times, while {visits} engines came and went"


async def operators(binary: Path) -> str:
    """Mistakes, history, rollback and withdrawal are told in words and exit codes."""
    async with running_fleet(binary, "engine-1") as fleet:
        first, second = fleet.version(20), fleet.version(21)
        bad = Path(fleet.version(22))
        bad.write_text(bad.read_text() + "toggels: []\n")
        expect_in("did you mean toggles?", await fleet.operate("publish", str(bad), code=65))
        await fleet.operate("publish", first, "--by", "ann")
        one = await digest(fleet, "engine-1")
        await fleet.operate("publish", second, "--by", "ben")
        expect_in("in force already", await fleet.operate("publish", second))
        await fleet.operate("rollback", "mine")
        expect("digest after the rollback", await digest(fleet, "engine-1"), one)
        lines = (await fleet.operate("history", "mine")).splitlines()
        expect("lines of history", len(lines), 3)
        expect_in("rolled back", lines[0])
        expect_in("ben", lines[1])
        await fleet.operate("withdraw", "mine")
        expect("digest after the withdrawal", await digest(fleet, "engine-1"), "")
        await fleet.operate("withdraw", "mine", code=1)
        await fleet.operate("history", "none", code=1)
        return "as they should be"


async def two_publishers(binary: Path) -> str:
    """Of two that publish at once at least one wins, and a loser is told who."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        losses = 0
        for number in range(10):
            files = [fleet.version(20 + 2 * number), fleet.version(21 + 2 * number)]
            store = ("--fleet-store", fleet.store.address)
            ends = await asyncio.gather(*(
                fleet.run("publish", file, *store, "--by", by)
                for file, by in zip(files, ["ann", "ben"], strict=True)))  # fmt: skip
            codes = sorted(code for code, _ in ends)
            expect_that(codes in ([0, 0], [0, 1]), f"exit codes are {codes}: {ends}")
            for index, (code, output) in enumerate(ends):
                if code:
                    losses += 1
                    expect_in(["ben", "ann"][index], output)
            digests = {await digest(fleet, name) for name in fleet.engines}
            expect("versions", len(digests), 1)
        return f"10 times, {losses} lost"


async def frozen(binary: Path) -> str:
    """An engine that was frozen past its lease does not act on the sessions that it had."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        client = fleet.conversation("engine-1")
        await client.open(session_id="cold", user="ann")
        await client.exchange(tap(1))
        fleet.engines["engine-1"].tell(signal.SIGSTOP)
        await asyncio.sleep(FROZEN_SECONDS)
        await fleet.listed("engine-2")
        # What is published meanwhile does not wait for it.
        await fleet.operate("publish", fleet.version(20))
        await client.events(tap(2))
        fleet.engines["engine-1"].tell(signal.SIGCONT)
        _, failure = await client.failure_within(5)
        expect("how the session ended", failure.reason, "DRAINING")
        await fleet.listed("engine-1", "engine-2")
        await eventually("it has what was published", lambda: has_version(fleet, "engine-1"), 10)
        return f"for {FROZEN_SECONDS} s"


async def has_version(fleet: Fleet, name: str) -> bool:
    try:
        return await digest(fleet, name) != ""
    except StreamEnded as ended:
        # It has been late for as long as it was frozen.
        if ended.failure.reason == "OVERLOADED":
            return False
        raise


async def moving(binary: Path) -> str:
    """Sessions whose key is another engine's are told to go there, and kept if they come back."""
    async with running_fleet(binary, "engine-1") as fleet:
        clients = [fleet.conversation("engine-1") for _ in range(60)]
        for number, client in enumerate(clients):
            await client.open(session_id=f"s{number}", user=f"user-{number}")
        await fleet.start("engine-2")
        told = await asyncio.gather(*(told_to_leave(client) for client in clients))
        moved = [number for number, is_told in enumerate(told) if is_told]
        expect_that(15 <= len(moved) <= 45, f"{len(moved)} of 60 were told to go")
        back = fleet.conversation("engine-1")
        await back.open(session_id=f"s{moved[0]}", user=f"user-{moved[0]}", epoch=2)
        expect("told again", await told_to_leave(back), False)
        return f"{len(moved)} of 60 sessions"


async def told_to_leave(client: Conversation) -> bool:
    seconds = SETTLING_SECONDS + 5
    try:
        async with asyncio.timeout(seconds):
            while not (await client.receive(seconds)).HasField("drain"):
                pass
    except TimeoutError:
        return False
    return True


async def keys(binary: Path) -> str:
    """Engines resume each other's sessions with keys that were published, also with new ones."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        file = fleet.folder / "keys"
        session = Survivor("walker", user="ann")
        for name in ["engine-1", "engine-2", "engine-1"]:
            process = await asyncio.create_subprocess_exec(
                binary, "keygen", "--name", f"key-{session.epoch}", "--into", file,
                stdout=asyncio.subprocess.DEVNULL)  # fmt: skip
            expect("exit code of keygen", await process.wait(), 0)
            await fleet.operate("publish", "--checkpoint-keys", str(file))
            conversation = fleet.conversation(name)
            if session.epoch:
                await session.resume(conversation)
            else:
                await session.open(conversation)
            await session.exchange(tap(1 + session.epoch % 2))
            await eventually("there is a checkpoint", lambda: checkpointed(session), 10)
        lines = (await fleet.operate("history", "checkpoint", "--checkpoint-keys")).splitlines()
        expect("lines of history", len(lines), 3)
        return "twice, with new keys each time"


async def checkpointed(session: Survivor) -> bool:
    """Takes in what comes, if a resume would not bring back all that was sent. Returns whether."""
    if session.checkpoint.event < session.conversation.sent:
        session.note(await session.conversation.receive())
    return session.checkpoint.event == session.conversation.sent


async def commanding(binary: Path) -> str:
    """A command to a session that is on its way waits for it, and takes effect once."""
    async with running_fleet(binary, "engine-1") as fleet:
        address = fleet.engines["engine-1"].address
        arguments = ["select-tab", '{"tab": 2}', "--user", "ann", "--id", "go"]
        command = asyncio.create_task(fleet.run("command", *arguments, "--address", address))
        await asyncio.sleep(1)
        client = fleet.conversation("engine-1")
        await client.open(session_id="late", user="ann")
        code, output = await command
        expect("exit code", (code, output.startswith("late: ")), (0, True))
        _, again = await fleet.run("command", *arguments, "--address", address)
        expect_in("late: ", again)
        without = ["select-tab", "--user", "ben", "--address", address, "--timeout", "1"]
        code, output = await fleet.run("command", *without)
        expect("exit code without a session", code, 1)
        return "as it should"


async def store_lost(binary: Path) -> str:
    """Without a store everything goes on; with an empty one, too."""
    async with running_fleet(binary, "engine-1", "engine-2") as fleet:
        await fleet.operate("publish", fleet.version(20))
        await fleet.operate("publish", fleet.version(20, "other"))
        one = await digest(fleet, "engine-1")
        client = fleet.conversation("engine-1")
        await client.open(session_id="stays", user="ann")
        await fleet.store.stop()
        await fleet.operate("publish", fleet.version(21), code=69)
        # As long as a lease lasts, and longer.
        for _ in range(FROZEN_SECONDS):
            await client.exchange(tap(1))
            await asyncio.sleep(1)
        await fleet.engines["engine-2"].stop(signal.SIGKILL)
        await fleet.start("engine-2")
        expect("digest without a store", await digest(fleet, "engine-2"), one)
        fleet.store.empty()
        await fleet.store.start()
        await fleet.listed("engine-1", "engine-2")
        expect("digest with an empty store", await digest(fleet, "engine-1"), one)
        await fleet.operate("publish", fleet.version(21))
        both = {await digest(fleet, name) for name in fleet.engines}
        expect("versions", (len(both), one in both), (1, False))
        expect_that(await digest(fleet, "engine-1", "other") != "", "the other one is lost")
        await client.exchange(tap(2))
        return f"{FROZEN_SECONDS} s without it, then an empty one"


CHECKS = {
    "published versions are on all engines": publishing,
    "engines come and go meanwhile": coming_and_going,
    "operators are told": operators,
    "two publish at once": two_publishers,
    "published keys resume sessions": keys,
    "a command waits for its session": commanding,
    "a frozen engine lets go": frozen,
    "sessions go where they belong": moving,
    "the store is lost, and comes back empty": store_lost,
}


def cause(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


async def main(binary: Path, only: str) -> int:
    failed = 0
    for name, check in CHECKS.items():
        if only not in name:
            continue
        try:
            print(f"ok {name}: {await check(binary)}", flush=True)
        except (CheckFailed, EngineError, StreamEnded, TimeoutError, OSError) as error:
            failed += 1
            print(f"FAILED {name}: {cause(error)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("--only", default="", help="checks whose name has this in it")
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.binary.resolve(), given.only)))

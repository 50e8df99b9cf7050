"""The minimal clients of the pages, over connections that are cut and engines that are stopped and
killed."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from checks import Check, Lab, expect, expect_that
from engine import Engine
from own_engine import key_file, limits
from relay import Relay

CLIENTS = Path(__file__).resolve().parents[2] / "Tests/Clients"
# Where Debian has the modules of Node.
MODULES = "/usr/share/nodejs"

# A stopped engine counts as silent after 2.5 s, and makes no tick of its own.
OPTIONS = [*limits(heartbeat_seconds=1, tick_grace_ms=3_600_000), "--web-port", "0"]

SILENT = "the server is silent"
LOST = "the connection is lost"
RESUMED = "OPEN_OUTCOME_RESUMED"


class MinimalClient:
    """The process of a client, and the lines that it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin and process.stdout
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self.lines: list[str] = []

    def report(self, **kind: dict[str, Any]) -> None:
        self._input.write(json.dumps(kind).encode() + b"\n")

    def tap(self, tab: int) -> None:
        self.report(tap={"tab": tab})

    def scroll(self, phase: str, y: float) -> None:
        report = {"source": "home", "drag": 1, "phase": f"SCROLL_PHASE_{phase}", "x": 0, "y": y}
        self.report(scroll=report)

    async def prints(self, wanted: str) -> None:
        """Reads its lines up to the next one that is `wanted`."""
        while True:
            line = (await self._output.readline()).decode().removesuffix("\n")
            expect_that(line != "", f"it ends without {wanted!r}, after {self.lines}")
            self.lines.append(line)
            if line == wanted:
                return

    async def finish(self) -> None:
        """Ends its input, after which it has to end the session."""
        self._input.close()
        self.lines += (await self._output.read()).decode().splitlines()
        expect("exit code", await self._process.wait(), 0)

    def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()


@asynccontextmanager
async def started(name: str, port: int) -> AsyncIterator[MinimalClient]:
    commands: dict[str, list[str | Path]] = {
        "minimal.py": [sys.executable, "-B", CLIENTS / name, f"127.0.0.1:{port}"],
        "minimal.mjs": ["node", CLIENTS / name, f"ws://127.0.0.1:{port}/v1/interact"],
    }
    process = await asyncio.create_subprocess_exec(
        *commands[name], env={**os.environ, "NODE_PATH": MODULES},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)  # fmt: skip
    client = MinimalClient(process)
    try:
        yield client
    finally:
        client.kill()


class ReplaceableEngine:
    """Engines that follow each other at one address."""

    def __init__(self, lab: Lab, is_web: bool) -> None:
        self._lab, self._is_web = lab, is_web
        self.relay = Relay(0)

    async def start(self, keys: Path) -> None:
        options = [*OPTIONS, "--checkpoint-keys", str(keys)]
        self._engine = await Engine.start(self._lab.binary, *options)
        web = await self._engine.next_address("browsers")
        address = web if self._is_web else self._engine.address
        self.relay.target = int(address.split(":")[1])
        await self.relay.open()

    def tell(self, number: signal.Signals) -> None:
        self._engine.tell(number)

    async def kill(self) -> None:
        self.relay.cut()
        await self._engine.stop(signal.SIGKILL)


def survives(name: str) -> Check:
    async def run(lab: Lab) -> None:
        async with key_file(lab) as keys, key_file(lab) as other_keys:
            engine = ReplaceableEngine(lab, is_web=name == "minimal.mjs")
            await engine.start(keys)
            try:
                async with started(name, engine.relay.port) as client:
                    await interrupt(client, engine, keys, other_keys)
            finally:
                await engine.kill()

    return Check(f"{name} loses and doubles no directive", run, 90)


async def interrupt(
    client: MinimalClient, engine: ReplaceableEngine, keys: Path, other_keys: Path
) -> None:
    # The released list settles by a tick.
    for phase, y in [("BEGAN", 0), ("MOVED", -60), ("ENDED", -60)]:
        client.scroll(phase, y)
    await client.prints("directive 2: floor")
    client.tap(1)
    await client.prints("tab 1")

    engine.relay.cut()
    client.tap(2)
    await client.prints(LOST)
    await engine.relay.open()
    await client.prints("tab 2")

    engine.tell(signal.SIGSTOP)
    client.tap(3)
    await client.prints(SILENT)
    engine.tell(signal.SIGCONT)
    await client.prints("tab 3")

    engine.tell(signal.SIGSTOP)
    client.tap(4)
    await client.prints(SILENT)
    await engine.kill()
    await client.prints(LOST)
    await engine.start(keys)
    await client.prints("tab 4")

    await engine.kill()
    client.tap(0)
    await client.prints(LOST)
    await engine.start(other_keys)
    await client.prints("OPEN_OUTCOME_RESTARTED")
    await client.prints("tab 0")
    await client.finish()
    shown = [line for line in client.lines if line.startswith(("tab", "directive"))]
    tabs = [line for number, tab in enumerate([1, 2, 3, 4], 3)
            for line in [f"directive {number}: selection", f"tab {tab}"]]  # fmt: skip
    expect("what it has shown", shown, [
        "tab 0", "directive 1: floor", "directive 2: floor",
        *tabs, "tab 4", "directive 1: selection", "tab 0"])  # fmt: skip
    resumes = client.lines.count(RESUMED)
    expect_that(resumes >= 3, f"it has resumed {resumes} times")


SLOW_CHECKS = [survives("minimal.py"), survives("minimal.mjs")]

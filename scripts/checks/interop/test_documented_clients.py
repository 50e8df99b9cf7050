"""The Python programs of the guides print what the pages show; the clients in `Tests/Clients`
resume over connections that are cut and engines that are stopped and killed."""

import json
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import Any

import pytest

from command_line import run
from engine import Engine
from own_engine import add_key_by, limits
from programs import program
from relay import Relay

GUIDES = Path("Sources/interaction-engine/interaction-engine.docc")
PAGES = ["Complete-client", "Other-languages"]
# A program, the command that runs it, its input if it has one, and what it prints.
EXAMPLE = re.compile(
    r"^```python\n(?P<program>.*?)^```\n\n"
    r"^```sh\n(?:printf '(?P<input>[^']*)' \| )?python [^\n]*\n```\n\n^```\n(?P<output>.*?)^```\n",
    re.MULTILINE | re.DOTALL)  # fmt: skip

# A stopped engine counts as silent after 2.5 s, and makes no tick of its own.
OPTIONS = [*limits(heartbeat_seconds=1, tick_grace_ms=3_600_000), "--web-port", "0"]
SILENT = "the server is silent"
LOST = "the connection is lost"
COMMANDS = {
    "complete.py": [sys.executable, "-B", "Tests/Clients/complete.py", "127.0.0.1:PORT"],
    "minimal.py": [sys.executable, "-B", "Tests/Clients/minimal.py", "127.0.0.1:PORT"],
    "minimal.mjs": ["node", "Tests/Clients/minimal.mjs", "ws://127.0.0.1:PORT/v1/interact"],
}
# Debian's folder of Node modules.
MODULES = {"NODE_PATH": "/usr/share/nodejs"}


@pytest.mark.parametrize("page", PAGES)
async def test_a_program_prints_what_its_page_shows(lab, page):
    text = (GUIDES / f"{page}.md").read_text(encoding="utf-8")
    [example] = EXAMPLE.finditer(text)

    async def typed() -> AsyncIterator[str]:
        yield (example["input"] or "").replace("\\n", "\n")

    output = await run(
        sys.executable, "-B", "-c", example["program"], lab.engine.address, lines=typed())
    assert output.good() == example["output"]


class MinimalClient:
    """The process of a client, and its printed lines."""

    def __init__(self, process: Process) -> None:
        assert process.stdin and process.stdout
        self.process, self._input, self._output = process, process.stdin, process.stdout
        self.lines: list[str] = []

    def write(self, line: str) -> None:
        self._input.write(line.encode() + b"\n")

    def report(self, **kind: dict[str, Any]) -> None:
        self.write(json.dumps(kind))

    def tap(self, tab: int) -> None:
        self.report(tap={"tab": tab})

    async def prints(self, wanted: str) -> None:
        """Reads lines up to the next one that is `wanted`."""
        while True:
            line = (await self._output.readline()).decode().removesuffix("\n")
            assert line, f"it ends without {wanted!r}, after {self.lines}"
            self.lines.append(line)
            if line == wanted:
                return

    async def finish(self) -> None:
        """Closes its standard input, after which it has to end the session."""
        self._input.close()
        self.lines += (await self._output.read()).decode().splitlines()
        assert await self.process.wait() == 0


class ReplaceableEngine:
    """Successive engines at one address."""

    def __init__(self, binary: Path, is_web: bool) -> None:
        self._binary, self._is_web = binary, is_web
        self.relay = Relay(0)

    async def start(self, keys: Path) -> None:
        self.process = await Engine.start(self._binary, *OPTIONS, "--checkpoint-keys", keys)
        web = await self.process.next_address("browsers")
        address = web if self._is_web else self.process.address
        self.relay.target = int(address.split(":")[1])
        await self.relay.open()

    async def kill(self) -> None:
        self.relay.cut()
        await self.process.stop(SIGKILL)


@pytest.fixture
async def other_keys(binary: Path, keys: Path) -> Path:
    file = keys.with_name("other")
    await add_key_by(binary, file, "first")
    return file


@asynccontextmanager
async def connected(
    name: str, binary: Path, keys: Path
) -> AsyncIterator[tuple[MinimalClient, ReplaceableEngine]]:
    """A client of this name, and its engine."""
    engine = ReplaceableEngine(binary, is_web=name == "minimal.mjs")
    await engine.start(keys)
    try:
        command = [part.replace("PORT", str(engine.relay.port)) for part in COMMANDS[name]]
        async with program(
            *command, env={**os.environ, **MODULES}, stdin=PIPE, stdout=PIPE
        ) as process:
            yield MinimalClient(process), engine
    finally:
        await engine.kill()


@pytest.mark.timeout(60)
async def test_the_complete_client_resumes_and_restarts(binary, keys, other_keys):
    async with connected("complete.py", binary, keys) as (client, engine):
        await client.prints("tab 0")
        client.write("1")
        await client.prints("tab 1")

        engine.relay.cut()
        client.write("2")
        await engine.relay.open()
        await client.prints("tab 2")

        await engine.kill()
        client.write("3")
        await engine.start(keys)
        await client.prints("tab 3")

        await engine.kill()
        client.write("4")
        await engine.start(other_keys)
        await client.prints("tab 4")
        await client.finish()
    assert client.lines == [
        "OPEN_OUTCOME_NEW", "tab 0", "tab 1", "OPEN_OUTCOME_RESUMED", "tab 2",
        "OPEN_OUTCOME_RESUMED", "tab 3", "OPEN_OUTCOME_RESTARTED", "tab 3", "tab 4"]  # fmt: skip


@pytest.mark.timeout(90)
@pytest.mark.parametrize("name", ["minimal.py", "minimal.mjs"])
async def test_a_minimal_client_loses_and_doubles_no_directive(binary, keys, other_keys, name):
    async with connected(name, binary, keys) as (client, engine):
        # The released list settles by a tick.
        for phase, y in [("BEGAN", 0), ("MOVED", -60), ("ENDED", -60)]:
            scroll = {"source": "home", "drag": 1, "phase": f"SCROLL_PHASE_{phase}", "x": 0, "y": y}
            client.report(scroll=scroll)
        await client.prints("directive 2: floor")
        client.tap(1)
        await client.prints("tab 1")

        engine.relay.cut()
        client.tap(2)
        await client.prints(LOST)
        await engine.relay.open()
        await client.prints("tab 2")

        engine.process.tell(SIGSTOP)
        client.tap(3)
        await client.prints(SILENT)
        engine.process.tell(SIGCONT)
        await client.prints("tab 3")

        engine.process.tell(SIGSTOP)
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
        assert shown == ["tab 0", "directive 1: floor", "directive 2: floor",
                         *tabs, "tab 4", "directive 1: selection", "tab 0"]  # fmt: skip
        assert client.lines.count("OPEN_OUTCOME_RESUMED") >= 3

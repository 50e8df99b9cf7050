"""Two engines on a store, with some load: one without encryption, one with TLS and a limit on
memory, so that every metric of an engine is there."""

import asyncio
import re
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from certificates import LOOPBACK, Authority, Files
from checks import eventually, expect_that
from engine import Engine
from monitoring import Monitoring
from store import running_store

ROOT = Path(__file__).resolve().parents[3]
TRACE = ROOT / "Tests/Traces/recorded/browser-flings.txt"
SESSIONS = "4"


@asynccontextmanager
async def fleet(binary: Path) -> AsyncIterator[list[Monitoring]]:
    """Where the engines are monitored. The load goes on until the end."""
    async with AsyncExitStack() as stack:
        files = Files(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        authority = Authority()
        files.write(authority.issue(LOOPBACK, days=30))
        files.root.write_bytes(authority.root)
        access = ["--tls-ca", str(files.root), "--tls-server-name", "localhost"]
        kinds = [([], []), ([*files.options, "--limit", "memory-mib=4096"], access)]
        store = await stack.enter_async_context(running_store())
        monitored: list[Monitoring] = []
        for options, access in kinds:
            name = f"engine-{len(monitored) + 1}"
            shared = ["--fleet-store", store.address, "--fleet-engine", name]
            engine = await stack.enter_async_context(running(binary, *shared, *options))
            monitored.append(await monitoring(engine))
            await eventually(f"{name} is ready", monitored[-1].is_ready, 20)
            await stack.enter_async_context(load(binary, engine.address, *access))
        yield monitored


@asynccontextmanager
async def running(binary: Path, *options: str) -> AsyncIterator[Engine]:
    engine = await Engine.start(binary, "--monitoring-port", "0", *options)
    try:
        yield engine
    finally:
        await engine.stop(signal.SIGKILL)


async def monitoring(engine: Engine) -> Monitoring:
    line = await engine.next_line()
    found = re.fullmatch(r"monitoring on (127\.0\.0\.1:\d+)\n", line)
    expect_that(found is not None, f"the engine's second line is {line!r}")
    assert found
    return Monitoring(found[1])


@asynccontextmanager
async def load(binary: Path, address: str, *access: str) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(
        binary.with_name("interaction-load"), "run", "--address", address, *access,
        "--sessions", SESSIONS, "--duration", "600", TRACE,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL)  # fmt: skip
    try:
        yield
        expect_that(process.returncode is None, f"the load ended with {process.returncode}")
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()

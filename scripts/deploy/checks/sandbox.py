"""Whether an engine's system calls pass the filters of the systemd unit: traced, not guessed."""

import asyncio
import re
import shlex
import signal
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import crashing
import program
from engine import Engine, EngineError

UNIT = "interaction-engine.service"
CALL = re.compile(r"^\d+ +([a-z_0-9]+)\(", re.MULTILINE)
FAMILY = re.compile(r"^\d+ +socket\((AF_\w+)", re.MULTILINE)
# By this the C library looks at the machine's addresses; without it, it assumes all kinds.
OPTIONAL = {"AF_NETLINK"}


def problems(folder: Path, binary: Path) -> Iterator[str]:
    text = (folder / "systemd" / UNIT).read_text()
    made = trace(binary)
    calls = set(CALL.findall(made)) - allowed_calls(values_of("SystemCallFilter", text))
    words = " ".join(values_of("RestrictAddressFamilies", text)).split()
    families = set(FAMILY.findall(made)) - set(words)
    for what, found in [("SystemCallFilter", calls), ("RestrictAddressFamilies", families)]:
        if found - OPTIONAL:
            yield f"{UNIT}: {what} does not allow {', '.join(sorted(found - OPTIONAL))}"


def values_of(name: str, text: str) -> list[str]:
    """What the lines say that set this."""
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def allowed_calls(lines: list[str]) -> set[str]:
    """What is left of the groups and names; those of a line that begins with `~` are taken away."""
    allowed: set[str] = set()
    for line in lines:
        found = set().union(*map(expanded, line.removeprefix("~").split()))
        allowed = allowed - found if line.startswith("~") else allowed | found
    return allowed


@cache
def expanded(name: str) -> set[str]:
    """The system calls of a group, which systemd knows."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
    lines = [line.strip() for line in listed.stdout.splitlines() if line.startswith("    ")]
    members = [line for line in lines if line and not line.startswith("#")]
    return set().union(*map(expanded, members))


@cache
def trace(binary: Path) -> str:
    """The system calls of an engine that starts, is asked, and ends; and of one that crashes."""
    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(_run(binary, Path(scratch)))
        return "".join(file.read_text() for file in Path(scratch).glob("calls-*"))


async def _run(binary: Path, folder: Path) -> None:
    program.run(binary, "keygen", "--into", str(folder / "keys"))
    engine = await Engine.start(
        _traced(binary, folder, "end"), "--checkpoint-keys", str(folder / "keys"),
        "--record", str(folder), "--operator-port", "0", "--web-port", "0",
        "--monitoring-port", "0")  # fmt: skip
    try:
        lines = [await engine.next_line() for _ in range(3)]
        program.run(binary, "health", "--address", engine.address)
        address = lines[-1].split()[-1]
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as page:
            page.read()
    finally:
        code = await engine.stop()
    if code:
        raise EngineError(f"the traced engine ended with {code}")
    await _crash(_traced(binary, folder, "crash"))


def _traced(binary: Path, folder: Path, name: str) -> Path:
    """A program that runs the engine, and notes its system calls."""
    # With -D it is the engine that is the child, and gets the signals.
    words = ["strace", "-D", "-f", "-qq", "-o", str(folder / f"calls-{name}"), str(binary)]
    traced = folder / f"traced-{name}"
    traced.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    traced.chmod(0o700)
    return traced


async def _crash(traced: Path) -> None:
    with tempfile.NamedTemporaryFile() as log:
        engine = await Engine.start(traced, variables=crashing.variables(), log=log.fileno())
        try:
            crashing.fault(engine.pid)
            async with asyncio.timeout(120):
                while "Backtrace took" not in Path(log.name).read_text():
                    await asyncio.sleep(0.1)
            crashing.fault(engine.pid)
            if (code := await engine.ended()) != -signal.SIGILL:
                raise EngineError(f"the engine that crashed ended with {code}")
        finally:
            await engine.stop(signal.SIGKILL)

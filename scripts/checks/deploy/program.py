"""Queries about the engine's program."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import crashing
from engine import Engine, running
from expectations import eventually
from monitoring import Monitoring

PROGRAM = "/bin/interaction-engine"


class BadOptions(Exception):
    """The program's error about invalid options."""


class Program:
    def __init__(self, binary: Path) -> None:
        self.binary = binary
        # The names of all series that an engine exports.
        self.series: set[str] = set()
        # The system calls of an engine that starts, answers, and ends, and of one that crashes.
        self.trace = ""

    @cache
    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        own = {name: value for name, value in os.environ.items()
               if not name.startswith("INTERACTION_")}  # fmt: skip
        return subprocess.run(
            [self.binary, *arguments], env=own, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=60, check=False)  # fmt: skip

    @cache
    def options(self, command: str) -> set[str]:
        """Returns the names of a command's options, from its help."""
        found = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", self.run(command, "--help").stdout))
        assert found, f"'{command} --help' names no option"
        return found

    def settings(self, *arguments: str) -> dict[str, Any]:
        """Returns the effective settings of `serve` with these arguments."""
        printed = self.run("serve", *arguments, "--print-config")
        if printed.returncode:
            raise BadOptions((printed.stderr.splitlines() or ["it says nothing"])[0])
        return yaml.safe_load(printed.stdout)

    def health_problems(self, command: list[str], port: int) -> Iterator[str]:
        """Yields the problems of a command that checks the engine's health on a port."""
        if command[:2] != [PROGRAM, "health"]:
            yield f"the command {command} is not that of health"
            return
        for word in command[2:]:
            name = word.partition("=")[0]
            if name.startswith("-") and name not in self.options("health"):
                yield f"health: {name} is no option"
        found = re.search(r"--address[= ]\S+:(\d+)", " ".join(command))
        # Without `--address` the command uses the engine's default port.
        if found and int(found[1]) != port:
            yield f"health: the engine listens on {port}, not on {found[1]}"

    async def watch(self, folder: Path) -> None:
        """Runs engines, and records their metrics and system calls."""
        await self._run(folder)
        await self._crash(folder)
        self.trace = "".join(file.read_text() for file in folder.glob("calls-*"))

    async def _run(self, folder: Path) -> None:
        self.run("keygen", "--into", str(folder / "keys"))
        async with running(
            self._traced(folder, "end"), "--checkpoint-keys", str(folder / "keys"),
            "--record", str(folder), "--operator-port", "0", "--web-port", "0",
            "--monitoring-port", "0",
        ) as engine:  # fmt: skip
            for listener in ["operators", "browsers"]:
                await engine.next_address(listener)
            self.run("health", "--address", engine.address)
            page = Monitoring(await engine.next_address("monitoring"))
            self.series = {sample.name for sample in await page.samples()}
            assert await engine.stop() == 0

    async def _crash(self, folder: Path) -> None:
        log = folder / "log"
        with log.open("wb") as file:
            engine = await Engine.start(
                self._traced(folder, "crash"), variables=crashing.variables(), log=file.fileno())
        try:
            crashing.fault(engine.pid)
            await eventually("a backtrace", lambda: "Backtrace took" in log.read_text(), 120)
            crashing.fault(engine.pid)
            assert await engine.ended() == -signal.SIGILL
        finally:
            await engine.stop(signal.SIGKILL)

    def _traced(self, folder: Path, name: str) -> Path:
        """Returns a program that runs the engine under strace."""
        # With -D the engine itself is the child, and gets the signals.
        words = ["strace", "-D", "-f", "-qq", "-o", str(folder / f"calls-{name}"), str(self.binary)]
        traced = folder / f"traced-{name}"
        traced.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
        traced.chmod(0o700)
        return traced

"""The engine's program, asked about itself."""

import asyncio
import os
import re
import subprocess
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine import Engine, EngineError

SERIES = re.compile(r"^(\w+)(?:\{.*\})? \S+$", re.MULTILINE)


class BadOptions(Exception):
    """The program's own words on options that it does not take."""


@cache
def run(binary: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("INTERACTION_")}
    return subprocess.run(
        [binary, *arguments], env=own, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60, check=False)  # fmt: skip


@cache
def options(binary: Path, command: str) -> set[str]:
    """The names of a command's options, as its help has them."""
    found = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", run(binary, command, "--help").stdout))
    if not found:
        raise EngineError(f"'{command} --help' names no option")
    return found


def settings(binary: Path, *arguments: str) -> dict[str, Any]:
    """What is in force with these arguments of `serve`."""
    printed = run(binary, "serve", *arguments, "--print-config")
    if printed.returncode:
        raise BadOptions((printed.stderr.splitlines() or ["it says nothing"])[0])
    return yaml.safe_load(printed.stdout)


@cache
def series(binary: Path) -> set[str]:
    """The names of all series that an engine tells."""
    return asyncio.run(_series(binary))


async def _series(binary: Path) -> set[str]:
    engine = await Engine.start(binary, "--monitoring-port", "0")
    try:
        address = (await engine.next_line()).removeprefix("monitoring on ").strip()
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as page:
            return set(SERIES.findall(page.read().decode()))
    finally:
        await engine.stop()

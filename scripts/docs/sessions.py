"""Runs the commands of the pages, and compares what they print with what the page shows.

A page's blocks of `console` are run in a folder of their own, with the built programs and an engine
that has just started: lines that begin with `$ ` are run by bash, the others are their output, in
which `…` stands for any text. A comment before a block makes it a file of that folder:

  <!-- file: pull.txt -->
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from markdown import Page

BLOCK = re.compile(
    r"^(?:<!-- file: (?P<name>\S+) -->\n\n?)?```(?P<language>\w*)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL)  # fmt: skip
PROGRAMS = ("interaction-engine", "interaction-load")
# Seconds that one command may take.
PATIENCE = 60


@dataclass(frozen=True)
class Step:
    line: int
    command: str
    output: str


def problems(pages: list[Page], root: Path) -> Iterator[str]:
    for page in pages:
        blocks = list(BLOCK.finditer(page.text))
        if not any(block["language"] == "console" for block in blocks):
            continue
        missing = [name for name in PROGRAMS if not (root / ".build/debug" / name).is_file()]
        if missing:
            yield f"{page.path.relative_to(root)}: {missing[0]} is not built"
            continue
        with tempfile.TemporaryDirectory() as folder, engine(root, Path(folder)) as environment:
            for block in blocks:
                if block["name"]:
                    (Path(folder) / "work" / block["name"]).write_text(block["code"], encoding="utf-8")
                elif block["language"] == "console":
                    for step in steps(page, block):
                        problem = run(step, Path(folder) / "work", environment)
                        if problem:
                            yield f"{page.path.relative_to(root)}:{step.line}: {problem}"


@contextmanager
def engine(root: Path, folder: Path) -> Iterator[dict[str, str]]:
    """An engine on a free port, and the variables with which commands find it and the programs."""
    (folder / "work").mkdir()
    (folder / "bin").mkdir()
    built = root / ".build/debug"
    process = subprocess.Popen(
        [built / "interaction-engine", "serve", "--port", "0"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    try:
        assert process.stdout
        address = process.stdout.readline().split()[-1]
        (folder / "bin/interaction-engine").symlink_to(built / "interaction-engine")
        # Those that call an engine call this one.
        load = folder / "bin/interaction-load"
        load.write_text(
            f'#!/bin/sh\ncase "$1 $*" in\n*--local*) ;;\n'
            f'replay*|run*) exec "{built}/interaction-load" "$@" --address {address} ;;\nesac\n'
            f'exec "{built}/interaction-load" "$@"\n')
        load.chmod(0o755)
        yield {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
    finally:
        process.kill()
        process.communicate()


def steps(page: Page, block: re.Match[str]) -> Iterator[Step]:
    first = page.text.count("\n", 0, block.start("code")) + 1
    command, output, line = "", "", first
    for number, text in enumerate(block["code"].splitlines(keepends=True), first):
        if text.startswith("$ "):
            if command:
                yield Step(line, command, output)
            command, output, line = text[2:], "", number
        elif command.endswith("\\\n"):
            command += text
        else:
            output += text
    if command:
        yield Step(line, command, output)


def run(step: Step, folder: Path, environment: dict[str, str]) -> str | None:
    bash = shutil.which("bash") or "bash"
    try:
        ran = subprocess.run(
            [bash, "-c", step.command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE,
            check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"`{step.command.strip()}` is not over after {PATIENCE} s"
    wanted = ".*".join(re.escape(part) for part in step.output.rstrip("\n").split("…"))
    if re.fullmatch(wanted, ran.stdout.rstrip("\n"), re.DOTALL):
        return None
    return f"`{step.command.strip()}` prints:\n{ran.stdout.rstrip()}"

"""Checks that the code on a page is code that is compiled, or run.

A comment before a block of code names the file that has its lines:

  <!-- compiled: Tests/InteractionClientTests/Examples/LaunchExample.swift -->
  <!-- run: Tests/Web/Examples/curl.sh -->

They stand there one after the other, whatever the indentation of the first.
"""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from markdown import Page

MARK = re.compile(
    r"^<!-- (?:compiled|run): (\S+) -->\n(?:\n?```\w+\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def problems(pages: list[Page], root: Path) -> Iterator[str]:
    for page in pages:
        for mark in MARK.finditer(page.text):
            problem = _problem(root / mark[1], mark[2])
            if problem:
                line = page.text.count("\n", 0, mark.start()) + 1
                yield f"{page.path.relative_to(root)}:{line}: {mark[1]} {problem}"


def _problem(file: Path, code: str | None) -> str | None:
    if code is None:
        return "has no block of code after it"
    if not file.is_file():
        return "is not in the repository"
    wanted = code.splitlines()
    lines = file.read_text(encoding="utf-8").splitlines()
    for start in range(len(lines) - len(wanted) + 1):
        found = textwrap.dedent("\n".join(lines[start : start + len(wanted)])).splitlines()
        if found == wanted:
            return None
    return "does not have these lines"

"""The pages in a plain Markdown viewer, from the files of a clone.

A comment before a block of code names the file that contains its lines consecutively, at any
indentation:

  <!-- compiled: Tests/InteractionClientTests/Examples/LaunchExample.swift -->
  <!-- run: Tests/Web/Examples/curl.sh -->

Blocks of `console` are run: lines that begin with `$ ` by bash, the others are their output, in
which `…` matches any text. A comment before a block makes it a file in their folder:

  <!-- file: pull.txt -->
"""

import os
import re
import subprocess
import textwrap
from pathlib import Path

import pytest

import options
from engine import running
from markdown import Link, Page
from words import problems as word_problems

# Including those that are not committed yet.
LISTED = subprocess.run(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    capture_output=True, text=True, check=True).stdout  # fmt: skip
FILES = {path for name in LISTED.split("\0") if name and (path := Path(name).resolve()).is_file()}
FOLDERS = {folder for file in FILES for folder in file.parents}
PAGES = {file: Page.read(file) for file in sorted(FILES) if file.suffix == ".md"}

MARK = re.compile(
    r"^<!-- (?:compiled|run): (\S+) -->\n(?:\n?```\w+\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(
    r"^(?:<!-- file: (?P<name>\S+) -->\n\n?)?```(?P<language>\w*)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL)  # fmt: skip
STEP = re.compile(r"^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", re.MULTILINE)
# Commands that call the page's engine use this one.
LOAD = """#!/bin/sh
case "$1 $*" in
*--local*) ;;
replay*|run*) exec "{load}" "$@" --address {address} ;;
esac
exec "{load}" "$@"
"""


def each_page(pages: list[Page]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", pages, ids=[page.path.stem for page in pages])


def problem(page: Page, link: Link) -> str | None:
    if link.is_docc:
        return "is DocC's alone; write [Title](Page.md#heading)"
    if link.is_external:
        return None
    if link.target.startswith("/"):
        return "is absolute; write where it is from this page"
    file = (page.path.parent / link.file).resolve() if link.file else page.path
    if file not in FILES | FOLDERS:
        return "is not in the repository"
    if not link.anchor:
        return None
    if file not in PAGES:
        return "has an anchor, and is no page"
    if link.anchor not in PAGES[file].anchors:
        return "is no heading of that page"
    return None


@pytest.mark.fast
@each_page([*PAGES.values()])
def test_links_lead_to_files_and_headings(page: Page) -> None:
    found = [(link.line, link.target, problem(page, link)) for link in page.links]
    assert not [each for each in found if each[-1]]


@pytest.mark.fast
def test_the_page_of_options_is_current(binary: Path) -> None:
    assert options.PAGE.read_text("utf-8") == options.page(binary), "run scripts/options"


@pytest.mark.fast
@each_page([*PAGES.values()])
def test_words_are_those_of_the_field(page: Page) -> None:
    assert not [*word_problems(page)]


def has_lines(file: Path, code: str) -> bool:
    wanted, lines = code.splitlines(), file.read_text("utf-8").splitlines()
    return any(
        textwrap.dedent("\n".join(lines[start : start + len(wanted)])).splitlines() == wanted
        for start in range(len(lines) - len(wanted) + 1))


@pytest.mark.fast
@each_page([page for page in PAGES.values() if MARK.search(page.text)])
def test_code_is_compiled_or_run(page: Page) -> None:
    for mark in MARK.finditer(page.text):
        assert mark[2] is not None, f"no block of code follows {mark[0]}"
        assert has_lines(Path(mark[1]), mark[2]), f"{mark[1]} does not have these lines: {mark[2]}"


@pytest.mark.timeout(300)
@each_page([page for page in PAGES.values()
            if any(block["language"] == "console" for block in BLOCK.finditer(page.text))])
async def test_commands_print_what_the_page_shows(page: Page, binary: Path, tmp_path: Path) -> None:
    work, programs = tmp_path / "work", tmp_path / "bin"
    work.mkdir()
    programs.mkdir()
    async with running(binary) as engine:
        (programs / "interaction-engine").symlink_to(binary)
        load = programs / "interaction-load"
        load.write_text(LOAD.format(
            load=binary.with_name("interaction-load"), address=engine.address))
        load.chmod(0o755)
        path = {"PATH": f"{programs}:{os.environ['PATH']}"}
        for block in BLOCK.finditer(page.text):
            if block["name"]:
                (work / block["name"]).write_text(block["code"], encoding="utf-8")
            elif block["language"] == "console":
                for command, output in STEP.findall(block["code"]):
                    ran = subprocess.run(
                        ["bash", "-c", command], cwd=work, env=os.environ | path, text=True,
                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT, timeout=60)  # fmt: skip
                    wanted = ".*".join(map(re.escape, output.rstrip("\n").split("…")))
                    assert re.fullmatch(wanted, ran.stdout.rstrip("\n"), re.DOTALL), (
                        f"`{command.strip()}` prints:\n{ran.stdout}")

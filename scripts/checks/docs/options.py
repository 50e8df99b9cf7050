"""The page of the options of `interaction-engine serve`, from the built program."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[3].joinpath(
    "Sources/interaction-engine/interaction-engine.docc/Options.md")  # fmt: skip
INTRODUCTION = """\
# Options

The options of `interaction-engine serve`, with their defaults.

## Overview

`scripts/options` generates this page from the built program. [Run an
engine](Running.md#set-options) shows how to set an option on the command line, in the environment
or in a file. `INTERACTION_CHECKPOINT_KEYS` is the variable of `--checkpoint-keys`, and
`checkpoint-keys` its name in the file.
"""
Option = dict[str, Any]


def page(engine: Path) -> str:
    """Returns the page's text."""
    dump = subprocess.run(
        [engine, "serve", "--experimental-dump-help"], capture_output=True, text=True, check=True)
    sections: dict[str, list[Option]] = {}
    for option in json.loads(dump.stdout)["command"]["arguments"]:
        if _name(option) not in ("help", "version"):
            sections.setdefault(option.get("sectionTitle", "General"), []).append(option)
    tables = [_section(title, sections[title]) for title in sections]
    return "\n".join([INTRODUCTION, *tables, _limits(*sections["Sessions"])])


def _section(title: str, options: list[Option]) -> str:
    head = [f"## {title}", "", "| Option | Default | Meaning |", "|---|---|---|"]
    rows = [f"| `{_form(each)}` | {_default(each)} | {_meaning(each)} |" for each in options]
    return "\n".join([*head, *rows, ""])


def _limits(*options: Option) -> str:
    """Returns the table of the values of `--limit`, which its help lists."""
    help_text = next(each["discussion"] for each in options if _name(each) == "limit")
    rows = re.findall(r"(\S+) +(\S+) +\((.+)\)", help_text)
    head = ["## Limits", "", "[Limits](Limits.md) describes them.", ""]
    table = ["| Name | Default | From, to |", "|---|---|---|"]
    return "\n".join([*head, *table, *(f"| `{a}` | {b} | {c} |" for a, b, c in rows), ""])


def _name(option: Option) -> str:
    return str(option["preferredName"]["name"])


def _form(option: Option) -> str:
    name = _name(option)
    value = option["valueName"]
    # MiB is a unit.
    value = value.upper() if value.islower() else value
    return f"--{name}" if option["kind"] == "flag" else f"--{name} {value}"


def _default(option: Option) -> str:
    return f"`{option['defaultValue']}`" if "defaultValue" in option else ""


def _meaning(option: Option) -> str:
    # DocC would make a dash of two hyphens.
    text = option["abstract"].replace("|", "\\|")
    text = re.sub(r"--[a-z-]+|https:[a-z/.]+[a-z]|/[a-z0-9/]+", r"`\g<0>`", text)
    if "allValues" in option:
        text += " One of " + ", ".join(f"`{value}`" for value in option["allValues"]) + "."
    if option["isRepeating"] and "repeated" not in text:
        text += " May be repeated."
    # The names follow in a table of their own.
    return text.replace("The names, defaults and ranges:", "See [Limits](#limits).")

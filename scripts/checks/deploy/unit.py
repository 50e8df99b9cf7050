"""Problems of the systemd unit: consistency with systemd, its other files, and the program."""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from image import backtrace_problems
from program import BadOptions, Program

NAME = "interaction-engine.service"
PROGRAM = "/usr/local/bin/interaction-engine"
BESIDE_IT = "/usr/local/bin/swift-backtrace"
CONFIGURATION = "/etc/interaction-engine/engine.yaml"
# The maximum exposure score by systemd-analyze, of 100.
EXPOSURE = 15
# The maximum time of a shutdown beyond the drain deadline, and a margin.
CLOSING_SECONDS, SPARE_SECONDS = 3, 5
CALL = re.compile(r"^\d+ +([a-z_0-9]+)\(", re.MULTILINE)
FAMILY = re.compile(r"^\d+ +socket\((AF_\w+)", re.MULTILINE)
# For the C library's query of the machine's addresses; without it, it assumes all families.
OPTIONAL = {"AF_NETLINK"}


def unit_problems(folder: Path, program: Program) -> Iterator[str]:
    text = (folder / "systemd" / NAME).read_text()
    lines = [line.partition("=") for line in text.splitlines() if not line.startswith("#")]
    values = {name: value for name, _, value in lines}
    yield from _systemd(text, program.binary)
    name, _, value = values["Environment"].partition("=")
    yield from backtrace_problems(NAME, name, value, {BESIDE_IT})
    command = values["ExecStart"].split()
    if command[:2] != [PROGRAM, "serve"]:
        yield f"{NAME}: ExecStart is not '{PROGRAM} serve …'"
    own = str(folder / "systemd/engine.yaml")
    arguments = [own if word == CONFIGURATION else word for word in command[2:]]
    try:
        settings = program.settings(*arguments)
    except BadOptions as error:
        yield f"{NAME}: {error}"
        return
    if own not in arguments:
        yield f"{NAME}: ExecStart does not read {CONFIGURATION}"
    needed = settings["drain-deadline"] + CLOSING_SECONDS + SPARE_SECONDS
    if float(values["TimeoutStopSec"]) < needed:
        yield f"{NAME}: TimeoutStopSec is {values['TimeoutStopSec']}; it takes {needed:g}"
    if values["Type"] != "notify" or "AF_UNIX" not in values["RestrictAddressFamilies"]:
        yield f"{NAME}: systemd does not hear from the engine"
    if f"\nu {values['User']} " not in (folder / "systemd/sysusers.conf").read_text():
        yield f"sysusers.conf: there is no user {values['User']}"


def _systemd(text: str, binary: Path) -> Iterator[str]:
    """Yields systemd's own problems with the unit, with the local path of the program."""
    with tempfile.TemporaryDirectory() as scratch:
        unit = Path(scratch) / NAME
        unit.write_text(text.replace(PROGRAM, str(binary)))
        for check in [
            ["verify", "--man=no"],
            ["security", "--offline=yes", "--no-pager", f"--threshold={EXPOSURE}"],
        ]:  # fmt: skip
            found = subprocess.run(
                ["systemd-analyze", *check, unit], capture_output=True, text=True, check=False)
            # `verify` prints problems on standard error, and nothing else.
            if found.returncode or (check[0] == "verify" and found.stderr):
                last = (found.stderr or found.stdout).strip().splitlines()[-1]
                yield f"{NAME}: {last.replace(scratch + '/', '')}"


def sandbox_problems(folder: Path, program: Program) -> Iterator[str]:
    """Yields the traced system calls of an engine that the unit's filters reject."""
    text = (folder / "systemd" / NAME).read_text()
    calls = set(CALL.findall(program.trace)) - allowed_calls(values_of("SystemCallFilter", text))
    words = " ".join(values_of("RestrictAddressFamilies", text)).split()
    families = set(FAMILY.findall(program.trace)) - set(words)
    for what, found in [("SystemCallFilter", calls), ("RestrictAddressFamilies", families)]:
        if found - OPTIONAL:
            yield f"{NAME}: {what} does not allow {', '.join(sorted(found - OPTIONAL))}"


def values_of(name: str, text: str) -> list[str]:
    """Returns the values of a setting, by line."""
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def allowed_calls(lines: list[str]) -> set[str]:
    """Returns the allowed system calls; a line that begins with `~` removes some."""
    allowed: set[str] = set()
    for line in lines:
        found = set().union(*map(expanded, line.removeprefix("~").split()))
        allowed = allowed - found if line.startswith("~") else allowed | found
    return allowed


@cache
def expanded(name: str) -> set[str]:
    """Returns the system calls of a group, from systemd."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
    lines = [line.strip() for line in listed.stdout.splitlines() if line.startswith("    ")]
    members = [line for line in lines if line and not line.startswith("#")]
    return set().union(*map(expanded, members))

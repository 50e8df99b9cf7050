"""Whether the systemd unit fits systemd, its other files, and the program."""

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import program
from image import backtrace_problems

NAME = "interaction-engine.service"
PROGRAM = "/usr/local/bin/interaction-engine"
BESIDE_IT = "/usr/local/bin/swift-backtrace"
CONFIGURATION = "/etc/interaction-engine/engine.yaml"
# How exposed systemd may find the service, of 100.
EXPOSURE = 15
# What the engine takes at most beyond its drain deadline, and something to spare.
CLOSING_SECONDS = 3
SPARE_SECONDS = 5


def problems(folder: Path, binary: Path) -> Iterator[str]:
    text = (folder / "systemd" / NAME).read_text()
    lines = [line.partition("=") for line in text.splitlines() if not line.startswith("#")]
    values = {name: value for name, _, value in lines}
    yield from _systemd(text, binary)
    name, _, value = values["Environment"].partition("=")
    yield from backtrace_problems(NAME, name, value, {BESIDE_IT})
    command = values["ExecStart"].split()
    if command[:2] != [PROGRAM, "serve"]:
        yield f"{NAME}: ExecStart is not '{PROGRAM} serve …'"
    own = str(folder / "systemd/engine.yaml")
    arguments = [own if word == CONFIGURATION else word for word in command[2:]]
    try:
        settings = program.settings(binary, *arguments)
    except program.BadOptions as error:
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
    """What systemd itself says of the unit, with the program where it is here."""
    with tempfile.TemporaryDirectory() as scratch:
        unit = Path(scratch) / NAME
        unit.write_text(text.replace(PROGRAM, str(binary)))
        for check in [
            ["verify", "--man=no"],
            ["security", "--offline=yes", "--no-pager", f"--threshold={EXPOSURE}"],
        ]:  # fmt: skip
            found = subprocess.run(
                ["systemd-analyze", *check, str(unit)], capture_output=True, text=True, check=False)
            # Verifying says on standard error what is wrong, and nothing else.
            if found.returncode or (check[0] == "verify" and found.stderr):
                last = (found.stderr or found.stdout).strip().splitlines()[-1]
                yield f"{NAME}: {last.replace(scratch + '/', '')}"

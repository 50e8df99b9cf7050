"""Crashes of a Swift program, and its backtraces."""

import ctypes
import json
import os
import signal
import subprocess
from functools import cache
from pathlib import Path

VARIABLE = "SWIFT_BACKTRACE"
SETTINGS = {
    "enable": "yes", "interactive": "no", "color": "no", "output-to": "stderr",
    "threads": "crashed", "registers": "none", "images": "all",
}  # fmt: skip
PATH = "swift-backtrace"


def settings(text: str) -> dict[str, str]:
    """Returns the variable's value by its parts."""
    return dict(part.split("=", 1) for part in text.split(","))


def variables() -> dict[str, str]:
    """Returns the variables with which a crashing program prints a backtrace to standard error."""
    parts = SETTINGS | {PATH: str(helper())}
    return {VARIABLE: ",".join(f"{name}={value}" for name, value in parts.items())}


@cache
def helper() -> Path:
    """Returns the toolchain's backtrace program, without Swift's libraries."""
    found = subprocess.run(
        ["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    resources = Path(json.loads(found.stdout)["paths"]["runtimeResourcePath"])
    return resources.parents[1] / "libexec/swift/linux/swift-backtrace-static"


def fault(pid: int) -> None:
    """Causes a fault on an event loop. A fault from within would recur after its report; the
    second signal ends the process."""
    for comm in Path(f"/proc/{pid}/task").glob("*/comm"):
        if comm.read_text().startswith("NIO"):
            if ctypes.CDLL(None, use_errno=True).tgkill(pid, int(comm.parent.name), signal.SIGILL):
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
            return
    raise ProcessLookupError(f"{pid} has no event loop")

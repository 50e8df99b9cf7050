"""Commands that ask an engine for its health."""

import re
from collections.abc import Iterator
from pathlib import Path

import program

PROGRAM = "/bin/interaction-engine"


def health_problems(binary: Path, command: list[str], port: int) -> Iterator[str]:
    """What is wrong with a command that asks the engine on a port."""
    if command[:2] != [PROGRAM, "health"]:
        yield f"the command {command} is not that of health"
        return
    for word in command[2:]:
        name = word.partition("=")[0]
        if name.startswith("-") and name not in program.options(binary, "health"):
            yield f"health: {name} is no option"
    found = re.search(r"--address[= ]\S+:(\d+)", " ".join(command))
    # By default it asks where an engine listens by default.
    if found and int(found[1]) != port:
        yield f"health: the engine listens on {port}, not on {found[1]}"

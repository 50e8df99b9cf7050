"""Separate engines: a single one, or several that resume each other's sessions."""

import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from channels import connect
from checks import Lab
from engine import Engine
from programs import output_of

# Starts an engine with these options, for the duration of a test.
Start = Callable[..., Awaitable[Lab]]


def limits(**values: int) -> list[str]:
    """Returns the options that set these limits."""
    pairs = [("--limit", f"{name.replace('_', '-')}={value}") for name, value in values.items()]
    return [option for pair in pairs for option in pair]


@asynccontextmanager
async def own_engine(
    lab: Lab, *options: str | Path, drain_deadline: float = 0.5, **process: Any
) -> AsyncIterator[Lab]:
    """Returns the lab with another engine, which may be ended at any time."""
    engine = await Engine.start(lab.binary, *options, drain_deadline=drain_deadline, **process)
    try:
        async with connect(engine.address) as channel:
            with replace(lab, engine=engine, channel=channel).own_conversations() as own:
                yield own
    finally:
        await engine.stop(signal.SIGKILL)


async def add_key_by(binary: Path, file: Path, name: str) -> None:
    """Inserts a new key at the top of a key file, as an operator would."""
    code, output = await output_of(binary, "keygen", "--name", name, "--into", file)
    assert code == 0, output

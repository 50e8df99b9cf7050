"""Replays of traces by the engine's own tool."""

import asyncio
from pathlib import Path


async def replayed(binary: Path, trace: Path, *options: str) -> None:
    """The directives are answered as the trace has them."""
    replay = await asyncio.create_subprocess_exec(
        binary.with_name("interaction-load"), "replay", trace, *options,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)  # fmt: skip
    output, _ = await replay.communicate()
    assert replay.returncode == 0, output.decode()

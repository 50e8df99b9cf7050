"""Programs that tests run to their ends: grpcurl, buf, the engine's own, and others."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf import json_format

from checks import Lab
from directives import Directive, selected_tabs
from engine import limited


@dataclass(frozen=True)
class Output:
    code: int
    out: str
    err: str

    def good(self) -> str:
        assert self.code == 0, self
        return self.out


async def run(
    *command: str | Path, lines: AsyncIterator[str] | None = None, seconds: float | None = None,
    limits: Mapping[str, int] | None = None,
) -> Output:  # fmt: skip
    """Runs a program to its end."""
    process = await asyncio.create_subprocess_exec(
        *limited(limits or {}), *command, stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    assert process.stdin and process.stdout and process.stderr
    try:
        async with asyncio.timeout(seconds):
            _, out, err = await asyncio.gather(
                feed(process.stdin, lines), process.stdout.read(), process.stderr.read())
            return Output(await process.wait(), out.decode(), err.decode())
    finally:
        if process.returncode is None:
            process.kill()


async def feed(stdin: asyncio.StreamWriter, lines: AsyncIterator[str] | None) -> None:
    try:
        if lines:
            async for line in lines:
                stdin.write(line.encode())
                await stdin.drain()
        stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        pass  # Its exit code says more.


async def tool(lab: Lab, *arguments: str | Path, **options: Any) -> Output:
    """Runs a command of the engine's program."""
    return await run(lab.binary, *arguments, seconds=50, **options)


async def loaded(lab: Lab, *arguments: str | Path, **options: Any) -> Output:
    """Runs interaction-load."""
    return await run(lab.binary.with_name("interaction-load"), *arguments, **options)


async def failing_start(lab: Lab, *options: str | Path, **others: Any) -> tuple[int, list[str]]:
    """Starts a server that must not come up. Returns its exit code and its lines on stderr."""
    output = await run(lab.binary, "serve", *options, seconds=50, **others)
    assert output.code > 0 and not output.out, output
    return output.code, output.err.splitlines()


async def grpcurl(
    lab: Lab, *arguments: str, data: str = "", lines: AsyncIterator[str] | None = None
) -> Output:
    options = ["-plaintext", *(["-d", data] if data else [])]
    return await run(
        lab.tools / "grpcurl", *options, lab.engine.address, *arguments, lines=lines)


async def buf(
    lab: Lab, method: str, *options: str, data: str = "", lines: AsyncIterator[str] | None = None
) -> Output:  # fmt: skip
    options = (*options, *(["-d", data] if data else []))
    return await run(
        lab.tools / "buf", "curl", "--protocol", "grpc", "--http2-prior-knowledge", *options,
        f"http://{lab.engine.address}/{method}", lines=lines)  # fmt: skip


def documents(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    decoder = json.JSONDecoder()
    while text := text.lstrip():
        document, end = decoder.raw_decode(text)
        found.append(document)
        text = text[end:]
    return found


def selected(*frames: dict[str, Any]) -> list[int]:
    """The tabs that printed responses select."""
    found = [item for frame in frames for item in frame.get("directives", [])]
    return selected_tabs(json_format.ParseDict(item, Directive()) for item in found)

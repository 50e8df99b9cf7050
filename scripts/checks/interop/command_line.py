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


def asked(data: str, fields: dict[str, Any]) -> list[str]:
    """The option that gives a request, as text or by its fields."""
    return ["-d", json.dumps(fields) if fields else data] if fields or data else []


async def grpcurl(
    lab: Lab, *arguments: str, data: str = "", lines: AsyncIterator[str] | None = None,
    **fields: Any,
) -> Output:  # fmt: skip
    return await run(
        lab.tools / "grpcurl", "-plaintext", *asked(data, fields), lab.engine.address, *arguments,
        lines=lines)  # fmt: skip


async def buf(
    lab: Lab, method: str, *options: str, data: str = "", lines: AsyncIterator[str] | None = None,
    **fields: Any,
) -> Output:  # fmt: skip
    return await run(
        lab.tools / "buf", "curl", "--protocol", "grpc", "--http2-prior-knowledge", *options,
        *asked(data, fields), f"http://{lab.engine.address}/{method}", lines=lines)  # fmt: skip


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

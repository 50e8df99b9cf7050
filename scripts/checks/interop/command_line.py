"""Programs that tests run to their end: grpcurl, buf, the engine's own, and others."""

import asyncio
import json
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf import json_format

from checks import Lab
from directives import Directive, selected_tabs
from engine import limited
from programs import program


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
    async with asyncio.timeout(seconds), program(
        *limited(limits or {}), *command, stdin=PIPE, stdout=PIPE, stderr=PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        _, out, err = await asyncio.gather(
            feed(process.stdin, lines), process.stdout.read(), process.stderr.read())
        return Output(await process.wait(), out.decode(), err.decode())


async def feed(stdin: asyncio.StreamWriter, lines: AsyncIterator[str] | None) -> None:
    try:
        if lines:
            async for line in lines:
                stdin.write(line.encode())
                await stdin.drain()
        stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        pass  # Its exit code is more specific.


def asked(data: str, fields: dict[str, Any]) -> list[str]:
    """Returns the option with a request, as text or by its fields."""
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
    """Returns the tabs that printed responses select."""
    found = [item for frame in frames for item in frame.get("directives", [])]
    return selected_tabs(json_format.ParseDict(item, Directive()) for item in found)

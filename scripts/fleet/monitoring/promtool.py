"""Prometheus' own verdict on files and metrics."""

import asyncio

from checks import expect_that
from monitoring import Monitoring
from prometheus import FILES


async def run(*arguments: str, content: str = "") -> None:
    process = await asyncio.create_subprocess_exec(
        "promtool", *arguments, cwd=FILES, stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)  # fmt: skip
    out, _ = await process.communicate(content.encode())
    expect_that(process.returncode == 0, f"code {process.returncode}: {out.decode()}")


async def configuration() -> None:
    await run("check", "config", "prometheus.yml")


async def rules() -> None:
    await run("check", "rules", "recording.yml", "alerts.yml")


async def tests() -> None:
    await run("test", "rules", "recording.test.yml", "alerts.test.yml")


async def metrics(engines: list[Monitoring]) -> None:
    for engine in engines:
        page = await engine.get("/metrics")
        await run("check", "metrics", content=page.text)

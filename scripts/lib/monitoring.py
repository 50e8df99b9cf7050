"""The engine's listener for metrics and health, and what it says."""

import asyncio
import http.client
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from checks import Lab, expect_that
from own_engine import own_engine

SERIES = re.compile(r"(\w+)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'(\w+)="([^"]*)"')

Key = tuple[str, ...]


@dataclass(frozen=True)
class Page:
    status: int
    text: str


class Monitoring:
    """The listener for metrics and health."""

    def __init__(self, address: str) -> None:
        self.address = address

    async def is_ready(self) -> bool:
        return (await self.get("/health/ready")).status == 200

    async def get(self, path: str) -> Page:
        return await asyncio.to_thread(self._get, path)

    def _get(self, path: str) -> Page:
        connection = http.client.HTTPConnection(self.address, timeout=5)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return Page(response.status, response.read().decode())
        finally:
            connection.close()

    async def numbers(self, name: str) -> dict[Key, float]:
        """A metric's series by the values of their labels, without those that have counted nothing."""
        found = {}
        for line in (await self.get("/metrics")).text.splitlines():
            match = SERIES.fullmatch(line)
            if match and match[1] == f"interaction_{name}" and float(match[3]):
                found[tuple(value for _, value in LABEL.findall(match[2] or ""))] = float(match[3])
        return found

    async def number(self, name: str, *labels: str) -> float:
        return (await self.numbers(name)).get(labels, 0)


async def line_of(lab: Lab, what: str) -> str:
    """The address on the engine's next line."""
    line = await lab.engine.next_line()
    found = re.fullmatch(rf"{what} on (127\.0\.0\.\d:\d+)\n", line)
    expect_that(found is not None, f"the line is {line!r}")
    assert found
    return found[1]


@asynccontextmanager
async def monitored(
    lab: Lab, *options: str, drain_deadline: float = 0.5
) -> AsyncIterator[tuple[Lab, Monitoring]]:
    options = ("--monitoring-port", "0", *options)
    async with own_engine(lab, *options, drain_deadline=drain_deadline) as own:
        yield own, Monitoring(await line_of(own, "monitoring"))

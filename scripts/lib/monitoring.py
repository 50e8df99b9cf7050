"""The engine's listener for metrics and health, and what it says."""

import asyncio
import http.client
import re
from dataclasses import dataclass

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
        connection = http.client.HTTPConnection(self.address, timeout=60)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return Page(response.status, response.read().decode())
        finally:
            connection.close()

    async def numbers(self, name: str) -> dict[Key, float]:
        """A metric's series by the values of their labels, without those that are 0."""
        found = {}
        for line in (await self.get("/metrics")).text.splitlines():
            match = SERIES.fullmatch(line)
            if match and match[1] == f"interaction_{name}" and float(match[3]):
                found[tuple(value for _, value in LABEL.findall(match[2] or ""))] = float(match[3])
        return found

    async def number(self, name: str, *labels: str) -> float:
        return (await self.numbers(name)).get(labels, 0)

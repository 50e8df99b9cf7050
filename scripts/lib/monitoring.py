"""The engine's listener for metrics and health."""

from collections.abc import Iterator

import httpx
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from ports import http_client

Key = tuple[str, ...]


class Monitoring:
    def __init__(self, address: str) -> None:
        self.address = address
        self._client = http_client(address)

    async def is_ready(self) -> bool:
        return (await self.get("/health/ready")).status_code == 200

    async def get(self, path: str) -> httpx.Response:
        return await self._client.get(path)

    async def samples(self) -> Iterator[Sample]:
        """All series."""
        families = text_string_to_metric_families((await self.get("/metrics")).text)
        return (sample for family in families for sample in family.samples)

    async def numbers(self, name: str) -> dict[Key, float]:
        """A metric's series by the values of their labels, without those that are 0."""
        return {tuple(sample.labels.values()): sample.value for sample in await self.samples()
                if sample.name == f"interaction_{name}" and sample.value}  # fmt: skip

    async def number(self, name: str, *labels: str) -> float:
        return (await self.numbers(name)).get(labels, 0)

"""A separate Prometheus, and its API."""

import json
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from checks import eventually
from ports import free_port, http_client
from programs import program

FILES = Path(__file__).resolve().parents[1] / "fleet"
CONFIGURATION = ["prometheus.yml", "recording.yml", "alerts.yml"]
JSON = dict[str, Any]


class Prometheus:
    def __init__(self, port: int) -> None:
        self._client = http_client(f"127.0.0.1:{port}")

    async def query(self, expression: str) -> list[JSON]:
        """Returns the current series of an expression."""
        data = await self._get("query", query=expression)
        return data["result"] if data["resultType"] == "vector" else [{"value": data["result"]}]

    async def rules(self) -> list[JSON]:
        """Returns every rule as loaded: name, query, labels, annotations, health."""
        return [rule for group in (await self._get("rules"))["groups"] for rule in group["rules"]]

    async def _get(self, path: str, **parameters: str) -> JSON:
        found = (await self._client.get(f"/api/v1/{path}", params=parameters)).json()
        assert "error" not in found, f"{parameters}: {found}"
        return found["data"]


@asynccontextmanager
async def prometheus(targets: list[str], port: int = 0) -> AsyncIterator[Prometheus]:
    """A Prometheus with the fleet's configuration that has scraped these targets."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), port or free_port()
        for file in CONFIGURATION:
            shutil.copy(FILES / file, folder)
        # JSON is YAML, too.
        (folder / "engines.yml").write_text(json.dumps([{"targets": targets}]))
        async with program(
            "prometheus", f"--config.file={folder}/prometheus.yml",
            f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}",
            "--log.level=error", end=signal.SIGTERM,
        ) as process:  # fmt: skip
            found = Prometheus(port)

            async def is_ready() -> bool:
                assert process.returncode is None, f"Prometheus ended with {process.returncode}"
                try:
                    return len(await found.query('up{job="engines"} == 1')) == len(targets)
                except (httpx.TransportError, ValueError):
                    # It does not listen yet, or still reads its own files.
                    return False

            await eventually("the engines are scraped", is_ready)
            yield found

"""A Prometheus of one's own, and what it answers."""

import asyncio
import json
import re
import shutil
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from checks import CheckFailed, eventually, expect
from ports import free_port

FILES = Path(__file__).resolve().parents[1] / "fleet"
CONFIGURATION = ["prometheus.yml", "recording.yml", "alerts.yml"]
JSON = dict[str, Any]


class Prometheus:
    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}"

    async def query(self, expression: str) -> list[JSON]:
        """The series that an expression has now.

        Raises:
            CheckFailed: If the expression cannot be evaluated.
        """
        found = await self._get(f"/api/v1/query?{urllib.parse.urlencode({'query': expression})}")
        data = found["data"]
        return data["result"] if data["resultType"] == "vector" else [{"value": data["result"]}]

    async def rules(self) -> list[JSON]:
        """Every rule as it was read: name, query, labels, annotations, health."""
        groups = (await self._get("/api/v1/rules"))["data"]["groups"]
        return [rule for group in groups for rule in group["rules"]]

    async def _get(self, path: str) -> JSON:
        return await asyncio.to_thread(self._get_now, path)

    def _get_now(self, path: str) -> JSON:
        try:
            with urllib.request.urlopen(self._base + path, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            told = re.search(r'"error":"((?:[^"\\]|\\.)*)"', text)
            raise CheckFailed(told[1] if told else text) from error


@asynccontextmanager
async def prometheus(targets: list[str], port: int = 0) -> AsyncIterator[Prometheus]:
    """One with the fleet's configuration that has scraped these targets."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), port or free_port()
        for file in CONFIGURATION:
            shutil.copy(FILES / file, folder)
        # JSON is YAML, too.
        (folder / "engines.yml").write_text(json.dumps([{"targets": targets}]))
        process = await asyncio.create_subprocess_exec(
            "prometheus", f"--config.file={folder}/prometheus.yml",
            f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}",
            "--log.level=error", stdin=asyncio.subprocess.DEVNULL)  # fmt: skip
        try:
            found = Prometheus(port)

            async def is_ready() -> bool:
                expect("what Prometheus ended with", process.returncode, None)
                try:
                    return len(await found.query('up{job="engines"} == 1')) == len(targets)
                except (OSError, CheckFailed):
                    # It does not listen yet, or has to read its own files first.
                    return False

            await eventually("the engines are scraped", is_ready)
            yield found
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()

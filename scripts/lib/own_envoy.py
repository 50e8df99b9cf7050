"""An Envoy of one's own, before an engine."""

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ports import http_client

JSON = dict[str, Any]
PROGRAM = Path(sys.executable).with_name("envoy")


@dataclass(frozen=True)
class Envoy:
    port: int
    admin: str
    pid: int

    async def statistics(self) -> dict[str, int]:
        found = (await asked(self.admin, "/stats", filter="^cluster.engine."))["stats"]
        return {each["name"].rpartition(".")[2]: each["value"] for each in found if "name" in each}


def loopback(port: int) -> dict[str, object]:
    return {"socket_address": {"address": "127.0.0.1", "port_value": port}}


def leading_to(port: int, example: Path) -> str:
    """The example's configuration on a free port, before an engine on this one."""
    ports = {"8080": "0", "50051": str(port)}
    return re.sub("8080|50051", lambda found: ports[found[0]], example.read_text())


@asynccontextmanager
async def own_envoy(configuration: str, files: Path | None = None) -> AsyncIterator[Envoy]:
    """Runs Envoy with this text, in YAML, of one listener, in the folder of the files it names."""
    with tempfile.TemporaryDirectory() as folder:
        file, admin = Path(folder, "envoy.yaml"), Path(folder, "admin")
        file.write_text(configuration)
        process = await asyncio.create_subprocess_exec(
            PROGRAM, "-c", file, "--concurrency", "1", "--use-dynamic-base-id", "-l", "error",
            "--config-yaml", json.dumps({"admin": {"address": loopback(0)}}),
            "--admin-address-path", admin, cwd=files)  # fmt: skip
        try:
            # Read from a cold disk its 200 MB take a while.
            async with asyncio.timeout(120):
                while not (admin.exists() and (address := admin.read_text())):
                    if process.returncode is not None:
                        raise OSError(f"Envoy ended with {process.returncode}")
                    await asyncio.sleep(0.05)
                front = await front_port(address)
            yield Envoy(front, address, process.pid)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def front_port(admin: str) -> int:
    while not (found := (await asked(admin, "/listeners")).get("listener_statuses")):
        await asyncio.sleep(0.05)
    return int(found[0]["local_address"]["socket_address"]["port_value"])


async def asked(admin: str, path: str, **parameters: str) -> JSON:
    """The answer on the port of its administration."""
    async with http_client(admin) as client:
        return (await client.get(path, params={"format": "json"} | parameters)).json()

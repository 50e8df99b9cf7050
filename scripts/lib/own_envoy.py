"""A separate Envoy in front of an engine."""

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
from programs import program

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
    """Returns the example's configuration with a free port, in front of an engine on this one."""
    ports = {"8080": "0", "50051": str(port)}
    return re.sub("8080|50051", lambda found: ports[found[0]], example.read_text())


@asynccontextmanager
async def own_envoy(configuration: str, files: Path | None = None) -> AsyncIterator[Envoy]:
    """Runs Envoy with a configuration of one listener, in YAML, in the folder of its files."""
    with tempfile.TemporaryDirectory() as folder:
        file, admin = Path(folder, "envoy.yaml"), Path(folder, "admin")
        file.write_text(configuration)
        async with program(
            PROGRAM, "-c", file, "--concurrency", "1", "--use-dynamic-base-id", "-l", "error",
            "--config-yaml", json.dumps({"admin": {"address": loopback(0)}}),
            "--admin-address-path", admin, cwd=files,
        ) as process:  # fmt: skip
            # Reading its 200 MB from a cold disk takes a while.
            async with asyncio.timeout(120):
                while not (admin.exists() and (address := admin.read_text())):
                    if process.returncode is not None:
                        raise OSError(f"Envoy ended with {process.returncode}")
                    await asyncio.sleep(0.05)
                front = await front_port(address)
            yield Envoy(front, address, process.pid)


async def front_port(admin: str) -> int:
    while not (found := (await asked(admin, "/listeners")).get("listener_statuses")):
        await asyncio.sleep(0.05)
    return int(found[0]["local_address"]["socket_address"]["port_value"])


async def asked(admin: str, path: str, **parameters: str) -> JSON:
    """Returns a response of the administration interface."""
    async with http_client(admin) as client:
        return (await client.get(path, params={"format": "json"} | parameters)).json()

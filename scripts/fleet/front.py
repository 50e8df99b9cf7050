"""Envoy before a fleet on this machine, with the configuration beside this file."""

import asyncio
import json
import re
import urllib.request
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from certificates import LOOPBACK, Authority, Files
from checks import expect_that
from endpoints import Member, write_endpoints
from own_envoy import PROGRAM, Envoy, own_envoy
from ports import free_port

CONFIGURATION = Path(__file__).with_name("envoy.yaml")


class Front:
    """A running Envoy, which can be restarted on its port."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.root = folder / "tls" / "root.pem"
        self._folder = folder
        self._stack = AsyncExitStack()
        self._envoy: Envoy | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def envoy(self) -> Envoy:
        assert self._envoy
        return self._envoy

    def lead_to(self, members: Iterable[Member]) -> None:
        """Sessions go to these engines from now on."""
        write_endpoints(self._folder / "endpoints", members)

    async def start(self) -> None:
        text = local(CONFIGURATION.read_text(), self.port)
        self._envoy = await self._stack.enter_async_context(own_envoy(text, self._folder))

    async def stop(self) -> None:
        await self._stack.aclose()

    async def healthy(self, cluster: str = "engines") -> set[str]:
        """The engines of a cluster that are in the ring, by their ports."""
        return await asyncio.to_thread(self._healthy, cluster)

    def _healthy(self, cluster: str) -> set[str]:
        url = f"http://{self.envoy.admin}/clusters?format=json"
        with urllib.request.urlopen(url, timeout=10) as answer:
            statuses = json.load(answer)["cluster_statuses"]
        hosts = [host for status in statuses if status["name"] == cluster
                 for host in status.get("host_statuses", [])]  # fmt: skip
        return {
            str(host["address"]["socket_address"]["port_value"]) for host in hosts
            if host["health_status"] == {"eds_health_status": "HEALTHY"}
        }  # fmt: skip


def local(configuration: str, port: int) -> str:
    """The configuration for this machine only."""
    text, count = re.subn(r"address: 0\.0\.0\.0, port_value: 8443",
                          f"address: 127.0.0.1, port_value: {port}", configuration)  # fmt: skip
    expect_that(count == 1, "the configuration has no listener on 0.0.0.0:8443")
    return text


def prepare(folder: Path) -> None:
    """Writes the files that the configuration names, but for endpoints."""
    tls = Files(folder / "tls")
    tls.folder.mkdir(exist_ok=True)
    authority = Authority()
    tls.write(authority.issue(LOOPBACK, days=30))
    tls.root.write_bytes(authority.root)


async def validate(folder: Path, configuration: str) -> tuple[int, str]:
    """Envoy's own verdict on a configuration: exit code and output."""
    process = await asyncio.create_subprocess_exec(
        PROGRAM, "--mode", "validate", "--config-yaml", configuration, "-l", "warning",
        cwd=folder,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)  # fmt: skip
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()


@asynccontextmanager
async def running_front(
    folder: Path, members: Iterable[Member], port: int = 0
) -> AsyncIterator[Front]:
    front = Front(folder, port or free_port())
    prepare(folder)
    front.lead_to(members)
    try:
        await front.start()
        yield front
    finally:
        await front.stop()

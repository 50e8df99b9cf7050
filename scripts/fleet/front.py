"""Envoy in front of a fleet on this machine, with the configuration beside this file."""

import json
import re
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from certificates import Files
from own_envoy import Envoy, asked, loopback, own_envoy
from tokens import replace_file

CONFIGURATION = Path(__file__).with_name("envoy.yaml")


@dataclass(frozen=True)
class Member:
    """An engine, by its name in the fleet, and its ports on this machine."""

    name: str
    grpc: int
    web: int
    monitoring: int


def write_endpoints(folder: Path, members: Iterable[Member]) -> None:
    """Replaces the files with the engines' addresses, which Envoy reloads at once."""
    by_name = sorted(members, key=lambda member: member.name)
    folder.mkdir(exist_ok=True)
    for cluster, endpoints in {
        "engines": [endpoint(it.name, it.grpc, it.grpc) for it in by_name],
        "web": [endpoint(it.name, it.web, it.monitoring) for it in by_name],
    }.items():  # fmt: skip
        loads = {"@type": "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment",
                 "cluster_name": cluster, "endpoints": [{"lb_endpoints": endpoints}]}  # fmt: skip
        replace_file(folder / f"{cluster}.json", json.dumps({"resources": [loads]}, indent=1))


def endpoint(name: str, port: int, health: int) -> dict[str, object]:
    """Returns an engine's endpoint. The ring hashes the name, independently of the address."""
    return {
        "endpoint": {
            "address": loopback(port),
            "health_check_config": {"port_value": health},
        },
        "metadata": {"filter_metadata": {"envoy.lb": {"hash_key": name}}},
    }


class Front:
    """A running Envoy, which can be restarted on its port."""

    envoy: Envoy

    def __init__(self, folder: Path, port: int) -> None:
        """Creates an Envoy without engines."""
        # The files that the configuration names.
        (folder / "tls").mkdir(exist_ok=True)
        Files(folder / "tls")
        write_endpoints(folder / "endpoints", [])
        self.port = port
        self.address = f"127.0.0.1:{port}"
        self.root = folder / "tls" / "root.pem"
        self._folder = folder
        self._stack = AsyncExitStack()

    def lead_to(self, members: Iterable[Member]) -> None:
        """Routes sessions to these engines from now on."""
        write_endpoints(self._folder / "endpoints", members)

    async def start(self) -> None:
        """Starts it with the configuration for this machine only."""
        text, count = re.subn(
            r"address: 0\.0\.0\.0, port_value: 8443",
            f"address: 127.0.0.1, port_value: {self.port}", CONFIGURATION.read_text())  # fmt: skip
        assert count == 1, "the configuration has no listener on 0.0.0.0:8443"
        self.envoy = await self._stack.enter_async_context(own_envoy(text, self._folder))

    async def stop(self) -> None:
        await self._stack.aclose()

    async def healthy(self, cluster: str) -> set[str]:
        """Returns the ports of a cluster's engines that are in the ring."""
        return {
            str(host["address"]["socket_address"]["port_value"])
            for status in (await asked(self.envoy.admin, "/clusters"))["cluster_statuses"]
            if status["name"] == cluster
            for host in status.get("host_statuses", [])
            if host["health_status"] == {"eds_health_status": "HEALTHY"}
        }  # fmt: skip

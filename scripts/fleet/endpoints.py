"""Where Envoy finds the engines of a fleet: the files that its configuration names."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tokens import replace_file


@dataclass(frozen=True)
class Member:
    """An engine, by the name that it has in the fleet, and its ports on this machine."""

    name: str
    grpc: int
    web: int
    monitoring: int


def assignment(cluster: str, endpoints: list[dict[str, object]]) -> bytes:
    """A cluster's engines, as Envoy reads them."""
    kind = "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment"
    loads = {"@type": kind, "cluster_name": cluster, "endpoints": [{"lb_endpoints": endpoints}]}
    return json.dumps({"resources": [loads]}, indent=1).encode()


def endpoint(name: str, port: int, health: int) -> dict[str, object]:
    """The ring has an engine by its name, so that it does not matter where the engine runs."""
    return {
        "endpoint": {
            "address": {"socket_address": {"address": "127.0.0.1", "port_value": port}},
            "health_check_config": {"port_value": health},
        },
        "metadata": {"filter_metadata": {"envoy.lb": {"hash_key": name}}},
    }


def write_endpoints(folder: Path, members: Iterable[Member]) -> None:
    """Replaces both files; Envoy takes them up at once."""
    by_name = sorted(members, key=lambda member: member.name)
    folder.mkdir(exist_ok=True)
    replace_file(folder / "engines.json", assignment(
        "engines", [endpoint(it.name, it.grpc, it.grpc) for it in by_name]))  # fmt: skip
    replace_file(folder / "web.json", assignment(
        "web", [endpoint(it.name, it.web, it.monitoring) for it in by_name]))  # fmt: skip

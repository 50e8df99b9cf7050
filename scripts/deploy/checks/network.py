"""Whether engines may call what they have to, and nothing else."""

from collections.abc import Iterator

from manifests import Manifests, Object, title

STORE = "--fleet-store="
# How names are looked up.
DNS = {("UDP", 53), ("TCP", 53)}


def problems(manifests: Manifests) -> Iterator[str]:
    wanted = {("TCP", port) for port in stores(manifests.container)}
    if wanted:
        wanted |= DNS
    allowed = set()
    for policy in manifests.all("NetworkPolicy"):
        if "Egress" not in policy["spec"]["policyTypes"]:
            yield f"{title(policy)} does not say what engines may call"
        for rule in policy["spec"].get("egress", []):
            if not rule.get("to") or not rule.get("ports"):
                yield f"{title(policy)}: engines may call anything"
            allowed |= {(port.get("protocol", "TCP"), port["port"])
                        for port in rule.get("ports", [])}  # fmt: skip
    for protocol, port in sorted(wanted - allowed):
        yield f"NetworkPolicy: engines may not call {protocol} {port}, and have to"
    for protocol, port in sorted(allowed - wanted):
        yield f"NetworkPolicy: engines may call {protocol} {port}, and need not"


def stores(container: Object) -> Iterator[int]:
    """The ports of the etcd that engines share."""
    for argument in container["args"]:
        if argument.startswith(STORE):
            for member in argument.removeprefix(STORE).split(","):
                yield int(member.rpartition(":")[2])

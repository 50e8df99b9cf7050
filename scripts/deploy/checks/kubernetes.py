"""Whether Kubernetes' manifests fit each other, and the program."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import network
import program
import references
from health_command import health_problems
from manifests import Manifests, Object, commands

# By the names that the container's ports have.
PORTS = {
    "grpc": "port", "operators": "operator-port", "browsers": "web-port",
    "monitoring": "monitoring-port",
}  # fmt: skip
# What the engine takes at most beyond its drain deadline, and something to spare.
CLOSING_SECONDS = 3
SPARE_SECONDS = 5


def problems(folder: Path, binary: Path) -> Iterator[str]:
    """What is wrong with engines, alone and on a store."""
    alone = Manifests.read(folder / "kubernetes")
    on_store = Manifests.read_for_fleet(folder / "kubernetes")
    if not list(network.stores(on_store.container)):
        yield "Deployment: there is no example of a store"
    # Most of what is wrong is so with both.
    yield from dict.fromkeys([*_problems(alone, binary), *_problems(on_store, binary)])


def _problems(manifests: Manifests, binary: Path) -> Iterator[str]:
    container = manifests.container
    try:
        settings = program.settings(binary, *container["args"][1:])
    except program.BadOptions as error:
        yield f"Deployment: args: {error}"
        return
    if container["args"][0] != "serve":
        yield "Deployment: args do not begin with 'serve'"
    yield from _ports(container, settings)
    yield from _paths(container)
    for command in commands(container):
        yield from health_problems(binary, command, settings["port"])
    yield from _time_to_end(manifests, settings)
    yield from _safety(manifests)
    yield from references.problems(manifests)
    yield from network.problems(manifests)


def _ports(container: Object, settings: dict[str, Any]) -> Iterator[str]:
    found = {port["name"]: port["containerPort"] for port in container["ports"]}
    for name in found.keys() | PORTS.keys():
        option = PORTS.get(name, "")
        if found.get(name) != settings.get(option):
            yield (f"Deployment: the port {name} is {found.get(name)}, and --{option or name} is"
                   f" {settings.get(option)}")


def _paths(container: Object) -> Iterator[str]:
    """Files that the arguments name are in volumes."""
    mounts = [mount["mountPath"] for mount in container["volumeMounts"]]
    for argument in [*container["args"], *(word for each in commands(container) for word in each)]:
        _, is_option, value = argument.partition("=")
        folders = {value, *map(str, Path(value).parents)}
        if is_option and value.startswith("/") and folders.isdisjoint(mounts):
            yield f"Deployment: {argument} is in no volume"


def _time_to_end(manifests: Manifests, settings: dict[str, Any]) -> Iterator[str]:
    spec = manifests.pod["spec"]
    pause = manifests.container["lifecycle"]["preStop"]["sleep"]["seconds"]
    needed = pause + settings["drain-deadline"] + CLOSING_SECONDS + SPARE_SECONDS
    if spec["terminationGracePeriodSeconds"] < needed:
        yield (f"Deployment: terminationGracePeriodSeconds is"
               f" {spec['terminationGracePeriodSeconds']}; it takes {needed:g}")


def _safety(manifests: Manifests) -> Iterator[str]:
    pod, own = manifests.pod["spec"]["securityContext"], manifests.container["securityContext"]
    wanted = [
        ("runAsNonRoot", pod.get("runAsNonRoot"), True),
        ("readOnlyRootFilesystem", own.get("readOnlyRootFilesystem"), True),
        ("allowPrivilegeEscalation", own.get("allowPrivilegeEscalation"), False),
        ("capabilities", own.get("capabilities"), {"drop": ["ALL"]}),
        ("seccompProfile", pod.get("seccompProfile"), {"type": "RuntimeDefault"}),
    ]
    for name, found, right in wanted:
        if found != right:
            yield f"Deployment: {name} is {found}, not {right}"
    if not pod.get("runAsUser") or pod.get("fsGroup") != pod.get("runAsGroup"):
        yield "Deployment: the pod's user or group cannot be that of the image, or of the secrets"

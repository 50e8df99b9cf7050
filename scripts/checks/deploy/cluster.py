"""Problems of the Kubernetes manifests: consistency with each other, and with the program."""

import re
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from pathlib import Path

import yaml

from manifests import Manifests, Object, commands, title
from program import BadOptions, Program

# By port name in the container.
PORTS = {
    "grpc": "port", "operators": "operator-port", "browsers": "web-port",
    "monitoring": "monitoring-port",
}  # fmt: skip
# The maximum time of a shutdown beyond the drain deadline, and a margin.
CLOSING_SECONDS, SPARE_SECONDS = 3, 5
STORE = "--fleet-store="
# The ports of DNS.
DNS = {("UDP", 53), ("TCP", 53)}
# The paths of pod labels, by kind.
SELECTORS = {
    "Service": ["selector"], "Deployment": ["selector", "matchLabels"],
    "PodDisruptionBudget": ["selector", "matchLabels"],
    "NetworkPolicy": ["podSelector", "matchLabels"],
}  # fmt: skip
SERIES = re.compile(r"^(\w+)(\{.*\})?$")


def manifest_problems(folder: Path, program: Program) -> Iterator[str]:
    """Yields the problems of engines, alone and on a store."""
    alone = Manifests(folder / "kubernetes")
    on_store = Manifests(folder / "kubernetes", for_fleet=True)
    if not list(stores(on_store.container)):
        yield "Deployment: there is no example of a store"
    # Most problems affect both.
    yield from dict.fromkeys([*_problems(alone, program), *_problems(on_store, program)])


def _problems(manifests: Manifests, program: Program) -> Iterator[str]:
    container = manifests.container
    try:
        settings = program.settings(*container["args"][1:])
    except BadOptions as error:
        yield f"Deployment: args: {error}"
        return
    if container["args"][0] != "serve":
        yield "Deployment: args do not begin with 'serve'"
    found = {port["name"]: port["containerPort"] for port in container["ports"]}
    for name in found.keys() | PORTS.keys():
        option = PORTS.get(name, "")
        if found.get(name) != settings.get(option):
            yield (f"Deployment: the port {name} is {found.get(name)}, and --{option or name} is"
                   f" {settings.get(option)}")
    for command in commands(container):
        yield from program.health_problems(command, settings["port"])
    given = manifests.pod["spec"]["terminationGracePeriodSeconds"]
    pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    needed = pause + settings["drain-deadline"] + CLOSING_SECONDS + SPARE_SECONDS
    if given < needed:
        yield f"Deployment: terminationGracePeriodSeconds is {given}; it takes {needed:g}"
    for find in [_paths, _user, _selectors, _references, _network]:
        yield from find(manifests)


def _paths(manifests: Manifests) -> Iterator[str]:
    """Checks that volumes contain the files in the arguments."""
    container = manifests.container
    mounts = [mount["mountPath"] for mount in container["volumeMounts"]]
    for argument in [*container["args"], *(word for each in commands(container) for word in each)]:
        _, is_option, value = argument.partition("=")
        folders = {value, *map(str, Path(value).parents)}
        if is_option and value.startswith("/") and folders.isdisjoint(mounts):
            yield f"Deployment: {argument} is in no volume"


def _user(manifests: Manifests) -> Iterator[str]:
    """Checks the user; Checkov checks the rest of the security contexts."""
    pod = manifests.pod["spec"]["securityContext"]
    if not pod.get("runAsNonRoot"):
        yield f"Deployment: runAsNonRoot is {pod.get('runAsNonRoot')}, not True"
    if not pod.get("runAsUser") or pod.get("fsGroup") != pod.get("runAsGroup"):
        yield "Deployment: the pod's user or group cannot be that of the image, or of the secrets"


def _selectors(manifests: Manifests) -> Iterator[str]:
    labels = manifests.pod["metadata"]["labels"].items()
    found = [(title(each), reduce(getitem, path, each["spec"]))
             for kind, path in SELECTORS.items() for each in manifests.all(kind)]  # fmt: skip
    found += [("Deployment: spread", each["labelSelector"]["matchLabels"])
              for each in manifests.pod["spec"]["topologySpreadConstraints"]]  # fmt: skip
    for name, selector in found:
        if not selector.items() <= labels:
            yield f"{name}: the selector {selector} does not match the pods"


def _references(manifests: Manifests) -> Iterator[str]:
    """Checks that referenced objects and ports exist."""
    ports = {port["name"] for port in manifests.container["ports"]}
    named = [
        *((title(each), port["targetPort"]) for each in manifests.all("Service")
          for port in each["spec"]["ports"]),
        *((title(each), port["port"]) for each in manifests.all("NetworkPolicy")
          for rule in each["spec"].get("ingress", []) for port in rule["ports"]),
    ]  # fmt: skip
    for name, port in named:
        if port not in ports:
            yield f"{name}: the pods have no port {port}"
    deployment = manifests.only("Deployment")["metadata"]["name"]
    target = manifests.only("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]["name"]
    if target != deployment:
        yield f"HorizontalPodAutoscaler: there is no Deployment {target}"
    namespace = manifests.only("Namespace")["metadata"]["name"]
    for each in manifests.objects:
        if each["kind"] != "Namespace" and each["metadata"].get("namespace") != namespace:
            yield f"{title(each)} is not in the namespace {namespace}"


def _network(manifests: Manifests) -> Iterator[str]:
    """Checks that engines may call exactly their dependencies."""
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
    """Yields the ports of the engines' etcd."""
    for argument in container["args"]:
        if argument.startswith(STORE):
            for member in argument.removeprefix(STORE).split(","):
                yield int(member.rpartition(":")[2])


def scaling_problems(folder: Path, program: Program) -> Iterator[str]:
    """Checks that the metrics of the autoscaler exist."""
    configuration = yaml.safe_load((folder / "prometheus-adapter.yaml").read_text())
    made = set()
    for rule in yaml.safe_load(configuration["data"]["config.yaml"])["rules"]:
        found = SERIES.match(rule["seriesQuery"])
        name = found[1] if found else rule["seriesQuery"]
        made.add(name)
        if name not in program.series:
            yield f"prometheus-adapter.yaml: engines have no metric {name}"
    autoscaler = Manifests(folder / "kubernetes").only("HorizontalPodAutoscaler")
    asked = {each["pods"]["metric"]["name"] for each in autoscaler["spec"]["metrics"]}
    for name in sorted(asked ^ made):
        yield (f"HorizontalPodAutoscaler: {name} is made by no rule of prometheus-adapter.yaml"
               if name in asked else f"prometheus-adapter.yaml: nothing scales by {name}")

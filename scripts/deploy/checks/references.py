"""Whether what Kubernetes' manifests name exists."""

from collections.abc import Iterator

from manifests import Manifests, title


def problems(manifests: Manifests) -> Iterator[str]:
    yield from _selectors(manifests)
    yield from _references(manifests)


def _selectors(manifests: Manifests) -> Iterator[str]:
    labels = manifests.pod["metadata"]["labels"].items()
    deployment = manifests.only("Deployment")
    spread = deployment["spec"]["template"]["spec"]["topologySpreadConstraints"]
    found = [
        *((title(each), each["spec"]["selector"]) for each in manifests.all("Service")),
        (title(deployment), deployment["spec"]["selector"]["matchLabels"]),
        *((f"{title(deployment)}: spread", each["labelSelector"]["matchLabels"])
          for each in spread),
        *((title(each), each["spec"]["selector"]["matchLabels"])
          for each in manifests.all("PodDisruptionBudget")),
        *((title(each), each["spec"]["podSelector"]["matchLabels"])
          for each in manifests.all("NetworkPolicy")),
    ]  # fmt: skip
    for name, selector in found:
        if not selector.items() <= labels:
            yield f"{name}: the selector {selector} does not match the pods"


def _references(manifests: Manifests) -> Iterator[str]:
    """Objects and ports that are named exist."""
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

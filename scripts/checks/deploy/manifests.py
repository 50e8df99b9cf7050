"""Parsed Kubernetes manifests."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

Object = dict[str, Any]
FLEET_OPTION = re.compile(r"^( +)# (- --fleet-)", re.MULTILINE)


class Manifests:
    """All objects of a folder."""

    def __init__(self, folder: Path, for_fleet: bool = False) -> None:
        """Reads the manifests; a fleet adds the options in comments, and its own folder."""
        texts = [file.read_text() for file in sorted(folder.glob("*.yaml"))]
        if for_fleet:
            texts += [file.read_text() for file in sorted((folder / "fleet").glob("*.yaml"))]
            texts = [FLEET_OPTION.sub(r"\1\2", text) for text in texts]
        self.objects: list[Object] = [
            each for text in texts for each in yaml.safe_load_all(text) if each]

    def all(self, kind: str) -> Iterator[Object]:
        return (each for each in self.objects if each["kind"] == kind)

    def only(self, kind: str) -> Object:
        (found,) = self.all(kind)
        return found

    @property
    def pod(self) -> Object:
        """The template of the engines' pods."""
        return self.only("Deployment")["spec"]["template"]

    @property
    def container(self) -> Object:
        (found,) = self.pod["spec"]["containers"]
        return found


def title(found: Object) -> str:
    return f"{found['kind']} {found['metadata']['name']}"


def commands(container: Object) -> Iterator[list[str]]:
    """Yields the commands of a container's probes and hooks."""
    hooks = container.get("lifecycle", {}).values()
    probes = [value for name, value in container.items() if name.endswith("Probe")]
    for each in [*probes, *hooks]:
        if "exec" in each:
            yield each["exec"]["command"]

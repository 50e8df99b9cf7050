"""Kubernetes' manifests, read."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

Object = dict[str, Any]


@dataclass(frozen=True)
class Manifests:
    """All objects of a folder."""

    objects: list[Object]

    @classmethod
    def read(cls, folder: Path) -> "Manifests":
        found = [each for file in sorted(folder.glob("*.yaml"))
                 for each in yaml.safe_load_all(file.read_text())]  # fmt: skip
        return cls([each for each in found if each])

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
    """The commands of a container's probes and hooks."""
    hooks = container.get("lifecycle", {}).values()
    probes = [value for name, value in container.items() if name.endswith("Probe")]
    for each in [*probes, *hooks]:
        if "exec" in each:
            yield each["exec"]["command"]

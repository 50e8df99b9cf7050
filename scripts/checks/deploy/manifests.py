"""Kubernetes' manifests, read."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

Object = dict[str, Any]
FLEET_OPTION = re.compile(r"^( +)# (- --fleet-)", re.MULTILINE)


@dataclass(frozen=True)
class Manifests:
    """All objects of a folder."""

    objects: list[Object]

    @classmethod
    def read(cls, folder: Path) -> "Manifests":
        """As they are."""
        return cls._of(file.read_text() for file in sorted(folder.glob("*.yaml")))

    @classmethod
    def read_for_fleet(cls, folder: Path) -> "Manifests":
        """With what engines on a store need besides: options in comments, and a folder."""
        files = [*sorted(folder.glob("*.yaml")), *sorted((folder / "fleet").glob("*.yaml"))]
        return cls._of(FLEET_OPTION.sub(r"\1\2", file.read_text()) for file in files)

    @classmethod
    def _of(cls, texts: Iterable[str]) -> "Manifests":
        found = [each for text in texts for each in yaml.safe_load_all(text)]
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

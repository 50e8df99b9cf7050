"""Whether the metrics that engines are scaled by exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

import program
from manifests import Manifests

SERIES = re.compile(r"^(\w+)(\{.*\})?$")


def problems(folder: Path, binary: Path) -> Iterator[str]:
    configuration = yaml.safe_load((folder / "prometheus-adapter.yaml").read_text())
    rules = yaml.safe_load(configuration["data"]["config.yaml"])["rules"]
    made = set()
    for rule in rules:
        found = SERIES.match(rule["seriesQuery"])
        name = found[1] if found else rule["seriesQuery"]
        made.add(name)
        if name not in program.series(binary):
            yield f"prometheus-adapter.yaml: engines have no metric {name}"
    autoscaler = Manifests.read(folder / "kubernetes").only("HorizontalPodAutoscaler")
    asked = {each["pods"]["metric"]["name"] for each in autoscaler["spec"]["metrics"]}
    for name in sorted(asked ^ made):
        yield (f"HorizontalPodAutoscaler: {name} is made by no rule of prometheus-adapter.yaml"
               if name in asked else f"prometheus-adapter.yaml: nothing scales by {name}")

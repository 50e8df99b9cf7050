"""Scene vectors: a file's steps, each with everything that is shown after it."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = dict[str, Any]

# What an element shows of which nothing has been said.
DEFAULTS: Json = {
    "parent": None, "frame": None, "shows": {"view": {}}, "hidden": False, "opacity": 1,
    "translation": [0, 0, 0], "scale": [1, 1], "rotation": [0, 0, 0], "origin": [0.5, 0.5],
    "perspective": 0, "shadow": [0, 0, 0, 0], "mask": None, "contentOffset": [0, 0],
    "imageFrame": None,
}  # fmt: skip


@dataclass
class Step:
    line: int
    time: int
    call: str
    argument: Json
    reports: list[Json] = field(default_factory=list)
    # What is shown after it: elements by their targets, the lowest first.
    scene: dict[str, Json] = field(default_factory=dict)


@dataclass
class Vector:
    name: str
    header: dict[str, Any]
    steps: list[Step]

    @classmethod
    def read(cls, file: Path) -> "Vector":
        header: dict[str, Any] = {}
        steps: list[Step] = []
        for number, line in enumerate(file.read_text("utf-8").split("\n")[:-1], start=1):
            word, _, rest = line.partition(" ")
            if word == "at":
                time, call, *argument = rest.split(" ", 2)
                scene = dict(steps[-1].scene) if steps else {}
                step = Step(number, int(time), call, json.loads(*argument) if argument else {})
                step.scene = scene
                steps.append(step)
            elif word == "report":
                steps[-1].reports.append(json.loads(rest))
            elif word == "order":
                known = steps[-1].scene
                steps[-1].scene = {target: known.get(target, DEFAULTS)
                                   for target in json.loads(rest)}  # fmt: skip
            elif word == "show":
                changes = json.loads(rest)
                target = changes.pop("target")
                steps[-1].scene[target] = steps[-1].scene[target] | changes
            elif steps:
                raise ValueError(f"{file}:{number}: starts with '{word}'")
            else:
                header[word] = json.loads(rest) if rest.startswith("{") else rest
        if header.get("scenes") != "2":
            raise ValueError(f"{file}: is of version '{header.get('scenes')}'; this reader knows 2")
        return cls(file.stem, header, steps)

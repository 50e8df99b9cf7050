"""Scene vectors: a recorded session's steps, each with all elements after it. See *Conformance*."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]

DEFAULTS: Json = {
    "parent": None, "frame": None, "shows": {"view": {}}, "hidden": False, "opacity": 1,
    "translation": [0, 0, 0], "contentOffset": [0, 0],
}  # fmt: skip


@dataclass
class Step:
    line: int
    # Session time, µs.
    time: int
    call: str
    argument: Json
    # The elements by target, lowest first.
    scene: dict[str, Json]


@dataclass
class Vector:
    name: str
    # The delay of each directive after its event, µs.
    delay: int
    snapshot: Json
    steps: list[Step]

    @classmethod
    def read(cls, file: Path) -> "Vector":
        header: dict[str, str] = {}
        steps: list[Step] = []
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            word, _, rest = line.partition(" ")
            if word == "at":
                time, call, *argument = rest.split(" ", 2)
                scene = dict(steps[-1].scene) if steps else {}
                message = json.loads(argument[0]) if argument else {}
                steps.append(Step(number, int(time), call, message, scene))
            elif word == "order":
                known = steps[-1].scene
                steps[-1].scene = {
                    target: known.get(target, DEFAULTS) for target in json.loads(rest)}
            elif word == "show":
                changes = json.loads(rest)
                target = changes.pop("target")
                steps[-1].scene[target] = steps[-1].scene[target] | changes
            elif word != "report":
                header[word] = rest
        assert header["scenes"] == "2", f"{file} is of version {header['scenes']}"
        return cls(file.stem, int(header["delay"]), json.loads(header["snapshot"]), steps)

    def directives(self) -> Iterator[Json]:
        return (step.argument for step in self.steps if step.call == "receive")

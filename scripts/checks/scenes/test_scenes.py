"""The scene vectors by a second reader, which samples their timelines on its own.

What a timeline drives in a frame, or a link to a list, has the value that this reader works out,
and what nothing drives is as the layout has it, within 1e-6. The directives in a vector are those
of the trace of its name.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from expectation import differences
from scene_vectors import Vector

VECTORS = {file.stem: file for file in sorted(Path("Tests/Scenes").glob("*.txt"))}
TRACES = ("Sources/InteractionReplay/Resources", "Tests/Traces/recorded", "Tests/Traces/vectors")


def session(name: str) -> str:
    """The name of what is played; a vector's may also have a delay."""
    return re.sub(r"-\d+ms$", "", name)


def trace(name: str) -> Path | None:
    """None for the tour, which ships in binary."""
    files = [Path(folder) / f"{session(name)}.txt" for folder in TRACES]
    return next((file for file in files if file.exists()), None)


@cache
def compared(name: str) -> tuple[list[str], Counter[str]]:
    """What differs, and how many values have been compared by what drives them."""
    counts: Counter[str] = Counter()
    return list(differences(Vector.read(VECTORS[name]), counts)), counts


@pytest.mark.parametrize("name", VECTORS)
def test_a_second_reader_sees_the_same(name: str) -> None:
    found, counts = compared(name)
    assert not found
    assert counts["resting"] > 0


def test_timelines_play_in_ten_sessions() -> None:
    assert len({session(name) for name in VECTORS if compared(name)[1]["moving"]}) >= 10


@pytest.mark.parametrize("name", [name for name in VECTORS if trace(name)])
def test_the_directives_are_those_of_the_trace(name: str) -> None:
    lines = trace(name).read_text("utf-8").split("\n")
    recorded = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert list(Vector.read(VECTORS[name]).directives()) == recorded


def other_digit(vector: Vector) -> None:
    element = next(element for step in vector.steps for element in step.scene.values()
                   if element["translation"][0] % 1)  # fmt: skip
    x, *others = element["translation"]
    element["translation"] = [x + 1e-5, *others]


def other_easing(vector: Vector) -> None:
    track = next(track for directive in vector.directives() if "timeline" in directive
                 for track in directive["timeline"]["tracks"] if "bezier" in track)  # fmt: skip
    track["bezier"] = track["bezier"] | {"x2": track["bezier"].get("x2", 0.0) + 0.01}


@pytest.mark.parametrize("change", [other_digit, other_easing])
def test_a_change_is_found(change: Callable[[Vector], None]) -> None:
    """In a vector in which timelines of every kind play."""
    vector = Vector.read(VECTORS["window-navigation"])
    change(vector)
    assert list(differences(vector, Counter()))

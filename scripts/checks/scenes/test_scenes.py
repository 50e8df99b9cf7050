"""The scenes of the samples for level 2, computed from directives by a reader of its own."""

import json
from collections import Counter
from pathlib import Path

import pytest

from scene_reader import differences
from scene_vectors import Json, Vector

pytestmark = pytest.mark.fast

SCENES = Path("Tests/Scenes")
TRACES = Path("Sources/InteractionReplay/Resources")
# The rules that each sample has to show.
RULES = {"reader": {"L1", "N6", "R12", "S9"}, "shop": {"F17", "L1", "N6", "T18", "T19"}}


def recorded(sample: str) -> list[Json]:
    """Returns the directives of a trace."""
    lines = (TRACES / f"{sample}.txt").read_text("utf-8").splitlines()
    return [json.loads(line[2:]) for line in lines if line.startswith("< ")]


@pytest.mark.parametrize("delay", ["", "-150ms", "-3000ms"])
@pytest.mark.parametrize("sample", RULES)
def test_the_scenes_are_those_of_the_directives(sample: str, delay: str) -> None:
    vector = Vector.read(SCENES / f"{sample}{delay}.txt")
    directives, counts = recorded(sample), Counter[str]()
    assert list(vector.directives()) == directives
    assert list(differences(vector, directives, counts))[:5] == []
    assert RULES[sample] <= set(counts)

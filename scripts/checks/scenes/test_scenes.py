"""The scene vectors of the samples for level 2, by a reader of its own.

It shares no code with the presenters. From the directives of a sample's trace it computes what the
newer rules determine, at each step.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from scene_reader import differences
from scene_vectors import Json, Vector

pytestmark = pytest.mark.fast

SCENES = Path("Tests/Scenes")
TRACES = Path("Sources/InteractionReplay/Resources")
# The rules that each sample has to show.
RULES = {"reader": {"L1", "N6", "R12", "S9"}, "shop": {"F17", "L1", "N6", "T18", "T19"}}
DELAYS = ["", "-150ms", "-3000ms"]


def read(sample: str, delay: str = "") -> Vector:
    return Vector.read(SCENES / f"{sample}{delay}.txt")


def recorded(sample: str) -> list[Json]:
    """Returns the directives of a trace."""
    lines = (TRACES / f"{sample}.txt").read_text("utf-8").splitlines()
    return [json.loads(line[2:]) for line in lines if line.startswith("< ")]


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("sample", RULES)
def test_the_scenes_are_those_of_the_directives(sample: str, delay: str) -> None:
    vector, directives, counts = read(sample, delay), recorded(sample), Counter[str]()
    assert list(vector.directives()) == directives
    assert list(differences(vector, directives, counts))[:5] == []
    assert RULES[sample] <= set(counts)


# Faults in a key of an element, at all steps with the element that satisfy a condition.
FAULTS: list[tuple[str, str, str, str, Callable[[Json], bool], object]] = [
    ("T18", "shop", "tab/3/title", "shows", lambda it: it["shows"]["text"]["plain"] == "大促直播",
     {"text": {"plain": "领券", "color": "575D66"}}),
    ("T18", "shop", "tab/3/icon", "shows", lambda it: picture(it) == "tabbar_live",
     {"picture": {"name": "tabbar_cards"}}),
    ("T19", "shop", "tab/2/icon", "shows", lambda it: picture(it) == "tabbar_cart_selected",
     {"picture": {"name": "tabbar_cart"}}),
    ("R12", "reader", "tab_bar", "hidden", lambda it: it["hidden"] and it["frame"][1] > 800, False),
    ("R12", "reader", "tab_bar", "translation", lambda it: it["translation"][1] > 1, [0, 0, 0]),
    ("S9", "reader", "list/feed", "contentOffset", lambda it: True, [0, 1123.67]),
    ("L1", "reader", "navigation_bar", "opacity", lambda it: 0 < it["opacity"] < 1, 1),
    ("L1", "shop", "navigation_bar", "opacity", lambda it: 0 < it["opacity"] < 1, 1),
    ("F17", "shop", "floor", "hidden", lambda it: True, False),
]  # fmt: skip


def picture(element: Json) -> str:
    return str(element["shows"]["picture"]["name"])


def is_found(rule: str, sample: str, vector: Vector) -> bool:
    found = differences(vector, recorded(sample), Counter())
    return any(f": {rule}: " in difference for difference in found)


@pytest.mark.parametrize("rule, sample, target, key, where, value", FAULTS)
def test_a_fault_in_an_element_is_found(
    rule: str, sample: str, target: str, key: str, where: Callable[[Json], bool], value: object
) -> None:
    vector = read(sample)
    steps = [step for step in vector.steps if target in step.scene and where(step.scene[target])]
    for step in steps:
        step.scene[target] = step.scene[target] | {key: value}
    assert steps and is_found(rule, sample, vector)


def test_a_bar_by_another_curve_is_found() -> None:
    vector = read("reader")
    for step in vector.steps:
        bar = step.scene["tab_bar"]
        x, y, z = bar["translation"]
        step.scene["tab_bar"] = bar | {"translation": [x, y * 1.0001, z]}
    assert is_found("R12", "reader", vector)


def test_a_bar_below_a_page_is_found() -> None:
    vector = read("reader")
    for step in vector.steps:
        if "stack/0" in step.scene:
            step.scene["stack/0"] = step.scene.pop("stack/0")
    assert is_found("N6", "reader", vector)


def test_a_fault_in_a_directive_is_found() -> None:
    directives = recorded("shop")
    items = next(setting["layout"]["items"] for directive in directives
                 for setting in directive.get("settings", []) if "layout" in setting)  # fmt: skip
    items[3]["change"]["title"] = "大促"
    found = list(differences(read("shop"), directives, Counter()))
    assert any(": T18: tab/3/title " in difference for difference in found)

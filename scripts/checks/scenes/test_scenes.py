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


# Faults, each at all steps of a vector that satisfy a condition.


def change(
    vector: Vector, target: str, key: str, value: object, where: Callable[[Json], bool]
) -> None:
    changed = 0
    for step in vector.steps:
        if target in step.scene and where(step.scene[target]):
            step.scene[target] = step.scene[target] | {key: value}
            changed += 1
    assert changed


def title(vector: Vector) -> None:
    change(vector, "tab/3/title", "shows", {"text": {"plain": "领券", "color": "575D66"}},
           lambda title: title["shows"]["text"]["plain"] == "大促直播")  # fmt: skip


def image(vector: Vector) -> None:
    change(vector, "tab/3/icon", "shows", {"picture": {"name": "tabbar_cards"}},
           lambda icon: icon["shows"]["picture"]["name"] == "tabbar_live")  # fmt: skip


def unlit(vector: Vector) -> None:
    change(vector, "tab/2/icon", "shows", {"picture": {"name": "tabbar_cart"}},
           lambda icon: icon["shows"]["picture"]["name"] == "tabbar_cart_selected")  # fmt: skip


def bar_that_stays(vector: Vector) -> None:
    change(vector, "tab_bar", "hidden", False, lambda bar: bar["hidden"] and bar["frame"][1] == 812)


def bar_that_jumps(vector: Vector) -> None:
    change(vector, "tab_bar", "translation", [0, 0, 0], lambda bar: 1 < bar["translation"][1] < 82)


def bar_by_another_curve(vector: Vector) -> None:
    for step in vector.steps:
        bar = step.scene["tab_bar"]
        x, y, z = bar["translation"]
        step.scene["tab_bar"] = bar | {"translation": [x, y * 1.0001, z]}


def bar_below_a_page(vector: Vector) -> None:
    for step in vector.steps:
        if "stack/0" in step.scene:
            step.scene["stack/0"] = step.scene.pop("stack/0")


def offset_of_another_list(vector: Vector) -> None:
    change(vector, "list/feed", "contentOffset", [0, 1123.67], lambda _: True)


def title_bar(vector: Vector) -> None:
    change(vector, "navigation_bar", "opacity", 1, lambda bar: 0 < bar["opacity"] < 1)


def floor(vector: Vector) -> None:
    for target in ("floor", "floor/image"):
        change(vector, target, "hidden", False, lambda _: True)


@pytest.mark.parametrize("rule, sample, make", [
    ("T18", "shop", title), ("T18", "shop", image), ("T19", "shop", unlit),
    ("R12", "reader", bar_that_stays), ("R12", "reader", bar_that_jumps),
    ("R12", "reader", bar_by_another_curve), ("N6", "reader", bar_below_a_page),
    ("S9", "reader", offset_of_another_list), ("L1", "reader", title_bar),
    ("L1", "shop", title_bar), ("F17", "shop", floor)])  # fmt: skip
def test_a_fault_in_a_scene_is_found(
    rule: str, sample: str, make: Callable[[Vector], None]
) -> None:
    vector = read(sample)
    make(vector)
    found = list(differences(vector, recorded(sample), Counter()))
    assert any(f": {rule}: " in difference for difference in found)


def test_a_fault_in_a_directive_is_found() -> None:
    directives = recorded("shop")
    items = next(setting["layout"]["items"] for directive in directives
                 for setting in directive.get("settings", []) if "layout" in setting)  # fmt: skip
    items[3]["change"]["title"] = "大促"
    found = list(differences(read("shop"), directives, Counter()))
    assert any(": T18: tab/3/title " in difference for difference in found)

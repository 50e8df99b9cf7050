"""What the client draws on a page: where the scene vectors have it, as the browser measures it."""

import re
from pathlib import Path
from typing import Any

import pytest

from pages import Pages
from playground import Playground
from scene_vectors import Json, Step, Vector

VECTORS = ["V5-home-refined", "second-floor-150ms", "dancing-tabs-3000ms", "button-bar"]
SCRIPT = Path(__file__).with_name("scene_vector.js").read_text()
# Of 64-bit numbers, which protobuf's JSON has as strings.
LONG = ("Us", "sequence", "Sequence", "directive", "generation", "drag")
# What values of enums begin with, which the contract's words leave out: the names of the enums.
ENUMS = "|".join(
    re.sub("(?<!^)[A-Z]", r"_\g<0>", name).upper()
    for file in sorted(Path("Protos/interaction/v1").glob("*.proto"))
    for name in re.findall(r"^enum (\w+)", file.read_text(), re.MULTILINE))  # fmt: skip
# What layouts in browsers round to, px.
NEAR = 0.02
Frame = tuple[float, float, float, float]


def read(json: Any, key: str = "") -> Any:
    """JSON as the client has it: 64-bit numbers as numbers, values of enums by their words."""
    match json:
        case dict():
            return {name: read(each, name) for name, each in json.items()}
        case list():
            return [read(each, key) for each in json]
        case str() if json.isdigit() and key.endswith(LONG):
            return int(json)
        case str():
            return re.sub(f"^({ENUMS})_([A-Z0-9_]+)$", lambda it: it[2].lower(), json)
    return json


def expected(step: Step, target: str) -> Frame | None:
    """Where a scene has an element on the screen; None where only a drawing tells."""
    element: Json | None = step.scene[target]
    if element["frame"] is None:
        return None
    left, top, width, height = element["frame"]
    corners = [(left, top), (left + width, top + height)]
    while element:
        is_flat = element["perspective"] == 0 and element["rotation"] == [0, 0, 0]
        if element["frame"] is None or not is_flat or element["translation"][2] != 0:
            return None
        corners = [moved(element, corner) for corner in corners]
        element = step.scene.get(element["parent"])
    (left, top), (right, bottom) = corners
    return left, top, right - left, bottom - top


def moved(element: Json, point: tuple[float, float]) -> tuple[float, float]:
    frame = element["frame"]
    places = []
    for axis in [0, 1]:
        origin = frame[axis] + element["origin"][axis] * frame[2 + axis]
        places.append(origin + (point[axis] - origin) * element["scale"][axis]
                      + element["translation"][axis])  # fmt: skip
    return places[0], places[1]


def compare(step: Step, shown: dict[str, Json]) -> int:
    """Returns how many elements have been measured."""
    assert list(shown) == list(step.scene), step.line
    order = [each["index"] for each in shown.values() if each["index"] >= 0]
    assert order == sorted(order), step.line
    measured = 0
    for target, element in step.scene.items():
        found, place, where = shown[target], expected(step, target), (target, step.line)
        assert abs(found["opacity"] - element["opacity"]) < 1e-3, where
        assert found["hidden"] or not element["hidden"], where
        if place is None or element["hidden"]:
            continue
        measured += 1
        assert found["frame"] == pytest.approx(place, rel=0, abs=NEAR), where
        assert element["shows"].get("text", {}).get("plain", "") in found["words"], where
    return measured


@pytest.mark.parametrize("name", VECTORS)
async def test_the_client_draws_a_scene_vector_where_it_has_it(
    name: str, pages: Pages, playground: Playground
) -> None:
    vector, page = Vector.read(Path(f"Tests/Scenes/{name}.txt")), await pages.page()
    steps = vector.steps
    looked = list(range(0, len(steps), max(len(steps) // 40, 1)))
    await page.goto(f"{playground.url}client.js")
    played = [{"time": step.time / 1000, "call": step.call, "argument": read(step.argument)}
              for step in steps]  # fmt: skip
    header = {key: read(vector.header[key]) for key in ["environment", "snapshot"]}
    found = await page.evaluate(SCRIPT, [header | {"steps": played}, looked])
    assert sum(compare(steps[index], shown)
               for index, shown in zip(looked, found, strict=True)) > 0  # fmt: skip

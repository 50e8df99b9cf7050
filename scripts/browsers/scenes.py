"""What the client draws on a page: where the scene vectors have it, as the browser measures it."""

import re
from typing import Any

from checks import expect, expect_that
from lab import REPOSITORY, Check, Lab
from scene_vectors import Json, Step, Vector

VECTORS = ["V5-home-refined", "second-floor-150ms", "dancing-tabs-3000ms", "button-bar"]
SCRIPT = (REPOSITORY / "scripts/browsers/scenes.js").read_text()
# Of 64-bit numbers, which protobuf's JSON has as strings.
LONG = ("Us", "sequence", "Sequence", "directive", "generation", "drag")
# What values of enums begin with, which the contract's words leave out: the names of the enums.
ENUMS = "|".join(
    re.sub("(?<!^)[A-Z]", r"_\g<0>", name).upper()
    for file in sorted((REPOSITORY / "Protos/interaction/v1").glob("*.proto"))
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
    where = f"after line {step.line}"
    expect(f"the elements {where}", list(shown), list(step.scene))
    order = [each["index"] for each in shown.values() if each["index"] >= 0]
    expect(f"the order {where}", order, sorted(order))
    measured = 0
    for target, element in step.scene.items():
        found, place = shown[target], expected(step, target)
        what = f"{target} {where}"
        expect_that(abs(found["opacity"] - element["opacity"]) < 1e-3,
                    f"{what} has the opacity {found['opacity']}, not {element['opacity']}")
        expect_that(found["hidden"] or not element["hidden"], f"{what} shows")
        if place is None or element["hidden"]:
            continue
        measured += 1
        expect_that(all(abs(a - b) < NEAR for a, b in zip(found["frame"], place, strict=True)),
                    f"{what} stands at {found['frame']}, not {place}")  # fmt: skip
        text = element["shows"].get("text", {}).get("plain")
        if text:
            expect_that(text in found["words"], f"{what} says {found['words']!r}, not {text!r}")
    return measured


async def vectors(lab: Lab) -> str:
    moments, measured = 0, 0
    async with lab.page() as page:
        for name in VECTORS:
            vector = Vector.read(REPOSITORY / f"Tests/Scenes/{name}.txt")
            steps = vector.steps
            looked = list(range(0, len(steps), max(len(steps) // 40, 1)))
            await page.goto(f"{lab.playground.url}client.js")
            played = [{"time": step.time / 1000, "call": step.call,
                       "argument": read(step.argument)} for step in steps]  # fmt: skip
            header = {key: read(vector.header[key]) for key in ["environment", "snapshot"]}
            found = await page.evaluate(SCRIPT, [header | {"steps": played}, looked])
            for index, shown in zip(looked, found, strict=True):
                measured += compare(steps[index], shown)
            moments += len(looked)
    return f"{measured} elements measured in {moments} moments of {len(VECTORS)} vectors"


CHECKS = [Check("the client draws the scene vectors where they have them", vectors)]

"""The frames of drawn elements, measured by the browser, against the scene vectors."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pages import Pages
from playground import Playground

Json = dict[str, Any]
Frame = tuple[float, float, float, float]
NAMES = ["V5-home-refined", "second-floor-150ms", "dancing-tabs-3000ms", "button-bar"]
SCRIPT = Path(__file__).with_name("scene_vector.js").read_text()
READER = """
  import { read } from "./Tests/Web/vectors";
  const vectors = process.argv.slice(2).map((name) => [name, read(`Tests/Scenes/${name}.txt`)]);
  console.log(JSON.stringify(Object.fromEntries(vectors), (_, value) =>
    value instanceof Map ? Object.fromEntries(value) : value));
"""
# The rounding of layouts in browsers, px.
NEAR = 0.02


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Json]:
    """Scene vectors, as parsed by the web client's tests."""
    program = tmp_path_factory.mktemp("vectors") / "read.cjs"
    bundle = ["esbuild", "--bundle", "--platform=node", "--log-level=warning"]
    subprocess.run([*bundle, f"--outfile={program}"], input=READER, text=True, check=True)
    read = subprocess.run(["node", program, *NAMES], stdout=subprocess.PIPE, check=True)
    return json.loads(read.stdout)


def expected(scene: dict[str, Json], target: str) -> Frame | None:
    """Returns the expected frame of an element; None if only a drawing determines it."""
    element: Json | None = scene[target]
    if element["frame"] is None:
        return None
    left, top, width, height = element["frame"]
    corners = [(left, top), (left + width, top + height)]
    while element:
        is_flat = element["perspective"] == 0 and element["rotation"] == [0, 0, 0]
        if element["frame"] is None or not is_flat or element["translation"][2] != 0:
            return None
        corners = [moved(element, corner) for corner in corners]
        element = scene.get(element["parent"])
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


def compare(step: Json, shown: dict[str, Json]) -> int:
    """Compares the frames. Returns the number of measured elements."""
    line, scene = step["line"], step["scene"]
    assert list(shown) == list(scene), line
    order = [each["index"] for each in shown.values() if each["index"] >= 0]
    assert order == sorted(order), line
    measured = 0
    for target, element in scene.items():
        found, place, where = shown[target], expected(scene, target), (target, line)
        assert abs(found["opacity"] - element["opacity"]) < 1e-3, where
        assert found["hidden"] or not element["hidden"], where
        if place is None or element["hidden"]:
            continue
        measured += 1
        assert found["frame"] == pytest.approx(place, rel=0, abs=NEAR), where
        assert element["shows"].get("text", {}).get("plain", "") in found["words"], where
    return measured


@pytest.mark.parametrize("name", NAMES)
async def test_the_client_draws_a_scene_vector_where_it_has_it(
    name: str, vectors: dict[str, Json], pages: Pages, playground: Playground
) -> None:
    vector, page = vectors[name], await pages.page()
    steps = vector["steps"]
    looked = list(range(0, len(steps), max(len(steps) // 40, 1)))
    await page.goto(f"{playground.url}client.js")
    played = [{key: step[key] for key in ["time", "event", "directive"] if key in step}
              for step in steps]  # fmt: skip
    found = await page.evaluate(SCRIPT, [vector | {"steps": played}, looked])
    assert sum(compare(steps[index], shown) for index, shown in zip(looked, found, strict=True)) > 0

"""The JSON Schema of experiences: what the engine takes is valid by it, a mistake is not."""

import json
import tempfile
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from checks import Check, Lab, expect, expect_that
from configuration_checks import tool

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "Sources/InteractionExperience/Resources").glob("*.yaml"))
SHORT = """
name: short
preset: literal
sources: [home, {id: feed, tab: 1}]
tabBar: {style: big-logo, items: [{title: Home, badge: 3}, {title: {text: Me}, badge: New}]}
toggles: [{id: t, source: home, threshold: 456pt, duration: 400ms, easing_above: ease-in-out}]
second_floor: {source: home, tip: Welcome, close_easing: {x1: 0.42, y1: 0, x2: 1, y2: 1}}
navigation: {style: NAVIGATION_STYLE_ZOOM_TO}
"""
# Each makes SHORT wrong, for the engine as for the schema.
MISTAKES = [
    ("preset: literal", "preset: litteral"),
    ("preset: literal", "preset:"),
    ("name: short", "name: 5"),
    ("456pt", "456px"),
    ("400ms", "400"),
    ("ease-in-out", "ease_inout"),
    ("badge: 3", "badge: true"),
    ("tip: Welcome", "tip: 3"),
    ("sources: [home, ", "sources: home\nx: ["),
    ("tab: 1", "tab: 1.5"),
    ("title: Home", "titel: Home"),
    ("big-logo", "biglogo"),
]


async def json_schema(lab: Lab) -> None:
    code, out, err = await tool(lab, "validate", "--json-schema", *map(str, FILES))
    expect("exit code", (code, err), (0, ""))
    schema, end = json.JSONDecoder().raw_decode(out)
    expect("good files", out[end:].count(": ok, "), len(FILES))
    validator: Any = jsonschema.Draft7Validator(schema)
    validator.check_schema(schema)

    for file in FILES:
        wrong = [error.message for error in validator.iter_errors(yaml.safe_load(file.read_text()))]
        expect(f"{file.name} by the schema", wrong, [])
    expect("short forms by the schema", list(validator.iter_errors(yaml.safe_load(SHORT))), [])
    expect("short forms by the engine", await code_of(lab, SHORT), 0)
    for good, bad in MISTAKES:
        text = SHORT.replace(good, bad, 1)
        expect_that(text != SHORT, f"{good!r} is not in the text")
        expect_that(not validator.is_valid(yaml.safe_load(text)), f"{bad!r} is valid by the schema")
        expect(f"exit code with {bad!r}", await code_of(lab, text), 65)


async def code_of(lab: Lab, text: str) -> int:
    """The engine's verdict on an experience."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "experience.yaml"
        file.write_text(text)
        return (await tool(lab, "validate", str(file)))[0]


CHECKS = [Check("experiences are valid by the JSON Schema, mistakes are not", json_schema)]

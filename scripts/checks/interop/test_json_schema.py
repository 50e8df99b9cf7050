"""The JSON Schema of experiences, as another validator reads it."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from command_line import run

FILES = sorted(Path("Sources/InteractionExperience/Resources").glob("*.yaml"))
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
    ("preset: literal", "preset: litteral"), ("preset: literal", "preset:"),
    ("name: short", "name: 5"), ("456pt", "456px"), ("400ms", "400"),
    ("ease-in-out", "ease_inout"), ("badge: 3", "badge: true"), ("tip: Welcome", "tip: 3"),
    ("sources: [home, ", "sources: home\nx: ["), ("tab: 1", "tab: 1.5"),
    ("title: Home", "titel: Home"), ("big-logo", "biglogo"),
]  # fmt: skip


async def test_experiences_are_valid_by_the_json_schema_mistakes_are_not(lab, tmp_path):
    output = await run(lab.binary, "validate", "--json-schema", *FILES)
    assert (output.code, output.err) == (0, "")
    schema, end = json.JSONDecoder().raw_decode(output.out)
    assert output.out[end:].count(": ok, ") == len(FILES)
    validator: Any = jsonschema.Draft7Validator(schema)
    validator.check_schema(schema)
    for file in FILES:
        assert not list(validator.iter_errors(yaml.safe_load(file.read_text()))), file.name
    file = tmp_path / "experience.yaml"

    async def code_of(text: str) -> int:
        """The engine's verdict on an experience."""
        file.write_text(text)
        return (await run(lab.binary, "validate", file)).code

    assert not list(validator.iter_errors(yaml.safe_load(SHORT)))
    assert await code_of(SHORT) == 0
    for good, bad in MISTAKES:
        text = SHORT.replace(good, bad, 1)
        assert text != SHORT, f"{good!r} is not in the text"
        assert not validator.is_valid(yaml.safe_load(text)), bad
        assert await code_of(text) == 65, bad

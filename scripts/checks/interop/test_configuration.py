"""Commands of the engine's program, and options from the environment and from a file."""

import json
import re
from pathlib import Path
from signal import SIGTERM
from typing import Any

import jsonschema
import pytest
import yaml

from checks import eventually
from command_line import tool
from monitoring import Monitoring
from services import experiences
from steps import opened

YAML = """
name: tiny
sources: [{id: list}]
tab_bar: {items: [{title: {text: One}}, {title: {text: Two}}]}
"""
RUNNING = Path("Sources/interaction-engine/interaction-engine.docc/Running.md")


async def test_print_config_tells_what_is_in_force_and_why(lab, tmp_path):
    """And prints a file that says the same."""
    file = tmp_path / "engine.yaml"
    file.write_text("operator-port: 0\nlimit: {idle-seconds: 9}\n")
    variables = {"INTERACTION_CONFIG": str(file), "INTERACTION_HOST": "::1"}
    output = await tool(lab, "serve", "--port", "0", "--print-config", variables=variables)
    lines = output.good().splitlines()
    assert {
        "port: 0  # command line", "host: '::1'  # INTERACTION_HOST",
        f"operator-port: 0  # {file}: operator-port", "log-level: info  # default",
        f"  idle-seconds: 9  # {file}: limit", "  sessions: 20000  # default",
        "# checkpoint-keys:"} <= set(lines)  # fmt: skip
    again = tmp_path / "again.yaml"
    again.write_text(output.out)
    second = await tool(lab, "serve", "--config", again, "--print-config")
    assert (second.code, second.err) == (0, "")
    assert [line.split("  #")[0] for line in second.out.splitlines()] == [
        line.split("  #")[0] for line in lines]  # fmt: skip


@pytest.mark.fast
async def test_print_config_of_bad_options(lab):
    output = await tool(lab, "serve", "--port", "99999", "--print-config")
    assert output.code > 0 and not output.out, output


@pytest.mark.fast
async def test_help_whatever_the_environment_says(lab):
    output = await tool(lab, "serve", "--help", variables={"INTERACTION_CONFIG": "/attic"})
    assert "--config <file>" in output.good()


async def test_check_looks_at_everything_and_serves_nothing(lab, keys, tmp_path):
    taken = ["--port", str(lab.engine.port)]
    output = await tool(lab, "serve", *taken, "--checkpoint-keys", keys, "--check")
    assert (output.code, output.out) == (0, "ok\n")
    bad = tmp_path / "bad.yaml"
    bad.write_text("name: 7\n")
    for options in [
        ["--experiences", tmp_path], ["--checkpoint-keys", bad],
        ["--tls-certificate", bad, "--tls-key", bad],
    ]:  # fmt: skip
        output = await tool(lab, "serve", *options, "--check")
        assert output.code > 0 and not output.out and "bad.yaml" in output.err, output


async def test_health_as_a_command(start):
    own = await start(drain_deadline=5)

    async def health(*arguments: str) -> tuple[int, str, str]:
        output = await tool(own, "health", "--address", own.engine.address, *arguments)
        return output.code, output.out, output.err

    assert await health() == (0, "SERVING\n", "")
    assert await health("--service", "interaction.v1.InteractionService") == (0, "SERVING\n", "")
    code, out, err = await health("--service", "attic")
    assert (code, out) == (69, "") and "there is no service 'attic'" in err
    await opened(own)
    own.engine.tell(SIGTERM)

    async def is_told() -> bool:
        return (await health())[:2] == (1, "NOT_SERVING\n")

    await eventually("health says so", is_told, 4)


async def test_health_of_no_engine(lab):
    output = await tool(lab, "health", "--address", "127.0.0.1:1", "--timeout", "3")
    assert (output.code, output.out, len(output.err.splitlines())) == (69, "", 1)


async def test_keygen_on_a_full_disk_leaves_nothing_behind(lab, keys):
    before = keys.read_bytes()
    output = await tool(lab, "keygen", "--into", keys, limits={"fsize": 0})
    assert output.code != 0 and not output.out and str(keys) in output.err, output
    assert keys.read_bytes() == before
    assert list(keys.parent.iterdir()) == [keys]


async def test_the_file_in_the_documentation(start, keys, tmp_path):
    found = re.search(r"^```yaml\n# engine\.yaml\n(.*?)^```$", RUNNING.read_text(), re.M | re.S)
    assert found
    (tmp_path / "engine.yaml").write_text(found[1])
    (tmp_path / "experiences").mkdir()
    (tmp_path / "experiences" / "tiny.yaml").write_text(YAML)
    keys.rename(tmp_path / "checkpoint.keys")
    own = await start("--config", "engine.yaml", "--monitoring-port", "0", folder=tmp_path)
    await Monitoring(await own.engine.next_address("monitoring")).get("/metrics")
    assert "tiny" in await experiences(own.channel)
    limits = (await own.conversation().open()).opened.limits
    assert (limits.max_events_per_second, limits.idle_timeout.seconds) == (120, 600)


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
    output = await tool(lab, "validate", "--json-schema", *FILES)
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
        return (await tool(lab, "validate", file)).code

    assert not list(validator.iter_errors(yaml.safe_load(SHORT)))
    assert await code_of(SHORT) == 0
    for good, bad in MISTAKES:
        text = SHORT.replace(good, bad, 1)
        assert text != SHORT, f"{good!r} is not in the text"
        assert not validator.is_valid(yaml.safe_load(text)), bad
        assert await code_of(text) == 65, bad

"""What the rules and the guide say of each other."""

import re
import sys
from pathlib import Path

from checks import CheckFailed, expect
from fleet import ROOT
from prometheus import FILES, JSON

sys.path.insert(0, str(ROOT / "scripts/docs"))

from markdown import Page  # noqa: E402

GUIDES = ROOT / "Sources/interaction-engine/interaction-engine.docc"
SEVERITIES = {"critical", "warning"}
# The first cell of a row: `interaction_events_total{kind}`.
ROW = re.compile(r"^\| `(interaction_\w+)(?:\{[\w,]+\})?` \|", re.MULTILINE)
# In a test of rules.
TESTED = re.compile(r"(?:alertname|expr): '?([\w:]+)'?")


def _anchors(name: str) -> set[str]:
    file = GUIDES / name
    return set(Page.read(file).anchors) if file.is_file() else set()


async def alerts(rules: list[JSON]) -> None:
    """Each has all that a person needs who is woken by it."""
    problems = []
    for rule in rules:
        notes = rule["annotations"]
        page, _, anchor = notes.get("runbook", "").partition("#")
        if rule["labels"].get("severity") not in SEVERITIES:
            problems.append(f"{rule['name']} has no severity of {sorted(SEVERITIES)}")
        if not notes.get("summary"):
            problems.append(f"{rule['name']} has no summary")
        if not rule["duration"]:
            problems.append(f"{rule['name']} does not wait")
        if anchor not in _anchors(page):
            problems.append(f"{rule['name']}: the guide has no {notes.get('runbook')!r}")
    if problems:
        raise CheckFailed("; ".join(problems))


async def tested(rules: list[JSON]) -> None:
    texts = [(FILES / name).read_text() for name in ("recording.test.yml", "alerts.test.yml")]
    known = {name for text in texts for name in TESTED.findall(text)}
    expect("the rules without a test", sorted({it["name"] for it in rules} - known), [])


async def metrics(exposed: set[str]) -> None:
    """The guide lists all that there are, and no other."""
    listed = set(ROW.findall((GUIDES / "Running.md").read_text()))
    own = {name for name in exposed if name.startswith("interaction_")}
    expect("the metrics that the guide leaves out", sorted(own - listed), [])
    expect("the metrics that only the guide has", sorted(listed - own), [])

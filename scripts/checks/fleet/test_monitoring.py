"""The monitoring of a fleet with Prometheus: metrics, rules, alerts and the dashboard."""

import asyncio
import math
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from board import JSON, Board, metrics
from certificates import Files
from checks import eventually
from engine import running
from expectations import came_true
from monitoring import Monitoring
from programs import running_load
from prometheus import FILES, Prometheus, prometheus
from store import running_store

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT / "scripts/checks/docs"))

from markdown import Page  # noqa: E402

TRACE = ROOT / "Tests/Traces/recorded/browser-flings.txt"
VARIANTS = str(ROOT / "scripts/checks/fleet/variants")
GUIDES = ROOT / "Sources/interaction-engine/interaction-engine.docc"
TESTS = ["recording.test.yml", "variants.test.yml", "alerts.test.yml"]
TYPE = re.compile(r"^# TYPE (\w+) (\w+)$", re.MULTILINE)
SUFFIXES = {"histogram": ["", "_bucket", "_sum", "_count"]}
# Metrics of Prometheus itself.
OWN = {"up", "ALERTS"}
# The first cell of a row of the guide: `interaction_events_total{kind}`.
ROW = re.compile(r"^\| `(interaction_\w+)(?:\{[\w,]+\})?` \|", re.MULTILINE)
# In a test of rules.
TESTED = re.compile(r"(?:alertname|expr): '?(?:round\()?([\w:]+)'?")
# Rates need two scrapes, recorded ones also an evaluation.
PATIENCE = 120


@dataclass
class Watched:
    """A fleet with a Prometheus that scrapes it."""

    server: Prometheus
    # The metrics page of each engine.
    pages: list[str]
    rules: list[JSON]

    def __post_init__(self) -> None:
        # The metrics of all engines, with their types.
        self.kinds = {name: kind for page in self.pages for name, kind in TYPE.findall(page)}
        self.recorded = [it["name"] for it in self.rules if it["type"] == "recording"]


@pytest.fixture(scope="module")
async def watched(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    """Two engines on a store, one plain, one with TLS and a memory limit: with every metric."""
    files = Files(tmp_path_factory.mktemp("tls"))
    access = ["--tls-ca", str(files.root), "--tls-server-name", "localhost"]
    kinds = [([], []), ([*files.options, "--limit", "memory-mib=4096"], access)]
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(running_store())
        engines: list[Monitoring] = []
        loads: list[asyncio.subprocess.Process] = []
        for number, (options, access) in enumerate(kinds, 1):
            name = f"engine-{number}"
            engine = await stack.enter_async_context(running(
                binary, "--monitoring-port", "0", "--fleet-store", store.address,
                "--fleet-engine", name, "--experiences", VARIANTS, *options))  # fmt: skip
            engines.append(Monitoring(await engine.next_address("monitoring")))
            await eventually(f"{name} is ready", engines[-1].is_ready, 20)
            loads.append(await stack.enter_async_context(running_load(
                binary, "run", "--address", engine.address, *access, "--sessions", "4",
                "--duration", "600", TRACE)))  # fmt: skip
        server = await stack.enter_async_context(prometheus([it.address for it in engines]))
        pages = [(await engine.get("/metrics")).text for engine in engines]
        yield Watched(server, pages, await server.rules())
        assert [load.returncode for load in loads] == [None, None]


def promtool(*arguments: str, content: str = "") -> None:
    """Runs promtool, which must succeed."""
    found = subprocess.run(
        ["promtool", *arguments], cwd=FILES, input=content, capture_output=True, text=True,
        check=False)  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("arguments", [
    ("check", "config", "prometheus.yml"),
    ("check", "rules", "recording.yml", "alerts.yml"),
    ("test", "rules", *TESTS),
], ids=" ".join)  # fmt: skip
def test_prometheus_takes_the_files(arguments: tuple[str, ...]) -> None:
    promtool(*arguments)


def test_prometheus_takes_the_engines_metrics(watched: Watched) -> None:
    for page in watched.pages:
        promtool("check", "metrics", content=page)


def test_grafana_can_show_the_board() -> None:
    """Titles, units, the grid, and the variables."""
    assert list(Board().problems()) == []


def test_the_guide_lists_the_metrics_that_there_are(watched: Watched) -> None:
    listed = set(ROW.findall((GUIDES / "Monitoring.md").read_text()))
    assert {name for name in watched.kinds if name.startswith("interaction_")} == listed


def test_every_rule_has_a_test(watched: Watched) -> None:
    tested = {name for file in TESTS for name in TESTED.findall((FILES / file).read_text())}
    assert {it["name"] for it in watched.rules} - tested == set()


def test_every_alert_says_what_to_do(watched: Watched) -> None:
    """An alert has all that an operator on call needs."""
    alerts = [it for it in watched.rules if it["type"] == "alerting"]
    assert alerts
    for rule in alerts:
        notes = rule["annotations"]
        page, _, anchor = notes["runbook"].partition("#")
        assert rule["labels"].get("severity") in {"critical", "warning"}, rule["name"]
        assert notes.get("summary"), rule["name"]
        assert rule["duration"], rule["name"]
        assert anchor in Page.read(GUIDES / page).anchors, rule["name"]


def test_every_metric_that_is_asked_for_exists(watched: Watched) -> None:
    names = {name + suffix for name, kind in watched.kinds.items()
             for suffix in SUFFIXES.get(kind, [""])}  # fmt: skip
    names |= OWN | set(watched.recorded)
    queries = Board().queries + [(it["name"], it["query"]) for it in watched.rules]
    assert {(name, metric) for name, query in queries for metric in metrics(query) - names} == set()


async def test_every_query_and_recorded_series_has_data(watched: Watched) -> None:
    empty = Board().queries + [(name, name) for name in watched.recorded]
    assert len(empty) > len(watched.recorded) > 0
    async def have_data() -> bool:
        empty[:] = [it for it in empty if not has_data(await watched.server.query(it[1]))]
        return not empty

    assert await came_true(have_data, PATIENCE), empty


def has_data(series: list[JSON]) -> bool:
    return any(not math.isnan(float(it["value"][1])) for it in series)


async def test_every_rule_is_evaluated_without_an_error(watched: Watched) -> None:
    """A rule without data has no evaluation error yet."""
    async def are_evaluated() -> bool:
        return all(rule["health"] != "unknown" for rule in await watched.server.rules())

    await eventually("every rule is evaluated", are_evaluated, PATIENCE)
    assert [(it["name"], it.get("lastError")) for it in await watched.server.rules()
            if it["health"] != "ok"] == []  # fmt: skip


async def test_no_alert_fires_on_a_healthy_fleet(watched: Watched) -> None:
    firing = await watched.server.query('ALERTS{alertstate="firing"}')
    assert sorted(it["metric"]["alertname"] for it in firing) == []

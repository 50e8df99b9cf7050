"""What watches a fleet, tried on one: metrics, rules, alerts and the board."""

import asyncio
import math
import re
import sys
from collections.abc import Awaitable
from pathlib import Path

import expressions
import guide
import promtool
from board import Board
from checks import CheckFailed, eventually, expect, shortened
from engine import EngineError
from fleet import fleet
from monitoring import Monitoring
from prometheus import JSON, Prometheus, prometheus

# Rates need two scrapes, recorded ones an evaluation after that.
PATIENCE = 45
TYPE = re.compile(r"^# TYPE (\w+) (\w+)$", re.MULTILINE)
SUFFIXES = {"histogram": ["", "_bucket", "_sum", "_count"]}
# Prometheus makes these.
OWN = {"up", "ALERTS"}


class Results:
    def __init__(self) -> None:
        self.failed = 0

    async def run(self, name: str, check: Awaitable[None]) -> None:
        try:
            await check
        except (CheckFailed, EngineError, OSError, KeyError) as error:
            self.failed += 1
            print(f"FAILED {name}: {shortened(str(error) or repr(error))}", flush=True)
        else:
            print(f"ok {name}", flush=True)


async def exposed(engines: list[Monitoring]) -> dict[str, str]:
    """The metrics of all engines, with their types."""
    pages = await asyncio.gather(*(engine.get("/metrics") for engine in engines))
    return {name: kind for page in pages for name, kind in TYPE.findall(page.text)}


def has_data(series: list[JSON]) -> bool:
    return any(not math.isnan(float(it["value"][1])) for it in series)


async def answered(server: Prometheus, queries: list[tuple[str, str]]) -> None:
    """Each has data, now or soon."""
    empty = list(queries)

    async def all_have() -> bool:
        empty[:] = [it for it in empty if not has_data(await server.query(it[1]))]
        return not empty

    try:
        await eventually("", all_have, PATIENCE)
    except CheckFailed as error:
        if not empty:
            raise
        told = "; ".join(f"{name}: {query}" for name, query in empty)
        raise CheckFailed(f"{len(empty)} without data: {told}") from error


async def known(queries: list[tuple[str, str]], names: set[str]) -> None:
    """They name only what there is."""
    unknown = {f"{name}: {metric}" for name, query in queries
               for metric in expressions.metrics(query) - names}  # fmt: skip
    expect("what does not exist", sorted(unknown), [])


async def healthy(server: Prometheus) -> None:
    """Prometheus has evaluated every rule without an error."""
    async def all_are() -> bool:
        return all(rule["health"] != "unknown" for rule in await server.rules())

    await eventually("every rule is evaluated", all_are, PATIENCE)
    errors = [f"{it['name']}: {it.get('lastError')}" for it in await server.rules()
              if it["health"] != "ok"]  # fmt: skip
    expect("what Prometheus cannot evaluate", errors, [])


async def quiet(server: Prometheus) -> None:
    firing = await server.query('ALERTS{alertstate="firing"}')
    expect("the alerts that fire", sorted(it["metric"]["alertname"] for it in firing), [])


async def watched(binary: Path, results: Results) -> None:
    """All that takes engines and a Prometheus."""
    async with (
        fleet(binary) as engines,
        prometheus([engine.address for engine in engines]) as server,
    ):
        kinds = await exposed(engines)
        await results.run("the engines' metrics", promtool.metrics(engines))
        await results.run("the guide lists them", guide.metrics(set(kinds)))
        await asked(server, kinds, results)


async def asked(server: Prometheus, kinds: dict[str, str], results: Results) -> None:
    rules = await server.rules()
    alerts = [it for it in rules if it["type"] == "alerting"]
    recorded = [(it["name"], it["name"]) for it in rules if it["type"] == "recording"]
    names = {name + suffix for name, kind in kinds.items()
             for suffix in SUFFIXES.get(kind, [""])}  # fmt: skip
    names |= OWN | {name for name, _ in recorded}
    queries = Board.read().queries
    all_queries = queries + [(it["name"], it["query"]) for it in rules]
    await results.run("every rule has a test", guide.tested(rules))
    await results.run("every alert says what to do", guide.alerts(alerts))
    await results.run("every metric exists", known(all_queries, names))
    await results.run("every query of the board has data", answered(server, queries))
    await results.run("every recorded series has data", answered(server, recorded))
    # Of a rule that has seen no data yet, no mistake is known.
    await results.run("every rule is evaluated", healthy(server))
    await results.run("no alert fires on a healthy fleet", quiet(server))
    print(f"{len(queries)} queries, {len(recorded)} recorded, {len(alerts)} alerts")


async def main(binary: Path) -> int:
    results = Results()
    await results.run("the configuration", promtool.configuration())
    await results.run("the rules", promtool.rules())
    await results.run("the rules' tests", promtool.tests())
    await results.run("the board", Board.read().check())
    await results.run("engines, load and Prometheus run to the end", watched(binary, results))
    print(f"{results.failed} checks failed")
    return 1 if results.failed else 0


sys.exit(asyncio.run(main(Path(sys.argv[1]))))

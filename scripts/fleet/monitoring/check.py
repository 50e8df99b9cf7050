"""What watches a fleet, tried on one: metrics, rules, alerts and the board."""

import asyncio
import re
import sys
from collections.abc import Awaitable
from pathlib import Path

import guide
import promtool
from board import Board
from checks import CheckFailed, shortened
from engine import EngineError
from fleet import fleet
from monitoring import Monitoring
from prometheus import Prometheus, prometheus
from queries import answered, healthy, known, quiet

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

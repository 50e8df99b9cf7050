"""The dashboard: its validity in Grafana, and the queries of its panels and of the rules."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import promql_parser

from prometheus import FILES

JSON = dict[str, Any]

COLUMNS = 24
TYPES = {"row", "stat", "table", "timeseries"}
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
# Variables that Grafana defines itself.
BUILT_IN = {"__rate_interval"}
# The values of the dashboard's variables.
CHOICES = {"engine": ".+", "experience": ".+", "variant": ".+", "__rate_interval": "1m"}

VARIABLE = re.compile(r"\$\{?(\w+)\}?")


def metrics(expression: str) -> set[str]:
    """Returns the names of the metrics in an expression."""
    names = set[str]()

    def note(part: promql_parser.Expr) -> None:
        if isinstance(part, promql_parser.VectorSelector):
            names.add(part.name)

    promql_parser.walk(promql_parser.parse(expression), note)
    return names


class Board:
    def __init__(self) -> None:
        self._board = json.loads((FILES / "board.json").read_text())
        self._panels: list[JSON] = self._board["panels"]
        self._variables: list[JSON] = self._board["templating"]["list"]

    @property
    def queries(self) -> list[tuple[str, str]]:
        """The expressions, each with the title of its panel, with variables replaced."""
        return [
            (panel["title"], VARIABLE.sub(lambda it: CHOICES.get(it[1], it[0]), target["expr"]))
            for panel in self._panels for target in panel.get("targets", [])]  # fmt: skip

    def problems(self) -> Iterator[str]:
        yield from (f"there is no {key}" for key in ("uid", "title", "schemaVersion", "time")
                    if not self._board.get(key))  # fmt: skip
        for key in ("id", "title"):
            counts = Counter(panel.get(key) for panel in self._panels)
            yield from (f"{key} {value!r} is there {count} times"
                        for value, count in counts.items() if count > 1)  # fmt: skip
        sources = [it["name"] for it in self._variables if it["type"] == "datasource"]
        if sources != ["datasource"]:
            yield f"the variables for sources are {sources}, not ['datasource']"
        for panel in self._panels:
            name = panel.get("title") or panel.get("id")
            yield from (f"panel {name!r}: {it}" for it in self._of_panel(panel))
        yield from self._of_grid()

    def _of_panel(self, panel: JSON) -> Iterator[str]:
        if panel.get("type") not in TYPES:
            yield f"type {panel.get('type')!r} is none of {sorted(TYPES)}"
        if not isinstance(panel.get("id"), int) or not panel.get("title"):
            yield "id or title is missing"
        if panel.get("type") == "row":
            return
        targets = panel.get("targets") or []
        if not panel.get("fieldConfig", {}).get("defaults", {}).get("unit"):
            yield "there is no unit"
        if panel.get("datasource") != SOURCE:
            yield "the source is not the variable's"
        if not targets or not all(it.get("expr") and it.get("legendFormat") for it in targets):
            yield "a target, its query or its legend is missing"
        if len({it.get("refId") for it in targets}) < len(targets):
            yield "a refId is there twice"
        known = BUILT_IN | {it["name"] for it in self._variables}
        asked = {name for it in targets for name in VARIABLE.findall(it.get("expr", ""))}
        yield from (f"there is no variable ${name}" for name in sorted(asked - known))

    def _of_grid(self) -> Iterator[str]:
        places = [(panel["title"], panel["gridPos"]) for panel in self._panels]
        for title, it in places:
            if it["x"] < 0 or it["w"] < 1 or it["h"] < 1 or it["x"] + it["w"] > COLUMNS:
                yield f"{title} leaves the grid"
        cells = Counter((it["x"] + column, it["y"] + row) for _, it in places
                        for column in range(it["w"]) for row in range(it["h"]))  # fmt: skip
        yield from (f"panels overlap at {cell}" for cell, count in cells.items() if count > 1)

"""The board: whether Grafana can show it, and what it asks."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import expressions
from checks import CheckFailed
from prometheus import FILES

JSON = dict[str, Any]

COLUMNS = 24
TYPES = {"row", "stat", "timeseries"}
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
# What Grafana itself fills in.
BUILT_IN = {"__rate_interval"}
# What stands for a choice on the board.
CHOICES = {"engine": ".+", "__rate_interval": "1m"}


class Board:
    def __init__(self, text: str) -> None:
        board = json.loads(text)
        self._board = board
        self._panels: list[JSON] = board["panels"]

    @classmethod
    def read(cls) -> "Board":
        return cls((FILES / "board.json").read_text())

    @property
    def queries(self) -> list[tuple[str, str]]:
        """Each with the title of its panel, as it is asked."""
        return [(panel["title"], expressions.substituted(target["expr"], CHOICES))
                for panel in self._panels for target in panel.get("targets", [])]  # fmt: skip

    async def check(self) -> None:
        problems = [*self._of_board(), *self._of_grid()]
        for panel in self._panels:
            problems += self._of_panel(panel)
        if problems:
            raise CheckFailed("; ".join(problems))

    def _of_board(self) -> list[str]:
        problems = [f"there is no {key}" for key in ("uid", "title", "schemaVersion", "time")
                    if not self._board.get(key)]  # fmt: skip
        for key in ("id", "title"):
            counts = Counter(panel.get(key) for panel in self._panels)
            problems += [f"{key} {value!r} is there {count} times"
                         for value, count in counts.items() if count > 1]  # fmt: skip
        sources = [it["name"] for it in self._variables if it["type"] == "datasource"]
        if sources != ["datasource"]:
            problems.append(f"the variables for sources are {sources}, not ['datasource']")
        return problems

    def _of_panel(self, panel: JSON) -> list[str]:
        problems = []
        if panel.get("type") not in TYPES:
            problems.append(f"type {panel.get('type')!r} is none of {sorted(TYPES)}")
        if not isinstance(panel.get("id"), int) or not panel.get("title"):
            problems.append("id or title is missing")
        if panel.get("type") != "row":
            problems += self._of_targets(panel)
        return [f"panel {panel.get('title') or panel.get('id')!r}: {it}" for it in problems]

    def _of_targets(self, panel: JSON) -> list[str]:
        problems, targets = [], panel.get("targets") or []
        if not panel.get("fieldConfig", {}).get("defaults", {}).get("unit"):
            problems.append("there is no unit")
        if panel.get("datasource") != SOURCE:
            problems.append("the source is not the variable's")
        if not targets or not all(it.get("expr") and it.get("legendFormat") for it in targets):
            problems.append("a target, its query or its legend is missing")
        if len({it.get("refId") for it in targets}) < len(targets):
            problems.append("a refId is there twice")
        known = BUILT_IN | {it["name"] for it in self._variables}
        asked = {name for it in targets for name in expressions.variables(it.get("expr", ""))}
        problems += [f"there is no variable ${name}" for name in sorted(asked - known)]
        return problems

    def _of_grid(self) -> list[str]:
        places = [(panel["title"], panel["gridPos"]) for panel in self._panels]
        problems = [f"{title} leaves the grid" for title, it in places
                    if it["x"] < 0 or it["w"] < 1 or it["h"] < 1
                    or it["x"] + it["w"] > COLUMNS]  # fmt: skip
        return problems + [
            f"{one[0]} and {other[0]} overlap"
            for one, other in combinations(places, 2) if overlap(one[1], other[1])
        ]  # fmt: skip

    @property
    def _variables(self) -> list[JSON]:
        return self._board["templating"]["list"]


def overlap(one: JSON, other: JSON) -> bool:
    return all(one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
               for at, size in (("x", "w"), ("y", "h")))  # fmt: skip

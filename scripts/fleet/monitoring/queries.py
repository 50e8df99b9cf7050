"""What rules and boards ask of a Prometheus."""

import math

import expressions
from checks import CheckFailed, eventually, expect
from prometheus import JSON, Prometheus

# Rates need two scrapes, recorded ones an evaluation after that.
PATIENCE = 45
# Each with the name of what asks it.
Queries = list[tuple[str, str]]


def has_data(series: list[JSON]) -> bool:
    return any(not math.isnan(float(it["value"][1])) for it in series)


async def answered(server: Prometheus, queries: Queries) -> None:
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


async def known(queries: Queries, names: set[str]) -> None:
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

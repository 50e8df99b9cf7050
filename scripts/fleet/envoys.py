"""Checks Envoy's configuration: by Envoy, and before engines by the clients there are.

usage: scripts/fleet/check-envoy runs it.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from callers import greedy
from checks import expect, expect_in, expect_that
from endpoints import Member, write_endpoints
from fronted import FrontedFleet, running_fronted_fleet
from front import CONFIGURATION, prepare, validate
from homes import one_home, removed
from origins import asked, browsed, called
from ring import Ring, minimum_points
from ways_in import encrypted, translated

NAMES = ["engine-1", "engine-2", "engine-3"]
RING = Path("Sources/InteractionFleet/Ring/HashRing.swift")
# How many engines scripts/deploy has.
DEPLOYED = range(3, 13)
UNEVENNESS = 0.1


async def configuration() -> str:
    """Envoy takes it, and refuses one with a mistake."""
    with tempfile.TemporaryDirectory() as name:
        folder, text = Path(name), CONFIGURATION.read_text()
        prepare(folder)
        write_endpoints(folder / "endpoints", [Member("engine-1", 1, 2, 3)])
        expect("Envoy's verdict", (await validate(folder, text))[0], 0)
        code, output = await validate(folder, text.replace("lb_policy", "lb_polisy", 1))
        expect("Envoy's verdict on a mistake", code, 1)
        expect_in("lb_polisy", output)
    return "and one with a mistake is refused"


async def rings() -> str:
    """The engines' ring is as large as Envoy's, and even for as many as a deployment has."""
    code = re.search(r"let minimumPoints = ([\d_]+)", RING.read_text())
    expect("points of the engines' ring", code and int(code[1]), minimum_points())
    parts = {count: Ring(f"engine-{number}" for number in range(1, count + 1)).unevenness
             for count in DEPLOYED}  # fmt: skip
    worst = max(parts, key=lambda count: parts[count])
    words = f"of {worst} engines one is {parts[worst]:.1%} off its part, and none more"
    expect_that(parts[worst] < UNEVENNESS, words)
    return words


CHECKS: dict[str, Callable[[FrontedFleet], Awaitable[str]]] = {
    "a user has one engine": one_home,
    "phones come encrypted": encrypted,
    "gRPC-Web is answered": translated,
    "pages of other origins may ask": asked,
    "they may read what is answered": called,
    "a browser lets them": browsed,
    "a caller has the calls of its address": greedy,
    "an engine that is taken out gets none": removed,
}


async def run(name: str, check: Awaitable[str]) -> bool:
    try:
        print(f"ok {name}: {await check}", flush=True)
        return True
    except Exception as error:
        # Whatever it is: the others have to be told, too.
        print(f"FAILED {name}: {error or type(error).__name__}", flush=True)
        return False


async def main(binary: Path) -> int:
    results = [await run("the configuration", configuration()), await run("the rings", rings())]
    async with running_fronted_fleet(binary, *NAMES) as fleet:
        results += [await run(name, check(fleet)) for name, check in CHECKS.items()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))

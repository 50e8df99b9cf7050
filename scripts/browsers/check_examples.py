"""Runs the examples of the page about the web, before an engine and Envoy of their own."""

import argparse
import asyncio
import re
import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from engine import Engine
from examples import ALL, EXAMPLES, Example, Place, prepared
from own_envoy import own_envoy
from running import run_one
from served_folder import served


async def all_of(checks: list[Example], engine: Engine, place: Place) -> int:
    """Returns how many failed."""
    ports = {"8080": "0", "50051": str(engine.port)}
    configuration = re.sub(
        "8080|50051", lambda port: ports[port[0]], (EXAMPLES / "envoy.yaml").read_text())
    async with own_envoy(configuration) as envoy:
        place = replace(place, front=f"http://127.0.0.1:{envoy.port}")
        return [await run_one(name, check, place) for name, check in checks].count(False)


async def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("engine", type=Path)
    options = parser.parse_args()
    checks = [each for each in ALL if options.only in each[0]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await prepared(folder)
        with served(folder) as pages:
            engine = await Engine.start(
                options.engine, "--web-port", "0", "--web-origin", pages)
            try:
                web = (await engine.next_line()).split()[-1]
                failed = await all_of(checks, engine, Place(folder, f"http://{web}", pages))
            finally:
                await engine.stop(signal.SIGKILL)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))

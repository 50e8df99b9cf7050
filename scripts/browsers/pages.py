"""The playground and the inspector in a real Chromium, under fingers and keys."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

import accessible
import editing
import gestures
import inspecting
import keys
import latency
import losses
import own_files
import own_folders
import recordings
import scenes
import surface
import tapping
import tracing
from lab import Check, Lab
from own_chromium import own_chromium
from playground import Playground

ALL = [check for module in [gestures, tapping, losses, editing, own_files, own_folders,
                            recordings, keys, scenes, surface, inspecting, accessible, latency,
                            tracing]
       for check in module.CHECKS]  # fmt: skip


async def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("engine", type=Path)
    options = parser.parse_args()
    checks = [each for each in ALL if options.only in each.name]
    if options.pictures:
        checks.append(accessible.pictures(options.pictures))
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        failed = await run_all(checks, options, Path(folder))
    print(f"{len(checks) + 1 - failed} passed, {failed} failed, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


async def run_all(checks: list[Check], options: argparse.Namespace, folder: Path) -> int:
    """Returns how many have failed, with the playground's end."""
    failed = 0
    playground = await Playground.start(options.engine, folder)
    try:
        # Pages that are not the engine's may not speak to this machine.
        access = ["--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"]
        async with own_chromium(*(access if options.pages else [])) as browser:
            lab = Lab(browser, playground, options.engine, options.pages)
            for check in checks:
                failed += not await check.passes(lab)
        code = await playground.end()
        print(f"{'ok' if code == 0 else 'FAILED'} the playground ends when told: code {code}")
        failed += code != 0
    finally:
        await playground.kill()
    return failed


sys.exit(asyncio.run(main()))

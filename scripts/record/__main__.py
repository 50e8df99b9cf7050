"""Records touch scrolling in Chromium as session traces."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import gestures
from own_chromium import PHONE, own_chromium
from playwright.async_api import Browser
from thumb import SCALE, Thumb
from traces import Event, decimal, summary, trace_text

PAGES = Path(__file__).resolve().parent
REQUIRED = {"seconds": 10, "flings up across": 1, "flings back across": 1, "grabs": 1}


@dataclass(frozen=True)
class Recording:
    name: str
    page: str
    session: Callable[[Thumb], Awaitable[None]]
    required: dict[str, int] = field(default_factory=dict)


RECORDINGS = [
    Recording("browser-flings", "list.html", gestures.flings),
    Recording("browser-browse", "list.html", gestures.browse, {"taps": 2}),
    Recording("browser-pulldown", "pull.html", gestures.pulldown,
              {"pulls": 2, "deep releases": 1, "cancels": 1}),
]  # fmt: skip


async def record(browser: Browser, recording: Recording) -> list[Event]:
    async with asyncio.timeout(120):
        page = await browser.new_page(**(PHONE | {"device_scale_factor": SCALE}))
        await page.goto((PAGES / recording.page).as_uri())
        await recording.session(await Thumb.on(page, recording.name))
        return [Event(**each) for each in await page.evaluate("recorder.events")]


async def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    lacks = []
    async with own_chromium() as browser:
        for recording in RECORDINGS:
            events = await record(browser, recording)
            text = trace_text(events, browser.version)
            (folder / f"{recording.name}.txt").write_text(text, encoding="utf-8")
            found = summary(events)
            counts = ", ".join(f"{what} {decimal(count)}" for what, count in found.items())
            print(f"{recording.name}: {counts}")
            lacks += [f"{recording.name} lacks {what}: {decimal(found[what])}, not {least} or more"
                      for what, least in (REQUIRED | recording.required).items()
                      if found[what] < least]  # fmt: skip
    print(*lacks, sep="\n", file=sys.stderr, end="\n" if lacks else "")
    return 1 if lacks else 0


sys.exit(asyncio.run(main(Path(sys.argv[1]))))

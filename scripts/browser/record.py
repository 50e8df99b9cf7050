"""Records touch scrolling in Chromium as session traces."""

import argparse
import asyncio
import random
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import sessions
from chromium import Chromium, ChromiumError, launched_chromium
from finger import Finger
from traces import Event, Summary, events_from, trace_text

PAGES = Path(__file__).resolve().parent
REQUIRED = {"seconds": 10, "flings_up_across": 1, "flings_back_across": 1, "grabs": 1}


@dataclass(frozen=True)
class Recording:
    name: str
    page: str
    session: Callable[[Finger], Awaitable[None]]
    required: dict[str, int] = field(default_factory=dict)


RECORDINGS = [
    Recording("browser-flings", "list.html", sessions.flings),
    Recording("browser-browse", "list.html", sessions.browse, {"taps": 2}),
    Recording("browser-pulldown", "pull.html", sessions.pulldown,
              {"pulls": 2, "deep_releases": 1, "cancels": 1}),
]


async def record(chromium: Chromium, recording: Recording) -> list[Event]:
    async with asyncio.timeout(120), chromium.page((PAGES / recording.page).as_uri()) as page:
        # The same jitter in every run, as far as the timing allows.
        await recording.session(Finger(page, random.Random(recording.name)))
        return events_from(await page.evaluate("recorder.events"))


async def record_all(folder: Path) -> bool:
    complete = True
    async with launched_chromium() as chromium:
        version = await chromium.version()
        for recording in RECORDINGS:
            events = await record(chromium, recording)
            file = folder / f"{recording.name}.txt"
            file.write_text(trace_text(events, version), encoding="utf-8")
            summary = Summary.of(events)
            print(f"{recording.name}: {summary}")
            for missing in summary.missing(REQUIRED | recording.required):
                print(f"{recording.name} lacks {missing}", file=sys.stderr)
                complete = False
    return complete


async def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    recording = asyncio.create_task(record_all(folder))
    # Cancelled, it still ends Chromium; terminated, it would leave it behind.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, recording.cancel)
    return 0 if await recording else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="OUTDIR", type=Path, help="where the traces are written")
    try:
        sys.exit(asyncio.run(main(parser.parse_args().folder)))
    except ChromiumError as error:
        sys.exit(f"record-browser: {error}")
    except TimeoutError:
        sys.exit("record-browser: Chromium did not answer in time")
    except asyncio.CancelledError:
        sys.exit("record-browser: terminated")

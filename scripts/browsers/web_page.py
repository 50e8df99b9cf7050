"""A page that shows a session, in Chromium, from a server that is not the engine."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts/browser"))

from chromium import launched_chromium  # noqa: E402
from finger import Finger  # noqa: E402

ROCKET = "document.querySelector('[data-target=\"toggle/rocket\"]')"
# The strip has come to rest where its second picture shows.
SHOWS_ROCKET = f"{ROCKET}?.innerHTML.includes('translateY(-42px)')"


class Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves the files of a folder, and says where."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


async def drag_past_456(url: str) -> None:
    async with launched_chromium() as chromium, chromium.page(url) as page:
        await page.wait_for(f"{ROCKET} != null")
        await Finger(page, random.Random("page")).drag(700, 150, seconds=0.4)
        await page.wait_for(SHOWS_ROCKET)

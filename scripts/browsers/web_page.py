"""A page that shows a session, in Chromium, from a server that is not the engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from lab import PHONE
from own_chromium import own_chromium
from phone import Phone

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
    async with own_chromium() as browser:
        page = await browser.new_page(**PHONE)
        await page.goto(url)
        await page.wait_for_function(f"{ROCKET} != null")
        phone = Phone(page, await page.context.new_cdp_session(page))
        await phone.finger.drag((180, 700), (180, 150), seconds=0.4)
        await page.wait_for_function(SHOWS_ROCKET)

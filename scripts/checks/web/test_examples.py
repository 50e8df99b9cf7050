"""The examples on the page about the web, run as documented."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from checks import shortened
from engine import running
from own_chromium import PHONE, own_chromium
from own_envoy import leading_to, own_envoy
from phone import Phone

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "Tests/Web/Examples"
CLIENT = ROOT / "Sources/InteractionWeb/Client/src/index.ts"
# Debian's folder of Node modules.
MODULES = "/usr/share/nodejs"
PROGRAMS = Path(sys.executable).parent
ROCKET = "document.querySelector('[data-target=\"toggle/rocket\"]')"
# The strip rests at its second picture.
SHOWS_ROCKET = f"{ROCKET}?.innerHTML.includes('translateY(-42px)')"


@dataclass(frozen=True)
class Place:
    """An engine, Envoy in front of it, and a served folder with an example's files."""

    folder: Path
    web: str
    pages: str
    front: str

    @property
    def socket(self) -> str:
        return self.web.replace("http", "ws") + "/v1/interact"


class Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves the files of a folder, and yields the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
async def place(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Place]:
    folder = tmp_path_factory.mktemp("examples")
    await prepare(folder)
    with served(folder) as pages:
        async with running(binary, "--web-port", "0", "--web-origin", pages) as engine:
            web = await engine.next_address("browsers")
            configuration = leading_to(engine.port, EXAMPLES / "envoy.yaml")
            async with own_envoy(configuration) as envoy:
                yield Place(folder, f"http://{web}", pages, f"http://127.0.0.1:{envoy.port}")


async def prepare(folder: Path) -> None:
    """Copies the client to the examples: as a module, and in the form for mini-programs."""
    program, stubs = folder / "mini-program", folder / "stubs"
    await bundled(CLIENT, "--bundle", "--format=esm", "--target=es2020",
                  "--external:./offline.js", f"--outfile={folder}/client.js")  # fmt: skip
    await bundled(CLIENT.with_name("miniProgram.ts"), "--format=esm",
                  f"--outfile={folder}/mini-program.js")  # fmt: skip
    (folder / "package.json").write_text('{"type": "module"}')
    for each in (program, stubs):
        each.mkdir()
    for name in ("page.html", "session.mjs"):
        shutil.copy(EXAMPLES / name, folder)
    shutil.copy(EXAMPLES / "home.js", program)
    await bundled(folder / "client.js", folder / "mini-program.js", "--format=cjs",
                  f"--outdir={program}")  # fmt: skip
    await told("sh", EXAMPLES / "stubs.sh", stubs)


async def bundled(*arguments: str | Path) -> None:
    await told("esbuild", "--log-level=warning", *arguments)


async def told(*command: str | Path, **variables: str) -> str:
    """Runs a command in the repository's folder, which must succeed. Returns its output."""
    path = f"{PROGRAMS}:{os.environ['PATH']}"
    ran = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=150,
        env={**os.environ, "PATH": path, "NODE_PATH": MODULES, **variables})  # fmt: skip
    assert ran.returncode == 0, shortened(ran.stderr)
    return ran.stdout


def assert_rocket(frame: str) -> None:
    assert '"rocket"' in frame
    assert "toggle/rocket" in frame


async def test_a_session_of_a_page(place: Place) -> None:
    async with own_chromium() as browser:
        page = await browser.new_page(**PHONE)
        await page.goto(f"{place.pages}/page.html?engine={place.socket}")
        await page.wait_for_function(f"{ROCKET} != null")
        phone = Phone(page, await page.context.new_cdp_session(page))
        await phone.finger.drag((180, 700), (180, 150), seconds=0.4)
        await page.wait_for_function(SHOWS_ROCKET)


async def test_a_session_of_node(place: Place) -> None:
    assert_rocket(await told("node", place.folder / "session.mjs", place.socket))


async def test_a_session_of_a_mini_program(place: Place) -> None:
    host = Path(__file__).with_name("mini_program.cjs")
    shown = json.loads(await told("node", host, place.folder / "mini-program", place.socket))
    pictures = ["tabbar_home_selected_logo", "tabbar_home_selected_rocket"]
    assert shown == {"pictures": pictures, "at": 42, "ends": ["1000", "1000"]}


async def test_calls_by_curl_and_by_buf(place: Place) -> None:
    assert_rocket(await told("sh", EXAMPLES / "curl.sh", place.web))
    assert '"home-refined"' in await told("sh", EXAMPLES / "buf.sh", place.web)


@pytest.mark.parametrize("protocol", ["CONNECT", "GRPC_WEB"])
async def test_a_session_by_the_client_of_connect_for_python(place: Place, protocol: str) -> None:
    address = place.web if protocol == "CONNECT" else place.front
    assert_rocket(await told(
        sys.executable, EXAMPLES / "session.py", address, protocol,
        PYTHONPATH=str(place.folder / "stubs")))  # fmt: skip


async def test_calls_by_grpc_web_through_envoy(place: Place) -> None:
    await told("envoy", "--mode", "validate", "-l", "error", "-c", EXAMPLES / "envoy.yaml")
    framed, _, by_buf = (await told("sh", EXAMPLES / "grpc_web.sh", place.front)).partition("\n{")
    assert "home-refined" in framed
    assert "grpc-status:0" in framed
    assert '"home-refined"' in by_buf


@pytest.mark.parametrize("name", ["shop", "evil"])
async def test_pages_that_envoy_allows(place: Place, name: str) -> None:
    origin = f"https://{name}.example"
    answer = await told(
        "curl", "-sS", "-i", "-X", "OPTIONS", place.front, "-H", f"origin: {origin}",
        "-H", "access-control-request-method: POST")  # fmt: skip
    assert (f"access-control-allow-origin: {origin}" in answer) == (name == "shop")

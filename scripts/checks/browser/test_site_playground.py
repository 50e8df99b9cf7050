"""The site's films and playground: opened from a file, and from a host that then is unreachable."""

import functools
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

import site_pages
from pages import BUILT_IN, TEXT, Pages
from phone import HIGH, LOW, Phone
from programs import run_load
from test_accessibility import AXE, RUN
from test_dropped_traces import DROP

TRACES = [Path(f"Tests/Traces/recorded/browser-{name}.txt") for name in ["pulldown", "flings"]]
VIOLATIONS = """globalThis.violations = [];
addEventListener("securitypolicyviolation", ({ blockedURI }) => violations.push(blockedURI));"""
# An input without a length, for which the module has no room.
TRAP = 'onmessage({ data: { kind: "open", session: -1, definition: { length: -1 } } })'


@pytest.fixture(scope="module")
def site(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    site_pages.build(folder, binary.parent)
    return folder


@pytest.fixture(scope="module", params=["file", "http"])
def address(site: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        addresses = {"file": site.as_uri(), "http": f"http://127.0.0.1:{server.server_port}"}
        yield f"{addresses[request.param]}/"
        server.shutdown()


class Window(Pages):
    """Opens a page of the site. `errors` has its lines, too."""

    async def open(self, name: str, script: str = "", **options: Any) -> Page:
        self.shown = page = await self.page(VIOLATIONS + script, **options)
        page.on("console", lambda line: self.errors.append(line.text))
        await page.goto(f"{self.url}{name}.html")
        return page

    async def playground_phone(self) -> Phone:
        page = await self.open("playground")
        phone = Phone(page, await page.context.new_cdp_session(page))
        await phone.connected()
        await phone.measure()
        await page.context.set_offline(True)
        return phone


@pytest.fixture
async def window(browser: Browser, address: str) -> AsyncIterator[Window]:
    window = Window(browser, address)
    yield window
    await window.shown.evaluate(AXE)
    window.errors += await window.shown.evaluate("violations")
    window.errors += await window.shown.evaluate(RUN.replace("run()", "run({ preload: false })"))
    await window.close()
    assert window.errors == []


async def test_the_playground_decides(window: Window, binary: Path, tmp_path: Path) -> None:
    phone = await window.playground_phone()
    page = phone.page
    names = await page.locator("#experiences option").all_inner_texts()
    assert {f"{name}.yaml" for name in names} == {each.name for each in BUILT_IN.parent.glob("*.y*")}
    await phone.finger.drag(HIGH, LOW)
    await phone.moment("directives", "rocket = rocket")

    lower = BUILT_IN.read_text().replace("threshold: 456", "threshold: 300")
    await page.fill(TEXT, lower.replace("big_logo: true", "big_logo: false"))
    await page.wait_for_selector("#problems [data-severity=warning]:has-text('no tab shows')")
    await page.fill(TEXT, lower)
    await page.click("text='Restart with this'")
    await page.wait_for_selector("#screen :text('300 pt')")
    for text in TRACES:
        trace = tmp_path / f"{text.stem}.trace"
        assert await run_load(binary, "record", text, "--output", trace) == 0
        for file in (text, trace):
            await page.set_input_files("#trace-file", file)
            await page.wait_for_selector(f"#replayed :text('{file.name}'):text('all as recorded')")
    await page.wait_for_selector("#outcomes li:has-text('interaction-load what-if')")
    await page.click("#outcomes li button:has-text('.txt') >> nth=0")
    await page.wait_for_selector("#replayed pre:has-text('rocket')")

    await phone.measure()
    await phone.finger.drag(HIGH, LOW)
    await phone.moment("directives", "rocket = rocket")
    async with page.expect_download() as download:
        await page.click("#download")
    await page.set_input_files("#trace-file", await (await download.value).path())
    await page.wait_for_selector("#replayed :text('all as recorded')")


@pytest.mark.parametrize("motion, button", [("no-preference", "Pause"), ("reduce", "Play")])
async def test_films_play_and_are_positioned(motion: str, button: str, window: Window) -> None:
    page = await window.open("index", reduced_motion=motion)
    await page.click("#films :text('Second floor')")
    await page.wait_for_selector("#film-state[data-state=open]:text-is('Second floor')")
    assert await page.inner_text("#play") == button
    assert await page.is_visible("#from-file") == window.url.startswith("file:")
    end = await page.get_attribute("#position", "max") or ""
    await page.fill("#position", end)
    await page.wait_for_selector("#timeline [data-kind=directives]:has-text('floor')")
    await page.fill("#position", "0")
    await page.wait_for_selector("#timeline [data-kind=directives]", state="detached")
    await page.click("#play")
    await page.wait_for_selector("#timeline [data-kind=directives]:has-text('floor')")
    # The audit of contrast needs a page at rest.
    await page.fill("#position", end)


async def test_a_trap_starts_the_engine_again(window: Window) -> None:
    phone = await window.playground_phone()
    await phone.page.workers[0].evaluate(TRAP)
    await phone.page.wait_for_selector("#notice:has-text('was started again')")
    await phone.page.wait_for_selector(".moments li:has-text('connection lost')")
    await phone.connected()
    await phone.finger.drag(HIGH, LOW)
    await phone.moment("directives", "rocket = rocket")


async def test_dropped_files_that_are_no_traces_are_refused(window: Window) -> None:
    page = (await window.playground_phone()).page
    for dropped, told in [(["none.txt", "no trace"], "is not a trace"),
                          (["huge.trace", "x" * 17_000_000], "at most 16 MB"),
                          (["later.txt", "trace 1\n? 0 tick"], "line 2: starts with")]:
        await page.evaluate(DROP, [dropped])
        await page.wait_for_selector(f"#replayed:has-text('{told}')")


@pytest.mark.parametrize("name, told", [("WebAssembly", "WebAssembly turned off"),
                                        ("interactionEngine", "engine.js is missing")])
async def test_pages_without_an_engine_tell(name: str, told: str, window: Window) -> None:
    hidden = f"Object.defineProperty(globalThis, '{name}', {{ get() {{}}, set() {{}} }})"
    page = await window.open("playground", hidden)
    await page.wait_for_selector(f"#notice:has-text('{told}')")
    await page.goto(f"{window.url}index.html")
    await page.wait_for_selector(f"#film-state:has-text('{told}')")

"""A session of a page that decides without a server, by interaction.wasm."""

import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from engine import running
from own_chromium import own_chromium
from playwright.async_api import Route

ROOT = Path(__file__).resolve().parents[3]
MODULE = ROOT / ".build/web/interaction.wasm"
PAGE = "http://page.test"
PLAY = "async (url) => (await import('/page.js')).play(url)"


async def test_a_drag_that_loses_its_server_for_a_minute_shows_the_same(
    binary: Path, tmp_path: Path
) -> None:
    if not MODULE.exists():
        pytest.skip(f"there is no {MODULE.relative_to(ROOT)}: run scripts/web/build-wasm")
    subprocess.run([ROOT / "scripts/web/package", tmp_path], check=True)
    files = tmp_path / "dist"
    (files / "page.js").write_text(Path(__file__).with_name("offline.js").read_text())
    asked = []

    async def answer(route: Route) -> None:
        asked.append(name := urlsplit(route.request.url).path[1:])
        await (route.fulfill(path=files / name) if name else route.fulfill(body=""))

    async with running(binary, "--web-port", "0", "--web-origin", PAGE) as engine, \
            own_chromium() as browser:  # fmt: skip
        page = await browser.new_page()
        await page.route(f"{PAGE}/**", answer)
        await page.goto(f"{PAGE}/")
        url = f"ws://{await engine.next_address('browsers')}/v1/interact"
        played = await page.evaluate(PLAY, url)
    assert played["parted"] == played["whole"]
    assert len(played["whole"]) > 3
    assert played["offline"] == ["open", *["reconnecting"] * 4, "offline"], played["states"]
    assert played["states"][-2:] == ["open", "closed"]
    # Nothing more is loaded until the server is lost.
    assert asked == ["", "page.js", "client.js", "testing.js", "offline.js", "interaction.wasm"]

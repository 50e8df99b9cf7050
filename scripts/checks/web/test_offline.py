"""A session of a page that decides without a server, by interaction.wasm."""

import subprocess
from pathlib import Path

import pytest
from engine import running
from own_chromium import own_chromium
from test_examples import served

ROOT = Path(__file__).resolve().parents[3]
MODULE = ROOT / ".build/web/interaction.wasm"
PLAY = "async (url) => (await import('./page.js')).play(url)"


async def test_a_drag_that_loses_its_server_for_a_minute_shows_the_same(
    binary: Path, tmp_path: Path
) -> None:
    if not MODULE.exists():
        pytest.skip(f"there is no {MODULE.relative_to(ROOT)}: run scripts/web/build-wasm")
    subprocess.run([ROOT / "scripts/web/package", tmp_path], check=True)
    files = tmp_path / "dist"
    (files / "page.js").write_text(Path(__file__).with_name("offline.js").read_text())
    (files / "index.html").write_text("<!DOCTYPE html>")
    asked = []
    with served(files) as pages:
        async with running(binary, "--web-port", "0", "--web-origin", pages) as engine, \
                own_chromium() as browser:  # fmt: skip
            page = await browser.new_page()
            page.on("request", lambda request: asked.append(request.url.removeprefix(pages)))
            await page.goto(pages)
            socket = f"ws://{await engine.next_address('browsers')}/v1/interact"
            played = await page.evaluate(PLAY, socket)
    assert played["parted"] == played["whole"]
    assert len(played["whole"]) > 3
    assert played["offline"] == ["open", *["reconnecting"] * 5, "offline"], played["states"]
    assert played["states"][-2:] == ["open", "closed"]
    # Nothing more is loaded until the server is lost.
    names = ["", "page.js", "client.js", "testing.js", "offline.js", "interaction.wasm"]
    assert asked == [f"/{name}" for name in names]

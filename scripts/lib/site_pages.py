"""The site's films and playground, which run the engine in the page, without a server."""

import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources"
PAGES = SOURCES / "InteractionWeb/Pages"
# The file that scripts/web/build-wasm makes.
MODULE = SOURCES.parent / ".build/web/interaction.wasm"
# The changes of the playground's page: classic scripts, since a page opened from a file loads no
# modules, and an engine instead of connections.
CHANGES = {"script-src 'self'": "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:",
           "connect-src 'self'; ": "",
           '<script type="module"': '<script defer src="engine.js"></script>\n<script defer'}  # fmt: skip


def build(site: Path, binaries: Path) -> None:
    """Writes the pages into a folder; the engine's program records their films."""
    run(SOURCES.parent / "scripts/install", "web")
    bundle(site, "site/films.ts", "site/site.css", "site/playground.ts", "playground/playground.css")
    page = (PAGES / "playground/playground.html").read_text("utf-8")
    for old, new in CHANGES.items():
        page = page.replace(old, new)
    (site / "playground.html").write_text(page, "utf-8")
    (site / "index.html").write_bytes((PAGES / "site/index.html").read_bytes())
    with tempfile.TemporaryDirectory() as temporary:
        (site / "engine.js").write_text(engine(Path(temporary), binaries), "utf-8")


def engine(folder: Path, binaries: Path) -> str:
    """Returns the script that contains the engine, its experiences and its recordings."""
    bundle(folder, "site/worker.ts")
    traces = [folder / f"{each.stem}.trace" for each in (SOURCES / "InteractionReplay/Resources").iterdir()]
    for trace in traces:
        run(binaries / "interaction-load", "record", trace.stem, "--output", trace)
    experiences = sorted((SOURCES / "InteractionExperience/Resources").glob("*.yaml"))
    content = {
        "worker": (folder / "worker.js").read_text("utf-8"), "module": base64_of(MODULE),
        "experiences": [{"name": each.stem, "yaml": each.read_text("utf-8")} for each in experiences],
        "traces": [{"name": each.stem, "bytes": base64_of(each)} for each in sorted(traces)],
    }  # fmt: skip
    return f"globalThis.interactionEngine = {json.dumps(content)};\n"


def base64_of(file: Path) -> str:
    return base64.b64encode(file.read_bytes()).decode()


def bundle(folder: Path, *sources: str) -> None:
    run("esbuild", *(PAGES / each for each in sources), "--bundle", "--minify", "--format=iife",
        "--target=es2021", "--log-level=warning", "--entry-names=[name]", f"--outdir={folder}")  # fmt: skip


def run(*command: Path | str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})  # fmt: skip

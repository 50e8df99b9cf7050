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
# Classic scripts, since a page opened from a file loads no modules; an engine, not connections.
CHANGES = {"script-src 'self'": "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:",
           "connect-src 'self'; ": "",
           '<script type="module"': '<script defer src="engine.js"></script>\n<script defer'}  # fmt: skip


def build(site: Path, binaries: Path) -> None:
    """Writes the pages into a folder. The films are recorded by the program among the binaries."""
    run(SOURCES.parent / "scripts/install", "web")
    bundle(site, "site/films.ts", "site/site.css", "site/playground.ts", "playground/playground.css")
    page = (PAGES / "playground/playground.html").read_text("utf-8")
    for old, new in CHANGES.items():
        page = page.replace(old, new)
    (site / "playground.html").write_text(page, "utf-8")
    (site / "index.html").write_bytes((PAGES / "site/index.html").read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        content = json.dumps(engine(Path(folder), binaries))
    (site / "engine.js").write_text(f"globalThis.interactionEngine = {content};\n", "utf-8")


def engine(folder: Path, binaries: Path) -> dict[str, object]:
    """Returns the engine, its experiences and its recordings, as siteData.ts reads them."""
    bundle(folder, "site/worker.ts")
    names = sorted(each.stem for each in (SOURCES / "InteractionReplay/Resources").iterdir())
    for name in names:
        run(binaries / "interaction-load", "record", name, "--output", folder / f"{name}.trace")
    texts = sorted((SOURCES / "InteractionExperience/Resources").glob("*.yaml"))
    return {
        "worker": (folder / "worker.js").read_text("utf-8"), "module": encoded(MODULE),
        "experiences": [{"name": each.stem, "yaml": each.read_text("utf-8")} for each in texts],
        "traces": [{"name": each, "bytes": encoded(folder / f"{each}.trace")} for each in names],
    }  # fmt: skip


def encoded(file: Path) -> str:
    return base64.b64encode(file.read_bytes()).decode()


def bundle(folder: Path, *sources: str) -> None:
    run("esbuild", *(PAGES / each for each in sources), "--bundle", "--minify", "--format=iife",
        "--target=es2021", "--log-level=warning", "--external:./offline.js",
        "--entry-names=[name]", f"--outdir={folder}")  # fmt: skip


def run(*command: Path | str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})  # fmt: skip

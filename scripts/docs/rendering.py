"""The site that DocC renders, and what is wrong with it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from catalog import Catalog

# An executable has no symbols to document, and the rest of its graph is this.
EMPTY_GRAPH = {
    "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": ""},
    "symbols": [],
    "relationships": [],
}
# Where DocC points for symbols of other packages, such as Swift's own.
FOREIGN = "doc://com.externally.resolved.symbol/"


class Renderer:
    """Renders modules with DocC, in a folder of its own. `problems` is what DocC warns of."""

    def __init__(self, modules: Path, folder: Path) -> None:
        self.modules = modules
        self.folder = folder
        self.archives: list[Path] = []
        self.problems: list[str] = []
        info = json.loads(_output("swiftc", "-print-target-info"))
        self.target = info["target"]["unversionedTriple"]

    def library(self, module: str, catalog: Catalog | None, others: list[Catalog]) -> None:
        """Renders a module's public symbols, with its catalog if it has one."""
        graphs = self._graphs(module)
        # What a library links of C modules has to be found, too.
        checkouts = self.modules.resolve().parents[2] / "checkouts"
        maps = checkouts.glob("*/Sources/*/include/*.modulemap")
        headers = sorted(str(each.parent) for each in maps)
        _output(
            "swift-symbolgraph-extract", "-module-name", module, "-I", str(self.modules),
            *(f"-I{folder}" for folder in headers),
            "-target", self.target, "-minimum-access-level", "public",
            "-skip-synthesized-members", "-output-dir", str(graphs))
        self._convert(module, "Library", graphs, catalog, others)

    def executable(self, catalog: Catalog, others: list[Catalog]) -> None:
        graphs = self._graphs(catalog.module)
        module = {"name": catalog.module, "platform": {"operatingSystem": {"name": "linux"}}}
        (graphs / f"{catalog.module}.symbols.json").write_text(
            json.dumps(EMPTY_GRAPH | {"module": module}))
        self._convert(catalog.module, "Tool", graphs, catalog, others)

    def site(self, output: Path) -> None:
        """Joins what was rendered."""
        _output("docc", "merge", *map(str, self.archives), "--output-path", str(output))

    def _graphs(self, module: str) -> Path:
        graphs = self.folder / f"{module}.graphs"
        graphs.mkdir()
        return graphs

    def _convert(
        self, module: str, kind: str, graphs: Path, catalog: Catalog | None,
        others: list[Catalog]
    ) -> None:  # fmt: skip
        archive = self.folder / f"{module}.doccarchive"
        copy = catalog.copy(self.folder, others) if catalog else None
        run = subprocess.run(
            ["docc", "convert", *([str(copy)] if copy else []), "--ide-console-output",
             "--additional-symbol-graph-dir", str(graphs), "--output-dir", str(archive),
             "--fallback-display-name", module, "--fallback-bundle-identifier", module,
             "--fallback-default-module-kind", kind],
            # Where DocC would look for a catalog if it is given none.
            cwd=graphs, capture_output=True, text=True, check=False)
        said = run.stdout + run.stderr
        if catalog and copy:
            said = said.replace(str(copy), str(catalog.folder))
        self.problems += [
            line for line in said.splitlines() if re.search(r": (?:warning|error): ", line)
        ]
        if run.returncode != 0 and not self.problems:
            self.problems.append(f"docc convert {module}: {said.strip()}")
        self.archives.append(archive)


def problems(site: Path) -> Iterator[str]:
    """Links of the rendered pages that lead nowhere."""
    pages = {_address(file, site): json.loads(file.read_text(encoding="utf-8"))
             for file in sorted((site / "data").glob("**/*.json"))}
    anchors = {address: set(_values(page, "anchor")) for address, page in pages.items()}
    for address, page in pages.items():
        if not (site / address[1:] / "index.html").is_file():
            yield f"{address}: has no index.html"
        references = page.get("references", {})
        for identifier in _references(page):
            if identifier not in references and not identifier.startswith(FOREIGN):
                yield f"{address}: {identifier} is not resolved"
        for reference in references.values():
            for url in _urls(reference):
                place, _, anchor = url.partition("#")
                place = place or address
                if re.match(r"[a-z]+:", url):
                    continue
                if place not in pages and not (site / place.lstrip("/")).is_file():
                    yield f"{address}: {url} is not in the site"
                elif anchor and anchor not in anchors.get(place, set()):
                    yield f"{address}: {url} is no heading of that page"


def count(site: Path) -> int:
    """How many pages there are."""
    return sum(1 for _ in (site / "data").glob("**/*.json"))


def _address(file: Path, site: Path) -> str:
    return "/" + str(file.relative_to(site / "data").with_suffix(""))


def _urls(reference: dict[str, Any]) -> list[str]:
    variants = [variant["url"] for variant in reference.get("variants", [])]
    return [reference["url"], *variants] if "url" in reference else variants


def _references(node: Any) -> Iterator[str]:
    """The identifiers of all links and pictures in a page's content."""
    if isinstance(node, list):
        for child in node:
            yield from _references(child)
    elif isinstance(node, dict):
        if node.get("type") in ("reference", "image") and "variants" not in node:
            yield node["identifier"]
        for key, child in node.items():
            if key != "references":
                yield from _references(child)


def _values(node: Any, name: str) -> Iterator[str]:
    if isinstance(node, list):
        for child in node:
            yield from _values(child, name)
    elif isinstance(node, dict):
        if isinstance(node.get(name), str):
            yield node[name]
        for child in node.values():
            yield from _values(child, name)


def _output(*command: str) -> str:
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        sys.exit(f"scripts/check-docs: {command[0]} is missing; it comes with Swift's toolchain")
    if run.returncode != 0:
        sys.exit(f"scripts/check-docs: {' '.join(command[:2])}: {run.stderr.strip()}")
    return run.stdout

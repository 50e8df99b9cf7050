"""The site that DocC renders of the guides, the rules and the libraries for apps."""

import json
import re
import subprocess
from pathlib import Path

from catalog import Catalog

# A symbol graph without symbols, for an executable.
EMPTY_GRAPH = {
    "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": ""},
    "symbols": [],
    "relationships": [],
}
SOURCES = Path(__file__).resolve().parents[3] / "Sources"
CORE = Catalog(SOURCES / "InteractionCore/InteractionCore.docc", "InteractionCore")
GUIDES = Catalog(SOURCES / "interaction-engine/interaction-engine.docc", "interaction_engine")


def render(modules: Path, folder: Path, site: Path) -> list[str]:
    """Renders the site in a temporary folder. Returns DocC's warnings."""
    renderer = Renderer(modules, folder)
    renderer.library("InteractionCore", CORE, [GUIDES])
    renderer.library("InteractionPresentation", None, [])
    renderer.library("InteractionClient", None, [])
    renderer.executable(GUIDES, [CORE])
    _output("docc", "merge", *map(str, renderer.archives), "--output-path", str(site))
    return [problem.replace(f"{SOURCES.parent}/", "") for problem in renderer.problems]


class Renderer:
    """Renders modules with DocC, in its own folder. `problems` contains DocC's warnings."""

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
        # The C modules that a library imports.
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
            # DocC's default place for a catalog.
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


def _output(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout

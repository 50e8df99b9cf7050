"""The site that DocC renders, with all its links and pictures, and the pictures of sessions."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rendering import render

# DocC's links to symbols of other packages, such as Swift's own.
FOREIGN = "doc://com.externally.resolved.symbol/"
Json = Any
PICTURES = Path("Sources/interaction-engine/interaction-engine.docc/Resources")

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def rendered(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The rendered folder, and DocC's warnings."""
    folder = tmp_path_factory.mktemp("docs")
    return folder / "site", render(binary.parent / "Modules", folder, folder / "site")


@pytest.fixture(scope="module")
def site(rendered: tuple[Path, list[str]]) -> Path:
    return rendered[0]


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Json]:
    """The pages' content, by address."""
    data = site / "data"
    return {f"/{file.relative_to(data).with_suffix('')}": json.loads(file.read_text("utf-8"))
            for file in sorted(data.rglob("*.json"))}  # fmt: skip


def urls(reference: Json) -> list[str]:
    variants = [variant["url"] for variant in reference.get("variants", [])]
    return [reference["url"], *variants] if "url" in reference else variants


def nodes(node: Json, without: str = "") -> Iterator[Json]:
    """Yields all objects in a node, except those under a key."""
    children = node if isinstance(node, list) else []
    if isinstance(node, dict):
        yield node
        children = [child for key, child in node.items() if key != without]
    for child in children:
        yield from nodes(child, without)


def test_docc_warns_of_nothing(rendered: tuple[Path, list[str]]) -> None:
    assert not rendered[1]


def test_each_page_has_an_address(site: Path, pages: dict[str, Json]) -> None:
    assert len(pages) > 100
    assert not [each for each in pages if not (site / each[1:] / "index.html").is_file()]


def test_links_and_pictures_are_resolved(pages: dict[str, Json]) -> None:
    for address, page in pages.items():
        shown = {node["identifier"] for node in nodes(page, without="references")
                 if node.get("type") in ("reference", "image") and "variants" not in node}
        unknown = shown - set(page.get("references", {}))
        assert not [each for each in unknown if not each.startswith(FOREIGN)], address


def test_links_and_pictures_are_in_the_site(site: Path, pages: dict[str, Json]) -> None:
    anchors = {address: {str(node.get("anchor")) for node in nodes(page)}
               for address, page in pages.items()}  # fmt: skip
    for address, page in pages.items():
        for url in [url for each in page.get("references", {}).values() for url in urls(each)]:
            place, _, anchor = url.partition("#")
            place = place or address
            if re.match(r"[a-z]+:", url):
                continue
            assert place in pages or (site / place.lstrip("/")).is_file(), (address, url)
            assert not anchor or anchor in anchors.get(place, set()), (address, url)


@pytest.mark.timeout(300)
def test_the_pictures_are_those_that_scripts_draw_draws(binary: Path, tmp_path: Path) -> None:
    subprocess.run(["scripts/draw", tmp_path, binary.parent], check=True, stdout=subprocess.DEVNULL)
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert {file.name for file in PICTURES.glob("film-*.svg")} <= drawn.keys()
    assert [name for name in drawn if (PICTURES / name).read_bytes() != drawn[name]] == []

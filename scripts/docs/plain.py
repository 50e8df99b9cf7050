"""Checks pages as a plain Markdown viewer shows them, from the files of the repository."""

from collections.abc import Iterator
from pathlib import Path

from markdown import Link, Page


def problems(pages: list[Page], root: Path, files: set[Path]) -> Iterator[str]:
    """Links of `pages` that lead nowhere; `files` are those that a clone has."""
    folders = {folder for file in files for folder in file.parents}
    known = {page.path: page for page in pages}
    for page in pages:
        for link in page.links:
            problem = _problem(page, link, files | folders, known)
            if problem:
                yield f"{page.path.relative_to(root)}:{link.line}: {link.target} {problem}"


def _problem(
    page: Page, link: Link, files: set[Path], known: dict[Path, Page]
) -> str | None:
    if link.is_docc:
        return "is DocC's alone; write [Title](Page.md#heading)"
    if link.is_external:
        return None
    if link.target.startswith("/"):
        return "is absolute; write where it is from this page"
    file = (page.path.parent / link.file).resolve() if link.file else page.path
    if file not in files:
        return "is not in the repository"
    if not link.anchor:
        return None
    if file not in known:
        return "has an anchor, and is no page"
    if link.anchor not in known[file].anchors:
        return "is no heading of that page"
    return None

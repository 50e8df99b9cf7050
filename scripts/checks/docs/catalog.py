"""Documentation catalogs: folders of pages that DocC renders."""

import re
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markdown import Link, Page


@dataclass(frozen=True)
class Catalog:
    """A `.docc` folder, with its module."""

    folder: Path
    module: str

    @cached_property
    def pages(self) -> list[Page]:
        return [Page.read(path) for path in sorted(self.folder.glob("**/*.md"))]

    def copy(self, into: Path, others: list["Catalog"]) -> Path:
        """Writes a copy for DocC: links by its scheme, not relative; pictures by their names."""
        target = into / f"{self.module}.docc"
        shutil.copytree(self.folder, target)
        for page in self.pages:
            text = page.text
            for link in reversed(page.links):
                text = text[: link.start] + self._docc(page, link, others) + text[link.end :]
            (target / page.path.relative_to(self.folder)).write_text(text, encoding="utf-8")
        return target

    def address(self, page: Page) -> str:
        """Returns the address of a page on the rendered site."""
        name = "" if self._is_root(page) else f"/{page.path.stem.lower()}"
        return f"/documentation/{self.module.lower()}{name}"

    def _docc(self, page: Page, link: Link, others: list["Catalog"]) -> str:
        if link.is_external:
            return link.target
        if link.is_picture:
            return Path(link.file).name
        file = (page.path.parent / link.file).resolve() if link.file else page.path
        for catalog in [self, *others]:
            for other in catalog.pages:
                if other.path == file:
                    anchor = _anchor(other.anchors.get(link.anchor, ""))
                    name = self.module if self._is_root(other) else other.path.stem
                    place = f"doc:{name}" if catalog is self else catalog.address(other)
                    return place + anchor
        # Not in the site: DocC warns.
        return f"doc:{link.target}"

    def _is_root(self, page: Page) -> bool:
        return page.title == self.module


def _anchor(heading: str) -> str:
    """Returns DocC's anchor of a heading: its words with their case, joined by dashes."""
    words = re.split(r"[\s–—-]+", re.sub(r"[^\w\s–—-]", "", heading))
    return "#" + "-".join(word for word in words if word) if heading else ""

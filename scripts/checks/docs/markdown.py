"""Links and headings of a Markdown page."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FENCE = re.compile(r"^ {0,3}(```+|~~~+).*?^ {0,3}\1[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?<!`)(`+)(?!`)((?:(?!\n\n).)+?)(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
AUTOLINK = re.compile(r"<((?:doc|https?):[^>\s]+)>")
HEADING = re.compile(r"^(#{1,6}) +(.+?) *#*$", re.MULTILINE)


@dataclass(frozen=True)
class Link:
    """A link or picture: its target, with its position and its line in `page`."""

    line: int
    start: int
    end: int
    target: str
    is_picture: bool = False

    @property
    def file(self) -> str:
        return self.target.partition("#")[0]

    @property
    def anchor(self) -> str:
        return self.target.partition("#")[2]

    @property
    def is_external(self) -> bool:
        return bool(re.match(r"[a-z][a-z0-9+.-]*:", self.target)) and not self.is_docc

    @property
    def is_docc(self) -> bool:
        return self.target.startswith("doc:")


@dataclass(frozen=True)
class Page:
    path: Path
    text: str

    @classmethod
    def read(cls, path: Path) -> "Page":
        return cls(path, path.read_text(encoding="utf-8"))

    @cached_property
    def links(self) -> list[Link]:
        """Returns the links and pictures, in order."""
        prose = CODE.sub(_blank, self._prose)
        found = [
            self._link(match, 3, match[1] == "!") for match in LINK.finditer(prose)
        ] + [self._link(match, 1) for match in AUTOLINK.finditer(prose)]
        return sorted(found, key=lambda link: link.start)

    @cached_property
    def anchors(self) -> dict[str, str]:
        """The headings, by the anchors of Markdown viewers such as GitHub."""
        anchors: dict[str, str] = {}
        for match in HEADING.finditer(self._prose):
            heading = match[2].replace("`", "")
            plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            name, count = plain, 0
            while name in anchors:
                count += 1
                name = f"{plain}-{count}"
            anchors[name] = heading
        return anchors

    @property
    def title(self) -> str:
        return next(iter(self.anchors.values()), "")

    @property
    def _prose(self) -> str:
        return FENCE.sub(_blank, self.text)

    def _link(self, match: re.Match[str], group: int, is_picture: bool = False) -> Link:
        line = self.text.count("\n", 0, match.start(group)) + 1
        return Link(line, match.start(group), match.end(group), match[group], is_picture)


def _blank(match: re.Match[str]) -> str:
    """Blanks out a match, preserving positions and lines."""
    return re.sub(r"[^\n]", "-", match[0])

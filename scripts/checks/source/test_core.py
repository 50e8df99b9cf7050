"""The core stands alone, and what apps link besides says which systems it needs."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

IMPORT = re.compile(
    r"^\s*(?:@[a-zA-Z_]+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s.*")
DECLARATION = re.compile(
    r"(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated) )*"
    r"(?:struct|class|enum|extension|protocol|actor|func|let|var|typealias) ")
# Below iOS 18 an app links the core and the presenter; what asks for more says so.
LATER = ["InteractionClient", "InteractionTesting", "InteractionService", "InteractionIdentity",
         "InteractionStream", "InteractionFiles"]  # fmt: skip


def lines(target: str) -> Iterator[tuple[str, str]]:
    """Each line of a target with its place; none of generated files."""
    for file in sorted((Path("Sources") / target).rglob("*.swift")):
        if "Generated" not in file.parts:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
                yield f"{file}:{number}", line


@pytest.mark.fast
@pytest.mark.parametrize("target, allowed", [
    ("InteractionCore", "$.^"), ("InteractionPresentation", "import InteractionCore$")])
def test_it_imports_nothing_else(target: str, allowed: str) -> None:
    imports = [(place, line) for place, line in lines(target) if IMPORT.match(line)]
    assert not [each for each in imports if not re.search(allowed, each[1])]


@pytest.mark.fast
@pytest.mark.parametrize("target", LATER)
def test_each_declaration_says_which_systems_it_needs(target: str) -> None:
    """By `@available(InteractionEngine 1.0, *)`."""
    silent, said_in = [], None
    for place, line in lines(target):
        file = place.partition(":")[0]
        if line.startswith("@available(InteractionEngine"):
            said_in = file
        elif DECLARATION.match(line):
            if said_in != file:
                silent.append(f"{place}: {line}")
            said_in = None
    assert not silent


def test_a_program_of_the_core_links_no_foundation(binary: Path) -> None:
    """The benchmark of the core is made of it and the standard library alone."""
    linked = subprocess.run(["ldd", binary.with_name("core-benchmark")], check=True,
                            stdout=subprocess.PIPE, text=True).stdout  # fmt: skip
    assert "foundation" not in linked.lower()

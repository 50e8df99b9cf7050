"""The rules of the core's documentation, and the names of the tests that hold it to them."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGES = Path("Sources/InteractionCore/InteractionCore.docc")
# An ID at the start of a table row.
ROW = re.compile(r"^\| ([SRTFDMXNBCV]\d+) \| .*? \|", re.MULTILINE)
# The display name of a test or suite, with or without # around it, such as
# @Test("R2 R6: latch outlives the finger").
NAME = re.compile(r'@(?:Test|Suite)\s*\(\s*(#*)"((?:\\.|[^"\\\n])*)"\1')
# An ID, or a range of IDs of one letter, such as T1–T6.
MENTION = re.compile(r"(?<!\w)([SRTFDMXNBCV])(\d{1,2})(?:[–-]\1(\d{1,2}))?(?!\w)")
COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)

pytestmark = pytest.mark.fast


def defined(page: Path) -> list[str]:
    return ROW.findall(page.read_text("utf-8"))


def mentioned() -> Iterator[tuple[str, str]]:
    """IDs in the names of tests, ranges expanded, each with its place."""
    for file in sorted(Path("Tests").rglob("*.swift")):
        source = COMMENT.sub("", file.read_text("utf-8"))
        for match in NAME.finditer(source):
            line = source.count("\n", 0, match.start()) + 1
            for letter, first, last in MENTION.findall(match[2]):
                low, high = sorted((int(first), int(last or first)))
                for number in range(low, high + 1):
                    yield f"{letter}{number}", f"{file}:{line}"


@pytest.mark.parametrize("page", sorted(PAGES.rglob("*.md")), ids=lambda page: page.stem)
def test_no_page_defines_a_rule_twice(page: Path) -> None:
    assert not [rule for rule, count in Counter(defined(page)).items() if count > 1]


def test_each_rule_has_a_test() -> None:
    rules = defined(PAGES / "Rules.md")
    assert rules
    tested = {rule for rule, _ in mentioned()}
    assert not [rule for rule in rules if rule not in tested]


def test_tests_name_rules_that_a_page_defines() -> None:
    known = {rule for page in PAGES.rglob("*.md") for rule in defined(page)}
    assert not [f"{place}: {rule}" for rule, place in mentioned() if rule not in known]

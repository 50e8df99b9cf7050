"""Names that iOS 15 lacks, in the targets that promise it. Compilers on Linux know no platform."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.fast

TARGETS = (
    "InteractionCore", "InteractionWire", "InteractionTrace", "InteractionPresentation",
    "InteractionClient", "InteractionUIKit", "InteractionSwiftUI",
)  # fmt: skip
LATER = {
    "16": r"\b(?:Duration|ContinuousClock|SuspendingClock|InstantProtocol)\b"
          r"|Task\.sleep\(for:|\bas[?!]? any \w+<|\.identifier\(\.",
    "17": r"\b(?:Observable|registerForTraitChanges|UITraitChangeRegistration"
          r"|with\w*DiscardingTaskGroup)\b",
    "18": r"\b(?:Mutex|Atomic|Int128|UInt128|UIGestureRecognizerRepresentable)\b"
          r"|\bisolated deinit\b|\bTaskExecutor\b|executorPreference|some AsyncSequence<",
}  # fmt: skip


def later_names(text: str) -> list[str]:
    code = re.sub(r'//.*|"(?:\\.|[^"\\])*"', "", text)
    return [f"{found[0]} (iOS {version})"
            for version, names in LATER.items() for found in re.finditer(names, code)]  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_needs_no_later_system_than_ios_15(target: str) -> None:
    files = [file for file in sorted(Path("Sources", target).rglob("*.swift"))
             if "@available(InteractionEngine" not in file.read_text()]  # fmt: skip
    assert files
    assert {str(file): names for file in files if (names := later_names(file.read_text()))} == {}


def test_later_names_are_found() -> None:
    assert later_names("let limit: Duration") == ["Duration (iOS 16)"]
    assert later_names("isolated deinit {}") == ["isolated deinit (iOS 18)"]
    assert later_names("// A Duration\nlet durationUs = 1") == []

"""The parts of directives that the checks use."""

from collections.abc import Iterable

from frames import Response
from interaction.v1 import directive_pb2

Directive = directive_pb2.Directive


def selected_tab(directive: Directive) -> int | None:
    """Returns the tab that a directive selects; a snapshot selects none."""
    if not directive.replaces_all:
        for setting in directive.settings:
            if setting.HasField("selection"):
                return setting.selection.selected
    return None


def numbers_of(frame: Response) -> list[int]:
    """Returns the numbers of a frame's directives, and of those that they supersede, in order."""
    return sorted(number for each in frame.directives
                  for number in [*each.supersedes, each.sequence])  # fmt: skip


def selected_tabs(directives: Iterable[Directive]) -> list[int]:
    """Returns the tabs that directives select, in order."""
    found = map(selected_tab, directives)
    return [tab for tab in found if tab is not None]

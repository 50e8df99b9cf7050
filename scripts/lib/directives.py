"""What directives say, as the checks ask for it."""

from collections.abc import Iterable

from interaction.v1 import directive_pb2

Directive = directive_pb2.Directive


def selected_tab(directive: Directive) -> int | None:
    """The tab that a directive selects, if it does; a snapshot selects none."""
    if not directive.replaces_all:
        for setting in directive.settings:
            if setting.HasField("selection"):
                return setting.selection.selected
    return None


def selected_tabs(directives: Iterable[Directive]) -> list[int]:
    """The tabs that directives select, in order."""
    found = map(selected_tab, directives)
    return [tab for tab in found if tab is not None]

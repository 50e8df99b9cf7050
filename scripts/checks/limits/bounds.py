"""Judges figures by their bounds, and tells all of them before the first failure ends the run."""

from bench import show
from checks import CheckFailed


class NoVerdict(Exception):
    """Figures outside their bounds, measured where something else may have caused them."""


class Verdict:
    """A table of figures with their bounds."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []
        self._failures: list[str] = []
        self._excused: list[str] = []

    def at_most(self, what: str, found: float, bound: float, excuse: str = "") -> None:
        self._judge(what, found, f"at most {bound:g}", found <= bound, excuse)

    def at_least(self, what: str, found: float, bound: float, excuse: str = "") -> None:
        self._judge(what, found, f"at least {bound:g}", found >= bound, excuse)

    def _judge(self, what: str, found: float, bound: str, holds: bool, excuse: str) -> None:
        """An excuse says why a figure outside its bound tells nothing of the engine."""
        figure = f"{found:.2f}".rstrip("0").rstrip(".")
        verdict = "ok" if holds else "no verdict" if excuse else "FAILED"
        self._rows.append([what, figure, bound, verdict])
        if not holds:
            problem = f"{what}: {figure}, not {bound}"
            (self._excused if excuse else self._failures).append(
                f"{problem}: {excuse}" if excuse else problem)  # fmt: skip

    def close(self, title: str) -> None:
        """Shows the table; raises if a figure was outside its bound."""
        show(title, ["", "", "bound", ""], self._rows)
        if self._failures:
            raise CheckFailed("; ".join(self._failures))
        if self._excused:
            raise NoVerdict("; ".join(self._excused))

"""Attacks on one engine after the other."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from attack import Attack, Outcome
from attacked_engine import AttackedEngine, attacked_engine
from attacks import CONTROL
from verdict import Figures, not_ended, slow, unbearable


# Of the short form and the long one: seconds that are measured without an attack, and with one; and
# how many times as long ends may take, which in the short form is when nothing more is awaited.
SHORT, LONG = (0.2, 1.5, 10), (2, 5, 1.2)


@dataclass(frozen=True)
class Result:
    outcomes: list[Outcome]
    figures: Figures
    # The problem of each attack, and of those beside all of them; empty if there is none.
    ends: list[str]
    beside: str


class Campaign:
    """An engine that did not survive is replaced."""

    def __init__(self, binary: Path, tls: bool, is_long: bool) -> None:
        self._binary, self._tls, self._is_long = binary, tls, is_long
        self._form = LONG if is_long else SHORT
        self._attacked: AttackedEngine | None = None
        self._engines = AsyncExitStack()
        self._control: Figures | None = None

    async def end_well(self) -> None:
        try:
            if self._attacked and self._attacked.is_standing:
                await self._attacked.end_well()
        finally:
            await self._engines.aclose()

    async def attack(self, attacks: list[Attack]) -> Result:
        """Carries out attacks at once. In the long form neighbours may hardly notice them, compared
        with a control before all."""
        if not self._attacked or not self._attacked.is_standing:
            await self._engines.aclose()
            self._attacked = await self._engines.enter_async_context(
                attacked_engine(self._binary, self._tls, is_patient=not self._is_long))
        if self._is_long and not self._control:
            _, self._control = await self._under([CONTROL], self._attacked)
        outcomes, figures = await self._under(attacks, self._attacked)
        ends = [not_ended(*each) for each in zip(attacks, outcomes, strict=True)]
        connections = sum(each.connections for each in attacks)
        beside = self._attacked.disturbance or unbearable(figures, connections)
        if self._control:
            beside = beside or slow(figures, self._control)
        return Result(outcomes, figures, ends, beside)

    async def _under(
        self, attacks: list[Attack], attacked: AttackedEngine
    ) -> tuple[list[Outcome], Figures]:
        return await attacked.under(attacks, *self._form)

"""Attacks on one engine after the other, and how often each is carried out for its verdict."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from attack import Attack, Outcome
from attacked_engine import AttackedEngine, attacked_engine
from attacks import CONTROL
from machine import quiet_machine
from verdict import Figures, not_ended, slow, unbearable, unusual
from waits import Bound


@dataclass(frozen=True)
class Form:
    """The short form or the long one."""

    # Seconds that are measured without an attack, and with one.
    before: float
    during: float
    # Ends may take so many times as long.
    slack: float
    bound: Bound
    # Beside work that is within every limit.
    work_bound: Bound
    # Attempts, where neighbours wait too long; and in all, where others have the machine meanwhile.
    attempts: int
    most_attempts: int


STRICT = Bound(2, least=0, added=0.01)
SHORT = Form(0.2, 1.5, 2, Bound(3, least=0.1, added=0), Bound(3, least=0.3, added=0), 3, 6)
LONG = Form(2, 5, 1.2, STRICT, STRICT, 1, 5)


@dataclass(frozen=True)
class Result:
    outcomes: list[Outcome]
    figures: Figures
    # The problem of each attack, and of those beside all of them; empty if there is none.
    ends: list[str]
    beside: str
    is_slow: str

    @property
    def is_only_slow(self) -> bool:
        return bool(self.is_slow) and not self.beside and not any(self.ends)


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
        """Again, if neighbours wait too long; more often, while others have the machine."""
        if not self._attacked or not self._attacked.is_standing:
            await self._engines.aclose()
            self._attacked = await self._engines.enter_async_context(
                attacked_engine(self._binary, self._tls, is_patient=not self._is_long))
        if not self._control and attacks != [CONTROL]:
            # It measures the machine.
            await self.attack([CONTROL])
        quiet = 0
        for left in reversed(range(self._form.most_attempts)):
            if self._is_long:
                await quiet_machine()
            result = await self._once(attacks, self._attacked)
            quiet += not result.figures.is_disturbed
            is_last = left == 0 or quiet >= self._form.attempts or not self._attacked.is_standing
            if is_last or not self._is_doubtful(attacks, result):
                break
            problem = result.is_slow or result.beside or "measured"
            print(f"again: {problem}, others had {result.figures.taken:.0%} of a core")
            if not self._is_long:
                # The machine is another one than it was at the start.
                self._control = (await self._once([CONTROL], self._attacked)).figures
        if attacks == [CONTROL]:
            self._control = result.figures
            # Of a machine that does other things all the time.
            result = replace(result, is_slow="")
        return result

    async def _once(self, attacks: list[Attack], attacked: AttackedEngine) -> Result:
        form = self._form
        outcomes, figures = await attacked.under(attacks, form.before, form.during, form.slack)
        ends = [not_ended(attack, outcome, form.slack)
                for attack, outcome in zip(attacks, outcomes, strict=True)]  # fmt: skip
        connections = sum(each.connections for each in attacks)
        beside = attacked.disturbance or unbearable(figures, connections)
        if attacks == [CONTROL]:
            is_slow = unusual(figures)
        elif self._control:
            bound = form.work_bound if any(each.is_work for each in attacks) else form.bound
            is_slow = slow(figures, self._control, bound)
        return Result(outcomes, figures, ends, beside, is_slow)

    def _is_doubtful(self, attacks: list[Attack], result: Result) -> bool:
        """Whether the machine may be to blame."""
        if not self._is_long:
            return result.is_only_slow
        is_bad = attacks == [CONTROL] or bool(result.beside or result.is_slow)
        return result.figures.is_disturbed and is_bad

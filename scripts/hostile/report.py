"""The lines that are printed, and how often an attack is carried out for its line."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

import grpc

from attack import Attack, Outcome
from attacked_engine import AttackedEngine
from attacks import CONTROL
from checks import CheckFailed
from engine import EngineError
from machine import quiet_machine
from verdict import (
    Bound, Figures, expect_admitted, expect_bearable, expect_ended, expect_quick, expect_usual,
)  # fmt: skip


@dataclass(frozen=True)
class Form:
    """The short form or the long one."""

    # Seconds that are measured without an attack, and with one.
    before: float
    during: float
    # How many times as long an end may take.
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


class Report:
    def __init__(self, long: bool) -> None:
        self.long = long
        self.passed = self.failed = 0
        self._form = LONG if long else SHORT
        self._control: Figures | None = None

    @property
    def summary(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"

    def note(self, name: str, problem: str, details: object) -> None:
        if problem:
            self.failed += 1
            print(f"FAILED {name}: {problem}{f' ({details})' if details else ''}", flush=True)
        else:
            self.passed += 1
            print(f"ok {name}{f': {details}' if details else ''}", flush=True)

    async def check(self, name: str, run: Coroutine[Any, Any, str]) -> None:
        """Runs what has an engine of its own, and gives its figures."""
        problem = details = ""
        try:
            details = await run
        except (CheckFailed, EngineError, TimeoutError, OSError, grpc.aio.AioRpcError) as error:
            problem = f"{type(error).__name__}: {error}"
            if isinstance(error, CheckFailed):
                problem = str(error)
        self.note(name, problem, details)

    async def attack(self, attacks: list[Attack], attacked: AttackedEngine) -> None:
        result = await self._measure(attacks, attacked)
        beside, outcomes = result.beside or result.is_slow, result.outcomes
        if attacks == [CONTROL]:
            # Of a machine that does other things all the time.
            beside = result.beside
        if len(attacks) == 1:
            details = f"{outcomes[0]}; {result.figures}"
            self.note(attacks[0].name, result.ends[0] or beside, details)
        else:
            for attack, problem, outcome in zip(attacks, result.ends, outcomes, strict=True):
                self.note(attack.name, problem, outcome)
            self.note(f"beside these {len(attacks)}", beside, result.figures)

    async def _measure(self, attacks: list[Attack], attacked: AttackedEngine) -> Result:
        """Again, if neighbours wait too long; more often, while others have the machine."""
        quiet = 0
        for left in reversed(range(self._form.most_attempts)):
            if self.long:
                await quiet_machine()
            result = await self._once(attacks, attacked)
            quiet += not result.figures.is_disturbed
            is_last = left == 0 or quiet >= self._form.attempts or not attacked.is_standing
            if is_last or not self._is_doubtful(attacks, result):
                break
            taken = result.figures.taken
            problem = result.is_slow or result.beside or "measured"
            print(f"again: {problem} beside {attacks[0].name}, others had {taken:.0%} of a core",
                  flush=True)  # fmt: skip
            if not self.long:
                # The machine is another one than it was at the start.
                self._control = (await self._once([CONTROL], attacked)).figures
        if attacks == [CONTROL]:
            self._control = result.figures
        return result

    async def _once(self, attacks: list[Attack], attacked: AttackedEngine) -> Result:
        form = self._form
        outcomes, figures = await attacked.under(attacks, form.before, form.during, form.slack)
        ends = [
            problem_of(partial(expect_ended, attack, outcome, form.slack))
            for attack, outcome in zip(attacks, outcomes, strict=True)]  # fmt: skip
        bearable = partial(expect_bearable, figures, sum(each.connections for each in attacks))
        beside = problem_of(attacked.expect_undisturbed) or problem_of(bearable)
        if not any(each.may_refuse for each in attacks):
            beside = beside or problem_of(partial(expect_admitted, figures))
        slow = ""
        if attacks == [CONTROL]:
            slow = problem_of(partial(expect_usual, figures))
        elif self._control:
            bound = form.work_bound if any(each.is_work for each in attacks) else form.bound
            slow = problem_of(partial(expect_quick, figures, self._control, bound))
        return Result(outcomes, figures, ends, beside, slow)

    def _is_doubtful(self, attacks: list[Attack], result: Result) -> bool:
        """Whether the machine may be to blame."""
        if not self.long:
            return result.is_only_slow
        is_bad = attacks == [CONTROL] or bool(result.beside or result.is_slow)
        return result.figures.is_disturbed and is_bad


def problem_of(expectation: Callable[[], None]) -> str:
    try:
        expectation()
    except CheckFailed as error:
        return str(error)
    return ""

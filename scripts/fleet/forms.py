"""How much the drills do, and what all of them go by."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fronted import FrontedFleet

NAMES = ["engine-1", "engine-2", "engine-3"]
# It comes and goes, by ports that can be cut.
LATE = "engine-4"
# A lease, what health checks take, the time that sessions have to leave, and some to come back.
SETTLING_SECONDS = 15 + 6 + 4


@dataclass(frozen=True)
class Form:
    """How much is done."""

    sessions: int
    kill_seconds: int
    store_seconds: int
    # More than all drills take.
    minutes: int
    commands: int
    is_long: bool


SHORT = Form(sessions=36, kill_seconds=15, store_seconds=12, minutes=4, commands=30,
             is_long=False)
LONG = Form(sessions=300, kill_seconds=120, store_seconds=600, minutes=25, commands=1_000,
            is_long=True)

Drill = Callable[[FrontedFleet, Form], Awaitable[str]]

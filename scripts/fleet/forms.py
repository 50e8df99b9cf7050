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
    # How fast sessions are played, so that this machine can do it.
    speed: float
    kill_seconds: int
    # From one kill to the next.
    kill_pause: int
    store_seconds: int
    # More than all drills take.
    minutes: int
    commands: int
    is_long: bool


SHORT = Form(sessions=36, speed=1, kill_seconds=15, kill_pause=5, store_seconds=12, minutes=4,
             commands=30, is_long=False)
LONG = Form(sessions=500, speed=0.5, kill_seconds=1_800, kill_pause=20, store_seconds=600,
            minutes=60, commands=1_000, is_long=True)

# The longest that sessions may be without an engine, seconds: 99 of a hundred of those that lose
# theirs in a drill, and in all of them.
KILL_GAP, ROLLING_GAP, GAP = 2.0, 1.0, 2.0

Drill = Callable[[FrontedFleet, Form], Awaitable[str]]

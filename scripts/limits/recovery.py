"""How soon an engine is well again after an overload."""

from load import median, within
from tally import Tally

# How long an engine has to be well to count as recovered, seconds; and how much later a tap may be.
LASTING = 3
SLACK = 0.05


def recovery(tally: Tally, eased: float, end: float, normal: float) -> float:
    """Seconds until all sessions are admitted and taps about as fast as `normal`, for a while."""
    def is_well(second: int) -> bool:
        span = eased + second, eased + second + 1
        is_fast = median(tally.taps, *span) <= 2 * normal + SLACK
        return is_fast and bool(within(tally.taps, *span)) and not within(tally.refusals, *span)

    well = (second for second in range(int(end - eased) - LASTING + 1)
            if all(is_well(at) for at in range(second, second + LASTING)))  # fmt: skip
    return next(well, float("inf"))

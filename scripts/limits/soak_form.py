"""Sizes of a soak, and the bounds that it is judged by."""

from dataclasses import dataclass

ENGINES = 2
# The bound of a long soak, bytes per hour and engine.
MOST_BYTES_PER_HOUR = 1 << 20
# Events of all sessions at most: the load keeps them to compare both ends, in 700 bytes each.
MOST_EVENTS = 3_000_000
# Bytes of a connection, both ways: until its session is open, and for each event.
OPENING_BYTES, EVENT_BYTES = 1_000, 80


@dataclass(frozen=True)
class Form:
    seconds: float
    sessions: int
    # How long a connection lasts in the mean, seconds.
    cut_seconds: float
    # Memory that an engine may take more in the judged time, bytes: twice what heaps were seen to
    # take, for some minutes, until they had grown to the size of their work. It bounds the slope
    # where the time is too short to tell that from a leak.
    spare_bytes: int

    @property
    def rate(self) -> float:
        """Events per second of each session."""
        return min(5, MOST_EVENTS / self.sessions / self.seconds)

    @property
    def cut_bytes(self) -> int:
        """The most bytes of a connection, of which it has half in the mean."""
        return round(2 * (OPENING_BYTES + self.cut_seconds * self.rate * EVENT_BYTES))

    @property
    def cuts(self) -> int:
        """The least that has to happen: fewer, if sessions wait for a busy machine."""
        return round(self.sessions * self.seconds / self.cut_seconds / 3)

    @property
    def warm_up(self) -> float:
        """Seconds that are not judged."""
        return self.seconds / 3

    @property
    def most_bytes_per_hour(self) -> float:
        """The bound on the slope of memory, of all engines."""
        hours = (self.seconds - self.warm_up) / 3600
        return ENGINES * max(MOST_BYTES_PER_HOUR, self.spare_bytes / hours)


def form_of(minutes: float | None, is_long: bool) -> Form:
    """The short form has more cuts, so that what they leave shows in a minute."""
    seconds = 60 * minutes if minutes else 8 * 3600 if is_long else 80
    if seconds < 600:
        return Form(seconds, sessions=200, cut_seconds=15, spare_bytes=5 << 20)
    return Form(seconds, sessions=300, cut_seconds=60, spare_bytes=2 << 20)

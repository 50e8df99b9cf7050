"""Recorded sessions: their text, and their content."""

from dataclasses import dataclass
from itertools import groupby, pairwise

from thumb import HEIGHT, SCALE, WIDTH

THRESHOLD = 456  # the offset, in points, where the logo turns into the rocket


@dataclass(frozen=True)
class Event:
    """A tap, or a step of a drag."""

    time: int
    tab: int | None = None
    drag: int = 0
    phase: str = ""
    y: float = 0
    velocity: float | None = None

    def __str__(self) -> str:
        if self.tab is not None:
            return f"tap tab {self.tab}"
        text = f"scroll home {self.drag} {self.phase} x=0 y={decimal(self.y)}"
        return text if self.velocity is None else f"{text} velocity={decimal(self.velocity)}"


def trace_text(events: list[Event], version: str) -> str:
    start = events[0].time
    return "\n".join([
        "trace 1",
        "experience home-refined",
        f"client chromium {version}",
        f"surface width={WIDTH} height={HEIGHT} scale={SCALE} top=47 bottom=34",
        *(f"> {event.time - start} {event}" for event in events),
        "",
    ])


def decimal(value: float) -> str:
    rounded = round(value, 3) + 0.0  # no negative zero
    return f"{rounded:.3f}".rstrip("0").rstrip(".")


def summary(events: list[Event]) -> dict[str, float]:
    """Returns counts of the phenomena that a recording must contain, by name."""
    scrolls = [event for event in events if event.tab is None]
    drags = [list(drag) for _, drag in groupby(scrolls, key=lambda scroll: scroll.drag)]
    throws = [throw for throw in map(thrown, drags) if throw]
    return {
        "seconds": (events[-1].time - events[0].time) / 1e6,
        "events": len(events),
        "drags": len(drags),
        "flings up across": sum(throw[0].y < THRESHOLD <= throw[-1].y for throw in throws),
        "flings back across": sum(throw[-1].y < THRESHOLD <= throw[0].y for throw in throws),
        # Below zero the page moves the list, not the browser.
        "grabs": sum(before[-1].phase == "decelerating" and before[-1].y > 0
                     for before, _ in pairwise(drags)),
        "pulls": sum(min(scroll.y for scroll in drag) < -100 for drag in drags),
        "deep releases": sum(throw[0].y < -150 for throw in throws),
        "cancels": sum(drag[-1].phase == "cancelled" for drag in drags),
        "taps": len(events) - len(scrolls),
        "lowest": min(scroll.y for scroll in scrolls),
    }  # fmt: skip


def thrown(drag: list[Event]) -> list[Event]:
    """Returns the drag from its release on, if it decelerated then."""
    after = [scroll for scroll in drag if scroll.phase in ("ended", "decelerating")]
    return after if len(after) > 1 else []

"""What plays on a client's views: timelines, and what goes back to its place."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tracks import Track

Json = dict[str, Any]
Place = tuple[str, str]  # a target and a property

RETURN = 250_000  # µs in which a view goes back to its place
RESTING = {"OPACITY": 1.0, "SCALE": 1.0, "SCALE_X": 1.0, "SCALE_Y": 1.0} | dict.fromkeys(
    ("TRANSLATE_X", "TRANSLATE_Y", "TRANSLATE_Z", "ROTATION", "ROTATION_X", "ROTATION_Y",
     "CONTENT_OFFSET_Y", "SHADOW_OPACITY", "SHADOW_OFFSET_X", "SHADOW_OFFSET_Y", "SHADOW_RADIUS"),
    0.0)  # fmt: skip


def place_of(link: Json) -> Place:
    return link["target"], link["property"].removeprefix("ANIMATED_PROPERTY_")


@dataclass
class Motion:
    place: Place
    tracks: list[Track]
    # The first track from the value shown, where it starts from one.
    start: Track | None = None
    # Whether that value has to be read off the scene, since this reader cannot tell it.
    unread: bool = False

    def value(self, time: int) -> float | None:
        first = self.tracks[0]
        if self.start and time < first.delay + first.duration:
            return self.start.value(time)
        begun = [track for track in self.tracks if track.delay <= time]
        return (begun[-1] if begun else first).value(time)

    def read(self, value: float) -> None:
        self.unread, first = False, self.tracks[0]
        holds = first.delay == 0 or first.fill in ("BACKWARDS", "BOTH")
        if holds or value != RESTING.get(first.property):
            self.start = first.starting_at(value)


@dataclass
class Performance:
    origin: str  # "directive", "release", or "tap" with its tab
    aspect: str | None
    start: int
    motions: list[Motion]
    holds: bool = False
    end: int | None = field(init=False)

    def __post_init__(self) -> None:
        tracks = [track for motion in self.motions for track in motion.tracks]
        endless = any(track.iterations == 0 and track.duration > 0 for track in tracks)
        self.end = None if endless else self.start + max((each.end for each in tracks), default=0)

    def is_over(self, now: int) -> bool:
        return self.end is not None and self.end <= now

    def places(self) -> set[Place]:
        return {motion.place for motion in self.motions}

    def targets(self) -> set[str]:
        return {target for target, _ in self.places()}


def motions_of(tracks: Iterable[Track]) -> list[Motion]:
    motions: dict[Place, Motion] = {}
    for track in sorted(tracks, key=lambda track: track.delay):
        place = (track.target, track.property)
        motions.setdefault(place, Motion(place, [])).tracks.append(track)
    return [motion for (target, name), motion in motions.items()
            if name != "CENTER_X" or (target, "SCREEN_CENTER_X") not in motions]  # fmt: skip


def way_back(place: Place, start: float, end: float) -> Motion:
    easing = ("bezier", {"x2": 0.58, "y2": 1.0})
    return Motion(place, [Track(*place, [(0, start), (1, end)], 0, RETURN, easing, fill="BOTH")])

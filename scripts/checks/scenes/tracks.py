"""Values of a timeline's tracks over time, worked out apart from the engine."""

import cmath
import math
from dataclasses import dataclass, replace
from typing import Any

Json = dict[str, Any]


def bezier(x1: float, y1: float, x2: float, y2: float, part: float) -> float:
    """Progress of a cubic Bézier: its parameter as the one real root in 0 … 1, by Newton's steps
    inside a bracket."""
    if part <= 0 or part >= 1:
        return min(max(part, 0.0), 1.0)
    a, b, c = 1 + 3 * x1 - 3 * x2, 3 * x2 - 6 * x1, 3 * x1
    low, high, t = 0.0, 1.0, part
    for _ in range(100):
        error = ((a * t + b) * t + c) * t - part
        low, high = (t, high) if error < 0 else (low, t)
        slope = (3 * a * t + 2 * b) * t + c
        step = t - error / slope if abs(slope) > 1e-9 else -1.0
        t, last = step if low < step < high else (low + high) / 2, t
        if abs(t - last) < 1e-15:
            break
    return ((1 + 3 * y1 - 3 * y2) * t + 3 * y2 - 6 * y1) * t * t + 3 * y1 * t


def spring(stiffness: float, damping: float, velocity: float, time: float) -> float:
    """Progress of a damped spring of mass 1 that starts at 0 and rests at 1, in closed form: the
    two exponentials of its characteristic equation, complex where it swings."""
    root = cmath.sqrt(damping * damping / 4 - stiffness)
    if abs(root) < 1e-6 * damping:
        rate = damping / 2
        return 1 - math.exp(-rate * time) * (1 + (rate - velocity) * time)
    slow, fast = root - damping / 2, -root - damping / 2
    part = (velocity + fast) / (fast - slow)
    away = part * cmath.exp(slow * time) + (1 - part) * cmath.exp(fast * time)
    return 1 - away.real


@dataclass(frozen=True)
class Track:
    target: str
    property: str
    keyframes: list[tuple[float, float]]
    delay: int
    duration: int
    easing: tuple[str, Any]
    iterations: int = 1
    direction: str = "NORMAL"
    fill: str = "NONE"

    @classmethod
    def of(cls, json: Json) -> "Track":
        easing = next(each for each in ("bezier", "spring", "steps") if each in json)
        return cls(
            target=json["target"],
            property=json["property"].removeprefix("ANIMATED_PROPERTY_"),
            keyframes=[(each.get("position", 0.0), each.get("value", 0.0))
                       for each in json["keyframes"]],
            delay=int(json.get("delayUs", 0)),
            duration=int(json.get("durationUs", 0)),
            easing=(easing, json[easing]),
            iterations=json.get("iterations", 0),
            direction=json["direction"].removeprefix("PLAYBACK_DIRECTION_"),
            fill=json["fill"].removeprefix("FILL_"),
        )  # fmt: skip

    @property
    def end(self) -> int:
        return self.delay + self.duration * max(self.iterations, 1)

    def starting_at(self, value: float) -> "Track":
        """The same from the value shown, which holds during the delay, too."""
        backwards = self.is_reversed(0)
        first = self.keyframes[-1 if backwards else 0][0]
        fill = {"NONE": "BACKWARDS", "FORWARDS": "BOTH"}.get(self.fill, self.fill)
        frames = [(at, value if at == first else old) for at, old in self.keyframes]
        return replace(self, keyframes=frames, fill=fill)

    def is_reversed(self, iteration: int) -> bool:
        odd = iteration % 2 == 1
        return {"NORMAL": False, "REVERSE": True, "ALTERNATE": odd}.get(self.direction, not odd)

    def value(self, time: int) -> float | None:
        """The value `time` µs after the timeline's start; None for the layout's own."""
        if time < self.delay:
            start = self.at_progress(1.0 if self.is_reversed(0) else 0.0)
            return start if self.fill in ("BACKWARDS", "BOTH") else None
        if self.iterations > 0 and time >= self.end:
            last = self.is_reversed(self.iterations - 1)
            end = self.at_progress(0.0 if last else 1.0)
            return end if self.fill in ("FORWARDS", "BOTH") else None
        iteration, rest = divmod(time - self.delay, self.duration)
        return self.at_progress(
            self.progress(self.duration - rest if self.is_reversed(iteration) else rest))

    def progress(self, time: int) -> float:
        if time >= self.duration:
            return 1.0
        kind, curve = self.easing
        if kind == "steps":
            return time * curve // self.duration / curve
        if kind == "spring":
            return spring(curve["stiffness"], curve["damping"],
                          curve.get("initialVelocity", 0.0), time / 1e6)  # fmt: skip
        x1, y1, x2, y2 = (curve.get(key, 0.0) for key in ("x1", "y1", "x2", "y2"))
        return bezier(x1, y1, x2, y2, time / self.duration)

    def at_progress(self, progress: float) -> float:
        """Between the two keyframes about it; beyond the last ones, along their line."""
        if progress == 1:
            return self.keyframes[-1][1]
        pairs = list(zip(self.keyframes, self.keyframes[1:], strict=False))
        (from_at, start), (to_at, end) = next(
            (pair for pair in pairs if progress < pair[1][0]), pairs[-1])
        if to_at <= from_at:
            return end
        return start + (end - start) * (progress - from_at) / (to_at - from_at)

"""What every element of a scene shows, as far as a second reader can tell, and how that compares
with a vector."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from performances import Json, Place, place_of
from player import Player
from scene_vectors import DEFAULTS, Step, Vector

TOLERANCE = 1e-6
# Where an element holds a property's value: a field, and the place in it.
FIELDS: dict[str, tuple[str, int | None]] = {
    "OPACITY": ("opacity", None), "TRANSLATE_X": ("translation", 0),
    "TRANSLATE_Y": ("translation", 1), "TRANSLATE_Z": ("translation", 2),
    "CENTER_X": ("translation", 0), "SCREEN_CENTER_X": ("translation", 0),
    "CENTER_Y": ("translation", 1), "ROTATION_X": ("rotation", 0), "ROTATION_Y": ("rotation", 1),
    "ROTATION": ("rotation", 2), "CONTENT_OFFSET_Y": ("contentOffset", 1),
    "FRAME": ("imageFrame", None), "SHADOW_OPACITY": ("shadow", 0),
    "SHADOW_OFFSET_X": ("shadow", 1), "SHADOW_OFFSET_Y": ("shadow", 2),
    "SHADOW_RADIUS": ("shadow", 3),
}  # fmt: skip
NUMBERS = ("opacity", "translation", "scale", "rotation", "shadow", "contentOffset", "imageFrame")


def middle(element: Json, name: str) -> float:
    """What a place on the screen is counted from."""
    frame = element["frame"]
    if frame is None or not name.endswith(("CENTER_X", "CENTER_Y")):
        return 0.0
    axis = 1 if name == "CENTER_Y" else 0
    return float(frame[axis] + frame[axis + 2] / 2)


def flat(values: Any) -> list[float | None]:
    return values if isinstance(values, list) else [values]


def resting(player: Player) -> Iterator[tuple[Place, list[float] | float]]:
    """What the state says of views that do not rest where the layout puts them."""
    for aspect in player.settings:
        toggle = player.settings[aspect].get("toggle", {})
        # The lower half of a strip is the look above (R7).
        if toggle.get("strip") and toggle.get("look") == "LOOK_ABOVE":
            yield (f"toggle/{toggle['id']}", "contentOffset"), [0.0, toggle.get("edge", 0.0)]
    for index, page in enumerate(player.state("navigation").get("pages", [])):
        yield (f"stack/{index}", "translation"), [page.get("dx", 0.0), page.get("dy", 0.0), 0.0]
        yield (f"stack/{index}/mask", "opacity"), page.get("mask", 0.0)


class Expectation:
    """What drives an element's values after a step: a number, or None where it cannot be told."""

    def __init__(self, player: Player, step: Step) -> None:
        self.step = step
        self.resting = dict(resting(player))
        self.driven: dict[Place, tuple[str, float | None]] = {}
        for link in player.links():
            place = place_of(link)
            self.driven[place] = ("linked", self.followed(link))
        for performance in player.performances:
            for motion in performance.motions:
                value = motion.value(step.time - performance.start)
                if value is not None:
                    # In order of time: what drives a field last counts.
                    self.driven.pop(motion.place, None)
                    self.driven[motion.place] = ("moving", value)

    def followed(self, link: Json) -> float | None:
        """A list's link by where the list shows; how far a finger is behind is not told here."""
        element = self.step.scene.get(f"list/{link.get('source')}")
        if element is None or not link.get("source"):
            return None
        first, last = link.get("startOffset", 0.0), link.get("endOffset", 0.0)
        start, end = link.get("startValue", 0.0), link.get("endValue", 0.0)
        if first == last:
            return float(end)
        part = min(max((element["contentOffset"][1] - first) / (last - first), 0), 1)
        return float(start + (end - start) * part)

    def values(self) -> Iterator[tuple[str, str, str, list[tuple[str, float | None]]]]:
        """Targets, their fields, and for each number in it what drives it and its value."""
        own: dict[str, dict[str, tuple[str, float | None]]] = {}
        for (target, name), value in self.driven.items():
            own.setdefault(target, {})[name] = value
        for target, element in self.step.scene.items():
            driven = own.get(target, {})
            for field in NUMBERS:
                rest = self.resting.get((target, field), DEFAULTS[field])
                numbers = [("resting", value) for value in flat(rest)]
                if field == "scale":
                    numbers = [self.product(driven, name) for name in ("SCALE_X", "SCALE_Y")]
                for name, (how, value) in driven.items():
                    place = FIELDS.get(name, ("", None))
                    if place[0] == field:
                        there = None if value is None else value - middle(element, name)
                        numbers[place[1] or 0] = (how, there)
                # Where a list stands is the client's to say.
                if not (field == "contentOffset" and target.startswith("list/")):
                    yield target, field, "", numbers
            mask, how = self.mask(driven)
            if element["mask"] is not None or mask:
                for key in {*(element["mask"] or {}), *mask}:
                    yield target, "mask", key, [(how, each) for each in mask.get(key, [None])]

    def product(self, driven: dict[str, tuple[str, float | None]],
                name: str) -> tuple[str, float | None]:  # fmt: skip
        parts = [driven[each] for each in ("SCALE", name) if each in driven]
        result = 1.0
        for _, value in parts:
            if value is None:
                return ("linked", None)
            result *= value
        return (parts[0][0] if parts else "resting", result)

    def mask(self, driven: dict[str, tuple[str, float | None]]) -> tuple[dict[str, Any], str]:
        if "MASK_DIAMETER" in driven:
            how, value = driven["MASK_DIAMETER"]
            return {"circle": [value]}, how
        sides = [driven.get(each) for each in ("MASK_WIDTH", "MASK_HEIGHT")]
        if not any(sides):
            return {}, "resting"
        return {"ellipse": [each[1] if each else 0.0 for each in sides]}, "moving"


def differences(vector: Vector, counts: Counter[str]) -> Iterator[str]:
    """Where a vector shows other values than it should; counts the values by what drives them."""
    player = Player(vector)
    for step in vector.steps:
        def read(place: Place, scene: dict[str, Json] = step.scene) -> float | None:
            element, (field, index) = scene.get(place[0]), FIELDS.get(place[1], ("scale", 0))
            if element is None:
                return None
            if place[1] == "SCALE_Y":
                index = 1
            return float(flat(element[field])[index or 0] or 0) + middle(element, place[1])

        player.play(step, read)
        for target, field, key, numbers in Expectation(player, step).values():
            shown = step.scene[target][field]
            shown = flat(shown.get(key) if key and shown else shown)
            for (how, value), actual in zip(numbers, shown, strict=True):
                if value is None and actual is not None:
                    counts["not told"] += 1
                    continue
                counts[how] += 1
                if value != actual and (
                        value is None or actual is None or abs(value - actual) > TOLERANCE):
                    yield (f"{vector.name}.txt:{step.line}: at {step.time} {target} {field} "
                           f"is {actual} instead of {value} ({how})")  # fmt: skip

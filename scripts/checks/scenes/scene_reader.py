"""The elements that the rules of level 2 concern, computed from a session's directives alone; from
the rules and *Applying directives*, independent of the presenters: items of the bar that change or
stay lit (T18, T19), a bar that a toggle or a command moves (R12, T18), pages above it and below it
(N6), lists side by side (S9), links without a floor (L1), a floor that is turned off (F17)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scene_vectors import Json, Step, Vector

TOLERANCE = 1e-6
FLOOR = ("floor", "floor/image", "floor/tip", "floor/page")
# The fields of an element that a link or a track sets, with the index.
FIELDS = {"TRANSLATE_X": ("translation", 0), "TRANSLATE_Y": ("translation", 1)}

# A rule, a target, a key of the element, and its expected value.
Expected = tuple[str, str, str, Any]


def bezier(curve: Json, part: float) -> float:
    """Returns the progress of a cubic Bézier curve at a part of the time, by bisection."""
    x1, y1, x2, y2 = (curve.get(key, 0.0) for key in ("x1", "y1", "x2", "y2"))

    def at(t: float, first: float, second: float) -> float:
        return 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t**2 * second + t**3

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle, x1, x2) < part else (low, middle)
    return at((low + high) / 2, y1, y2)


@dataclass
class Slide:
    """An animation of the bar from a vertical translation to another one."""

    start: int
    track: Json

    @property
    def duration(self) -> int:
        return int(self.track["durationUs"])

    def value(self, now: int) -> float | None:
        """Returns the translation, pt; None once the animation is over."""
        if not self.start <= now < self.start + self.duration:
            return None
        first, last = (frame.get("value", 0.0) for frame in self.track["keyframes"])
        part = (now - self.start) / self.duration
        return float(first + (last - first) * bezier(self.track["bezier"], part))


@dataclass
class Tap:
    """A tap that shows before the engine's answer (rule T14)."""

    tab: int
    # The generation of the selection that confirms it.
    generation: int


@dataclass
class SceneReader:
    settings: dict[str, Json] = field(default_factory=dict)
    slide: Slide | None = None
    taps: list[Tap] = field(default_factory=list)
    # The list that the app shows of each source, and the reported offsets, by source and list.
    shown: dict[str, str] = field(default_factory=dict)
    offsets: dict[tuple[str, str], float] = field(default_factory=dict)
    # The routes that jumps of items have opened, by tab.
    opened: dict[int, str] = field(default_factory=dict)
    now: int = 0

    def state(self, kind: str) -> Json:
        return self.settings.get(kind, {}).get(kind, {})

    @property
    def items(self) -> list[Json]:
        return self.state("layout").get("items", [])

    @property
    def pages(self) -> list[Json]:
        return self.state("navigation").get("pages", [])

    @property
    def moves_pages(self) -> bool:
        phase = self.state("navigation").get("phase", "")
        return phase.endswith(("_RUNNING", "_INTERACTIVE"))

    # Inputs

    def store(self, settings: list[Json], replaces_all: bool = False) -> set[str]:
        """Keeps newer settings. Returns their kinds."""
        newer: set[str] = set()
        if replaces_all:
            self.settings = {}
        for setting in settings:
            kind = next(key for key in setting if key != "generation")
            part = {"toggle": "id", "badge": "tab"}.get(kind)
            key = f"{kind} {setting[kind].get(part, 0)}" if part else kind
            known = self.settings.get(key, {}).get("generation", 0)
            if setting["generation"] > known:
                self.settings[key] = setting
                newer.add(kind)
        return newer

    def receive(self, directive: Json) -> None:
        replaces_all = directive.get("replacesAll", False)
        former = self.settings["selection"]
        newer = self.store(directive.get("settings", []), replaces_all)
        if replaces_all:
            self.slide, self.taps = None, []
        elif "selection" in newer:
            self.answer_taps(former)
        effects = directive.get("effects", [])
        for kind, effect in (part for each in effects for part in each.items()):
            if kind == "tabAction" and effect["kind"].endswith("_ROUTE"):
                self.opened[effect.get("tab", 0)] = effect["value"]
            self.refuse_taps(kind, effect)
        self.slide_bar(directive, newer)

    def answer_taps(self, former: Json) -> None:
        """Confirms the oldest tap if the new selection is its own, else cancels all taps. If the
        selection of another tab has not changed, it answers none."""
        setting = self.settings["selection"]
        tab, generation = setting["selection"].get("selected", 0), setting["generation"]
        if tab == former["selection"].get("selected", 0):
            for tap in self.taps:
                tap.generation += generation - former["generation"]
        elif self.taps and self.taps[0] == Tap(tab, generation):
            self.taps.pop(0)
        else:
            self.taps = []

    def refuse_taps(self, kind: str, effect: Json) -> None:
        """Cancels the tap that an effect refuses, and all later ones."""
        tab = effect.get("selectTab") if kind == "refusal" else effect.get("tab", 0)
        if kind in ("refusal", "requestLogin", "askSelection", "tabAction"):
            refused = [index for index, tap in enumerate(self.taps) if tap.tab == tab]
            self.taps = self.taps[: refused[0]] if refused else self.taps

    def slide_bar(self, directive: Json, newer: set[str]) -> None:
        tracks = [track for track in directive.get("timeline", {}).get("tracks", [])
                  if (track["target"], track["property"]) == (
                      "tab_bar", "ANIMATED_PROPERTY_TRANSLATE_Y")]  # fmt: skip
        if newer & {"toggle", "layout"}:
            value = self.slide.value(self.now) if self.slide else None
            self.slide = None
            if tracks and int(directive["atUs"]) + int(tracks[0]["durationUs"]) >= self.now:
                track = tracks[0]
                if value is not None:
                    last = track["keyframes"][-1]
                    track = track | {"keyframes": [{"value": value}, last]}
                self.slide = Slide(self.now, track)

    def see(self, event: Json) -> None:
        if "tap" in event:
            self.tap(event["tap"].get("tab", 0))
        elif "scroll" in event:
            source = event["scroll"]["source"]
            self.offsets[source, self.shown.get(source, "")] = event["scroll"].get("y", 0.0)
        elif "listShown" in event:
            self.shown[event["listShown"]["source"]] = event["listShown"]["list"]

    def tap(self, tab: int) -> None:
        selection = self.settings["selection"]
        looks = selection["selection"]["items"]
        may_react = looks[tab].get("reacts")
        if tab == selection["selection"].get("selected", 0):
            # Back to the tab that the engine still has selected.
            may_react = "reaction" in self.items[tab] and looks[self.selected].get("reacts")
        if tab != self.selected and may_react:
            last = self.taps[-1].generation if self.taps else selection["generation"]
            self.taps.append(Tap(tab, last + 1))

    # Expectations

    @property
    def selected(self) -> int:
        """The tab that looks selected."""
        return self.taps[-1].tab if self.taps else self.state("selection").get("selected", 0)

    def look(self, tab: int) -> Json:
        item = self.items[tab]
        if self.taps:
            return item["selectedLook" if tab == self.selected else "otherLook"]
        return self.state("selection")["items"][tab]

    def expected(self, scene: dict[str, Json]) -> Iterator[Expected]:
        yield from self.expected_items()
        yield from self.expected_bar()
        if not self.moves_pages:
            yield from self.expected_stack(scene)
        yield from self.expected_links(scene)
        if self.state("floor").get("off"):
            for target in FLOOR:
                if target in scene:
                    yield "F17", target, "visible", (is_visible(target, scene), False)

    def expected_items(self) -> Iterator[Expected]:
        bar = rect(self.state("layout")["frame"])
        for tab, item in enumerate(self.items):
            rule, look, change = "T2", self.look(tab), item.get("change")
            text, image = item.get("text", ""), look.get("image", "")
            if change is not None:
                rule = "T18"
                text = change.get("title", text)
                images = ("selectedImage" if tab == self.selected else "image")
                image = change.get(images, image)
            route = self.opened.get(tab)
            if route is not None and not self.taps:
                # It is lit for as long as its page is on the selected tab's stack.
                is_lit = any(page["route"] == route for page in self.pages)
                look = item["selectedLook" if is_lit else "otherLook"]
                rule, image = "T19", look["image"]
            frame = moved(rect(item["frame"]), bar)
            yield rule, f"tab/{tab}", "frame", frame
            yield rule, f"tab/{tab}", "hidden", item.get("hidden", False)
            yield rule, f"tab/{tab}/icon", "shows", {"picture": {"name": image}}
            yield rule, f"tab/{tab}/icon", "frame", moved(rect(item["icon"]), frame)
            color = {"color": look["titleColor"]} if look.get("titleColor") else {}
            yield rule, f"tab/{tab}/title", "shows", {"text": {"plain": text, **color}}

    def expected_bar(self) -> Iterator[Expected]:
        layout = self.state("layout")
        slide = self.slide.value(self.now) if self.slide else None
        is_away = layout.get("away", False)
        rule = "R12" if is_away or slide is not None else "T1"
        yield rule, "tab_bar", "frame", rect(layout["frame"])
        yield rule, "tab_bar", "translation", [0.0, slide or 0.0, 0.0]
        if not self.moves_pages and not self.state("floor").get("hidesViews"):
            covered = any(not page.get("keepsBar") and not page.get("presented")
                          for page in self.pages)  # fmt: skip
            yield rule, "tab_bar", "hidden", covered or (is_away and slide is None)

    def expected_stack(self, scene: dict[str, Json]) -> Iterator[Expected]:
        """The pages above the root and the bar, from below."""
        kept = 0
        for page in self.pages:
            if not page.get("keepsBar") or page.get("presented"):
                break
            kept += 1
        stack = [f"stack/{level}" for level in range(len(self.pages))]
        order = [*stack[:kept], "tab_bar", *stack[kept:]]
        found = [target for target in scene if target == "tab_bar" or (
            target.startswith("stack/") and target.count("/") == 1)]  # fmt: skip
        yield ("N6" if kept else "N2"), "", "order", (found, order)
        for target, page in zip(stack, self.pages, strict=True):
            yield ("N6" if kept else "N2"), target, "shows", {"page": page["route"]}

    def expected_links(self, scene: dict[str, Json]) -> Iterator[Expected]:
        for source, name in self.shown.items():
            if f"list/{source}" in scene:
                offset = [0.0, self.offsets.get((source, name), 0.0)]
                yield "S9", f"list/{source}", "contentOffset", offset
        for link in self.state("links").get("links", []):
            source, target = link.get("source"), link["target"]
            if not source or f"list/{source}" not in scene or target not in scene:
                continue
            value = linked(link, scene[f"list/{source}"]["contentOffset"][1])
            name = link["property"].removeprefix("ANIMATED_PROPERTY_")
            if name == "OPACITY":
                yield "L1", target, "opacity", value
            elif name in FIELDS:
                key, index = FIELDS[name]
                numbers = [0.0, 0.0, 0.0]
                numbers[index] = value
                yield "L1", target, key, numbers


def linked(link: Json, y: float) -> float:
    """Returns the value of a link to a list at the offset `y`."""
    first, last = link.get("startOffset", 0.0), link.get("endOffset", 0.0)
    start, end = link.get("startValue", 0.0), link.get("endValue", 0.0)
    if first == last:
        return float(end)
    part = min(max((y - first) / (last - first), 0.0), 1.0)
    return float(start + (end - start) * part)


def is_visible(target: str, scene: dict[str, Json]) -> bool:
    """Returns whether neither an element nor anything that it moves with is hidden."""
    element = scene[target]
    parent = element["parent"]
    return not element["hidden"] and (parent is None or is_visible(parent, scene))


def rect(json: Json) -> list[float]:
    return [json.get(key, 0.0) for key in ("x", "y", "width", "height")]


def moved(frame: list[float], parent: list[float]) -> list[float]:
    return [frame[0] + parent[0], frame[1] + parent[1], *frame[2:]]


def is_same(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, bool) or not isinstance(one, (int, float)):
        return bool(one == other)
    return abs(one - other) <= TOLERANCE


def differences(vector: Vector, directives: list[Json], counts: Counter[str]) -> Iterator[str]:
    """Yields the elements that a vector shows otherwise than computed; counts values by rule."""
    reader = SceneReader()
    reader.store(vector.snapshot["settings"])
    by_number = {directive["sequence"]: directive for directive in directives}
    for step in vector.steps:
        reader.now = step.time
        if step.call == "see":
            reader.see(step.argument)
        elif step.call == "receive":
            reader.receive(by_number[step.argument["sequence"]])
        yield from compare(vector, step, reader, counts)


def compare(vector: Vector, step: Step, reader: SceneReader, counts: Counter[str]) -> Iterator[str]:
    for rule, target, key, value in reader.expected(step.scene):
        counts[rule] += 1
        found = step.scene.get(target, {}).get(key)
        if key in ("order", "visible"):
            found, value = value
        if not is_same(value, found):
            yield (f"{vector.name}.txt:{step.line}: {rule}: {target} has the {key} {found} "
                   f"instead of {value}")  # fmt: skip

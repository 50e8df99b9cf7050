"""What moves a client's views: timelines that play, links, and what goes back to its place. Written
from the rules and the guide; the way back's time and the pages' names are the Swift presenter's."""

from collections.abc import Callable, Iterable

from performances import RESTING, Json, Motion, Performance, Place, motions_of, place_of, way_back
from scene_vectors import Step, Vector
from tracks import Track


def aspect_of(setting: Json) -> str:
    kind = next(key for key in setting if key != "generation")
    state = setting[kind]
    part = {"toggle": state.get("id", ""), "badge": state.get("tab", 0)}.get(kind)
    return kind if part is None else f"{kind} {part}"


def is_under_way(setting: Json) -> bool:
    state = setting.get("floor") or setting.get("transition") or setting.get("navigation") or {}
    return str(state.get("phase")).endswith(("_RUNNING", "_OPENING", "_CLOSING"))


class Player:
    def __init__(self, vector: Vector) -> None:
        self.settings = {aspect_of(each): each for each in vector.header["snapshot"]["settings"]}
        self.still = vector.header["environment"].get("reducedMotion", False)
        self.performances: list[Performance] = []
        self.taps: list[tuple[int, int]] = []  # tabs shown as selected already, with generations
        self.pictures: dict[str, str] = {}  # where pictures stand, and of what
        self.now = 0
        self.start_loops({})

    def loops(self) -> dict[str, Json]:
        """What badges play for as long as their state says so (rule B4)."""
        return {aspect: each["badge"]["loopTimeline"] for aspect, each in self.settings.items()
                if "loopTimeline" in each.get("badge", {})}  # fmt: skip

    def start_loops(self, known: dict[str, Json]) -> None:
        for aspect, timeline in self.loops().items():
            plays = any(each.end is None and each.aspect == aspect for each in self.performances)
            if known.get(aspect) == timeline and plays:
                continue
            tracks = [Track.of(track) for track in timeline["tracks"]]
            self.start(Performance("loop", aspect, self.now, motions_of(tracks)))

    def state(self, aspect: str) -> Json:
        return dict(self.settings.get(aspect, {}).get(aspect, {}))

    def links(self, *aspects: str) -> list[Json]:
        aspects = aspects or ("links", "transition", "navigation")
        return [link for aspect in aspects for link in self.state(aspect).get("links", [])]

    def play(self, step: Step, read: Callable[[Place], float | None]) -> None:
        """Takes in a step; `read` gives a property's value as the vector has it after the step, or
        None for a view that is not there."""
        self.now = step.time
        self.remove(lambda each: each.is_over(self.now) and not each.holds)
        if step.call == "see" and "tap" in step.argument:
            self.tap(step.argument["tap"].get("tab", 0))
        elif step.call == "see" and "environment" in step.argument:
            self.still = step.argument["environment"].get("reducedMotion", False)
        elif step.call == "receive":
            loops = self.loops()
            self.receive(step.argument)
            self.start_loops(loops)
        for performance in self.performances:
            for motion in [each for each in performance.motions if each.unread]:
                value = read(motion.place)
                # Nothing goes back that is at its place, or was there when it was let go of.
                at_rest = (motion.tracks[0].keyframes[-1][1], RESTING.get(motion.place[1]))
                if value is None or (performance.origin == "release" and value in at_rest):
                    performance.motions.remove(motion)
                else:
                    motion.read(value)

    def remove(self, condition: Callable[[Performance], bool]) -> None:
        self.performances = [each for each in self.performances if not condition(each)]

    def shown(self, place: Place) -> float | None:
        for performance in self.performances:
            for motion in performance.motions:
                value = motion.value(self.now - performance.start)
                if motion.place == place and value is not None:
                    return value
        return None

    # Releases

    def give_back(self, links: list[Json], aspect: str) -> None:
        """What followed a finger or a list goes back from where it shows."""
        motions = []
        for link in links:
            place = place_of(link)
            end = RESTING.get(place[1]) if aspect == "links" else link.get("startValue", 0.0)
            if end is not None:
                motions.append(way_back(place, end, end))
                motions[-1].unread = True
        self.release(motions, aspect)

    def release(self, motions: list[Motion], aspect: str | None) -> None:
        if motions and not self.still:
            self.performances.append(Performance("release", aspect, self.now, motions))

    # Taps, which answer before the engine does (rule T14)

    def tap(self, tab: int) -> None:
        selection, layout = self.state("selection"), self.state("layout")
        floor = str(self.state("floor").get("phase"))
        if floor.endswith(("_OPENING", "_OPEN", "_CLOSING")) or str(
            self.state("navigation").get("phase")).endswith("_RUNNING"):  # fmt: skip
            return
        known = selection.get("selected", 0)
        reaction = layout["items"][tab].get("reaction")
        reacts = selection["items"][tab].get("reacts", False)
        shown, generation = (
            self.taps[-1] if self.taps else (known, self.settings["selection"]["generation"]))
        if tab == shown or not (reacts or (tab == known and reaction is not None)):
            return
        self.taps.append((tab, generation + 1))
        if reaction:
            motions = motions_of(Track.of(each) for each in reaction["tracks"])
            self.start(Performance(f"tap {tab}", "selection", self.now, motions))

    def take_back(self, index: int) -> None:
        tabs = [f"tap {tab}" for tab, _ in self.taps[index:]]
        del self.taps[index:]
        self.remove(lambda each: each.origin in tabs)

    def confirmed(self, directive: Json, known: Json) -> list[Json]:
        """The tracks that do not play already."""
        tracks: list[Json] = directive.get("timeline", {}).get("tracks", [])
        new = next((each for each in directive.get("settings", []) if "selection" in each), None)
        selected = new["selection"].get("selected", 0) if new else None
        republished = selected == known["selection"].get("selected", 0)
        if new is None or republished:
            for effect in directive.get("effects", []):
                kind, what = next(iter(effect.items()))
                tab = {"refusal": what.get("selectTab")}.get(kind, what.get("tab", 0))
                tabs = [each for each, _ in self.taps]
                kinds = ("refusal", "requestLogin", "askSelection", "perform")
                if kind in kinds and tab in tabs:
                    self.take_back(tabs.index(tab))
        elif self.taps and self.taps[0] == (selected, new["generation"]):
            tab, _ = self.taps.pop(0)
            played = self.state("layout")["items"][tab].get("reaction", {}).get("tracks", [])
            return [track for track in tracks if track not in played]
        else:
            self.take_back(0)
        return tracks

    # Directives

    def receive(self, directive: Json) -> None:
        settings = {aspect_of(each): each for each in directive.get("settings", [])}
        if directive.get("replacesAll"):
            shown = {place: self.shown(place) for each in self.performances
                     for place in each.places()}  # fmt: skip
            self.settings, self.taps = settings, []
            # A snapshot shows at once, and nothing plays on but what goes on for ever (rule D5).
            self.remove(lambda each: each.end is not None)
            for aspect, setting in settings.items():
                self.end_loops(aspect, setting, shown)
            return
        before, linked = list(self.performances), self.links()
        old = {aspect: self.links(aspect) for aspect in ("links", "transition", "navigation")}
        known, floor = self.settings.get("selection", {}), str(self.state("floor").get("phase"))
        news = {aspect: each for aspect, each in settings.items() if aspect in self.settings
                and each["generation"] > self.settings[aspect]["generation"]}  # fmt: skip
        # What was shown when the directive came.
        shown = {place: self.shown(place) for each in before for place in each.places()}
        self.settings |= news
        tracks = self.confirmed(directive, known)
        self.settle(news, old, shown, floor)
        for picture in directive.get("timeline", {}).get("captures", []):
            self.pictures[picture["target"]] = picture["subject"]
        timeline = [Track.of(track) for track in tracks]
        if not timeline or (settings and not news):
            return
        places = {(track.target, track.property) for track in timeline}
        dragged = {place_of(link) for link in linked if link.get("dragTarget")}
        endless = any(track.iterations == 0 and track.duration > 0 for track in timeline)
        over = int(directive.get("atUs", 0)) + max(track.end for track in timeline) < self.now
        if over and not endless and not places & dragged:
            return
        self.perform(timeline, settings, before, linked, shown)

    def settle(self, news: dict[str, Json], old: dict[str, list[Json]],
               shown: dict[Place, float | None], floor: str) -> None:  # fmt: skip
        """What newer settings end; `floor` is the former phase of the floor."""
        for aspect, setting in news.items():
            under_way = is_under_way(setting)
            if aspect.split(" ")[0] in ("floor", "transition", "navigation", "toggle"):
                ended = [each for each in self.performances if each.aspect == aspect
                         and (each.origin != "release" or under_way)]  # fmt: skip
                self.remove(lambda each: each in ended)
                if aspect == "floor":
                    self.catch_floor(floor, ended, shown)
            self.end_loops(aspect, setting, shown)
        for aspect in ("transition", "navigation"):
            if str(self.state(aspect).get("outcome")).endswith("_CANCELLED"):
                self.give_back(old[aspect], aspect)
        ended = [link for link in old["links"] if link not in self.links("links")]
        self.give_back([link for link in ended if link.get("source")], "links")

    def catch_floor(self, former: str, ended: list[Performance],
                    shown: dict[Place, float | None]) -> None:  # fmt: skip
        """A floor that is caught goes back from where it is (rules D7, F8)."""
        phase = str(self.state("floor").get("phase"))
        places = [motion.place for each in ended for motion in each.motions]
        page = [place for place in places if place[0] == "floor/page"]
        if former.endswith("_CLOSING") and phase.endswith("_OPEN"):
            self.release(self.ways_back(page, shown), "floor")
        elif former.endswith("_OPENING") and phase.endswith("_CLOSED"):
            # The views from where their pictures are; the page fades where it is.
            views = {(self.pictures[target], name): shown[target, name]
                     for target, name in places if target in self.pictures}  # fmt: skip
            motions = self.ways_back(views, views)
            if shown.get(("floor/page", "OPACITY")) != 0:
                ends = {place: 0.0 if place[1] == "OPACITY" else start for place in page
                        if (start := shown[place]) is not None}  # fmt: skip
                motions += [way_back(each, shown[each] or 0.0, ends[each]) for each in ends]
            self.release(motions, "floor")

    def end_loops(self, aspect: str, setting: Json, shown: dict[Place, float | None]) -> None:
        if "badge" not in setting or "loop" in setting["badge"]:
            return
        loops = [each for each in self.performances
                 if each.aspect == aspect and each.end is None]  # fmt: skip
        self.remove(lambda each: each in loops)
        places = [motion.place for each in loops for motion in each.motions]
        self.release(self.ways_back(places, shown), aspect)

    def ways_back(self, places: Iterable[Place], shown: dict[Place, float | None]) -> list[Motion]:
        return [way_back(place, start, RESTING[place[1]]) for place in places
                if place[1] in RESTING and (start := shown.get(place)) is not None
                and start != RESTING[place[1]]]  # fmt: skip

    def perform(self, timeline: list[Track], settings: dict[str, Json], before: list[Performance],
                linked: list[Json], shown: dict[Place, float | None]) -> None:  # fmt: skip
        parts: dict[str | None, list[Track]] = {next(iter(settings), None): timeline}
        if "selection" in settings and "transition" in settings:
            pages = [track for track in timeline if track.target.removeprefix("page/").isdecimal()]
            parts = {"selection": [track for track in timeline if track not in pages],
                     "transition": pages}  # fmt: skip
        followed = {place_of(link) for link in linked}
        for aspect, tracks in parts.items():
            holds = aspect is not None and is_under_way(settings[aspect])
            performance = Performance("directive", aspect, self.now, motions_of(tracks), holds)
            # Pages and looks that come may be those that left before, under another name.
            renamed = aspect is not None and aspect.split(" ")[0] in ("navigation", "toggle") and (
                any(each.aspect == aspect for each in before))  # fmt: skip
            for motion in performance.motions:
                value = shown.get(motion.place)
                motion.unread = motion.place in followed or renamed
                if value is not None and not motion.unread:
                    motion.start = motion.tracks[0].starting_at(value)
            if tracks:
                self.start(performance)

    def start(self, performance: Performance) -> None:
        """In place of what plays on the same views, whose other properties go back."""
        targets, places, left = performance.targets(), performance.places(), []
        shown: dict[Place, float | None] = {}
        for each in self.performances:
            for motion in [one for one in each.motions if one.place[0] in targets]:
                shown.setdefault(motion.place, motion.value(self.now - each.start))
                each.motions.remove(motion)
                if motion.place not in places:
                    left.append(motion.place)
        if performance.origin != "directive":
            for motion in performance.motions:
                value = shown.get(motion.place)
                if value is not None:
                    motion.start = motion.tracks[0].starting_at(value)
        self.remove(lambda each: not each.motions)
        self.performances.append(performance)
        self.release(self.ways_back(left, shown), performance.aspect)

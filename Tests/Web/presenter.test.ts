// Cases that the scene vectors do not cover.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import type {
  Directive,
  PageDragPhase,
  ScrollPhase,
  Setting,
  Track,
} from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { Presenter } from "../../Sources/InteractionWeb/Client/src/presenter/presenter";
import { read } from "./vectors";

const { surface, snapshot } = read("Tests/Scenes/tour.txt");

/** Returns a presenter of a home screen at rest, at 0 ms. */
function opened(...others: Setting[]): Presenter {
  const kinds = others.map(kind);
  const settings = (snapshot.settings ?? []).filter((each) => !kinds.includes(kind(each)));
  return new Presenter({ settings: [...settings, ...others] }, surface, 0);
}

function kind(setting: Setting): string {
  return Object.keys(setting).filter((key) => key !== "generation").join();
}

function track(target: string, from: number, to: number, others: Track = {}): Track {
  return {
    target,
    property: "translate_x",
    keyframes: [{ value: from }, { position: 1, value: to }],
    durationUs: 100_000,
    bezier: { x2: 1, y2: 1 },
    iterations: 1,
    direction: "normal",
    fill: "none",
    ...others,
  };
}

function shown(presenter: Presenter, target: string, time: number) {
  return presenter.scene(time).elements.find((each) => each.target === target);
}

function x(presenter: Presenter, target: string, time: number): number {
  return Math.round((shown(presenter, target, time)?.values.translation.x ?? NaN) * 1e6) / 1e6;
}

test("D1: what is received again changes nothing and happens once", () => {
  const presenter = opened();
  const directive: Directive = {
    sequence: 1,
    timeline: { tracks: [track("tab/0/icon", 0, 100)] },
    effects: [{ sound: { name: "pop" } }, {}],
  };
  deepEqual(presenter.receive(directive, 0), [{ sound: { name: "pop" } }]);
  deepEqual(presenter.receive(directive, 50), []);
  equal(x(presenter, "tab/0/icon", 75), 75);
  deepEqual(presenter.receive({ ...directive, sequence: 0 }, 75), []);
  equal(x(presenter, "tab/0/icon", 100), 0);
});

test("a directive is laid out once, and what only scrolls is not", () => {
  let layouts = 0;
  // Each layout reads the width once.
  const counted = { ...surface, get width() { layouts++; return surface.width; } };
  const presenter = new Presenter(snapshot, counted, 0);
  const count = (change: () => unknown) => {
    const before = layouts;
    change();
    return layouts - before;
  };
  presenter.handle(scroll("moved", 1), 0);
  equal(count(() => presenter.handle(scroll("moved", 2), 1)), 0);
  equal(count(() => presenter.handle(scroll("ended", 2), 2)), 1);
  const [known] = (snapshot.settings ?? []).filter(({ floor }) => floor);
  const floor = { ...known?.floor, phase: "opening" as const };
  const settings = [{ generation: 99, floor }];
  const timeline = { tracks: [track("floor/page", 300, 0)] };
  const directive: Directive = { sequence: 1, atUs: 3000, settings, timeline };
  equal(count(() => presenter.receive(directive, 3)), 1);
  equal(count(() => presenter.receive(directive, 4)), 1);
  equal(count(() => presenter.receive({ sequence: 2, replacesAll: true, ...snapshot }, 5)), 1);
});

test("D2: of two animations the second starts from the value shown, also while it waits", () => {
  const presenter = opened();
  presenter.receive({ sequence: 1, timeline: { tracks: [track("tab/0/icon", 10, 110)] } }, 0);
  equal(x(presenter, "tab/0/icon", 0), 10);
  const there = track("tab/0/icon", 0, 100, {
    delayUs: 20_000,
    iterations: 2,
    direction: "alternate",
  });
  presenter.receive({ sequence: 2, atUs: 50_000, timeline: { tracks: [there] } }, 50);
  const values = [50, 69, 120, 170, 220, 269.999].map((time) => x(presenter, "tab/0/icon", time));
  // The last iteration ends as it would have without the first animation.
  deepEqual(values, [60, 60, 80, 100, 50, 0.001]);
  ok(presenter.nextChange === 50);
  presenter.reports(270);
  equal(presenter.nextChange, undefined);
});

test("D4: what is late shows its end at once; what plays for ever is never late", () => {
  const presenter = opened();
  presenter.receive({ sequence: 1, timeline: { tracks: [track("tab/1/icon", 5, 9)] } }, 1000);
  equal(presenter.nextChange, undefined);
  const endless = track("tab/1/icon", 5, 9, { iterations: 0 });
  presenter.receive({ sequence: 2, timeline: { tracks: [endless] } }, 1000);
  equal(x(presenter, "tab/1/icon", 1000), 5);
  equal(x(presenter, "tab/1/icon", 1000 + 100 * 1e6 + 25), 6);
});

const scroll = (phase: ScrollPhase, y: number) => ({ scroll: { source: "home", drag: 1, phase, y } });
const swipe = (phase: PageDragPhase, translation: number) =>
  ({ pageDrag: { subject: "tabs" as const, phase, translation } });

test("D7: a pulled list stays where it was left, until the hold expires", () => {
  const floor = { phase: "armed" as const, holdUs: 400_000 };
  const presenter = opened({ generation: 1, floor });
  const offset = (time: number) => shown(presenter, "list/home", time)?.values.contentOffset.y ?? 0;
  presenter.handle(scroll("began", -200), 0);
  presenter.handle(scroll("ended", -200), 10);
  presenter.handle(scroll("decelerating", -20), 20);
  equal(offset(20), -200);
  equal(presenter.nextChange, 410);
  equal(presenter.nextReport, 410);
  deepEqual(presenter.reports(409.999), []);
  equal(offset(409), -200);
  deepEqual(presenter.reports(420), [{ holdExpired: { target: "floor" } }]);
  deepEqual(presenter.reports(420), []);
  ok(offset(430) > -200 && offset(430) < -20);
  equal(offset(560), -20);
  // A late decision applies without animation.
  const settings = [{ generation: 2, floor: { phase: "opening" as const } }];
  const timeline = { tracks: [track("floor/page", 300, 0, { durationUs: 500_000 })] };
  presenter.receive({ sequence: 1, atUs: 400_000, settings, timeline }, 600);
  equal(x(presenter, "floor/page", 600), 0);
  deepEqual(presenter.reports(600), [
    { animationEnded: { directive: 1, outcome: "finished" } },
  ]);
});

test("S9 L1: links follow the list that is shown, from its last offset on, at once", () => {
  const link = {
    source: "home",
    target: "navigation_bar",
    property: "opacity" as const,
    endOffset: 100,
    startValue: 1,
  };
  const presenter = opened({ generation: 1, links: { links: [link] } });
  const opacity = () => {
    equal(presenter.nextChange, undefined);
    return shown(presenter, "navigation_bar", 0)?.values.opacity;
  };
  const scrollTo = (y: number) => {
    presenter.handle(scroll("programmatic_ended", y), 0);
    return opacity();
  };
  const show = (list: string) => {
    presenter.handle({ listShown: { source: "home", list } }, 0);
    return opacity();
  };
  equal(scrollTo(50), 0.5);
  equal(show("nearby"), 1);
  equal(shown(presenter, "list/home", 0)?.values.contentOffset.y, 0);
  equal(scrollTo(20), 0.8);
  equal(show("following"), 1);
  deepEqual([show("nearby"), show("nearby")], [0.8, 0.8]);
  equal(scrollTo(100), 0);
  deepEqual([show("following"), show("nearby")], [1, 0]);
});

test("S9: a list that the app names before its first scroll keeps its offset", () => {
  const presenter = opened();
  const show = (list: string) => {
    presenter.handle({ listShown: { source: "home", list } }, 0);
    return shown(presenter, "list/home", 0)?.values.contentOffset.y;
  };
  equal(show("for_you"), 0);
  presenter.handle(scroll("programmatic_ended", 70), 0);
  deepEqual([show("nearby"), show("following"), show("for_you")], [0, 0, 70]);
  presenter.reopen(snapshot, 0);
  deepEqual([show("for_you"), show("nearby")], [70, 0]);
});

test("D7: a page that a finger drags goes back where no verdict comes, or the finger is lost", () => {
  const link = {
    dragTarget: "pages",
    target: "page/0",
    property: "translate_x" as const,
    startOffset: 0,
    endOffset: 375,
    startValue: 0,
    endValue: 375,
  };
  const phase = "interactive" as const;
  const transition = { number: 1, phase, coming: 1, links: [link], holdUs: 300_000 };
  const presenter = opened({ generation: 1, transition: { coming: 1 } });
  presenter.handle(swipe("began", 40), 0);
  presenter.receive({ sequence: 1, settings: [{ generation: 2, transition }] }, 100);
  // It catches up.
  equal(x(presenter, "page/0", 100), 0);
  equal(x(presenter, "page/0", 250), 40);
  presenter.handle(swipe("moved", 90), 300);
  equal(x(presenter, "page/0", 300), 90);
  presenter.handle(swipe("ended", 90), 310);
  equal(x(presenter, "page/0", 609), 90);
  deepEqual(presenter.reports(620), [{ holdExpired: { target: "tabs" } }]);
  const back = x(presenter, "page/0", 700);
  ok(back > 0 && back < 90);
  equal(x(presenter, "page/0", 870), 0);
});

test("D7: of a verdict that comes too late nothing shows, and its links follow no other finger", () => {
  const link = {
    dragTarget: "pages",
    target: "page/0",
    property: "translate_x" as const,
    endOffset: 375,
    endValue: 375,
  };
  const phase = "interactive" as const;
  const running = "running" as const;
  const transition = { number: 1, phase, coming: 1, links: [link], holdUs: 300_000 };
  const presenter = opened({ generation: 1, transition: { coming: 1 } });
  presenter.receive({ sequence: 1, settings: [{ generation: 2, transition }] }, 0);
  presenter.handle(swipe("began", 90), 10);
  presenter.handle(swipe("ended", 90), 20);
  presenter.handle(swipe("began", 200), 30);
  equal(presenter.reports(30).length, 1);
  const before = presenter.scene(100);
  const settings = [{ generation: 3, transition: { number: 1, phase: running, coming: 1 } }];
  const timeline = { tracks: [track("page/0", 90, 375)] };
  presenter.receive({ sequence: 2, atUs: 20_000, settings, timeline }, 100);
  deepEqual(presenter.scene(100), before);
  equal(x(presenter, "page/0", 300), 0);
});

test("F8 D7: a floor that closes and is caught opens again from where it is", () => {
  const phase = "closing" as const;
  const presenter = opened({ generation: 1, floor: { phase: "open" } });
  const timeline = { tracks: [track("floor/page", 0, -100, { fill: "forwards" })] };
  presenter.receive({ sequence: 1, settings: [{ generation: 2, floor: { phase } }], timeline }, 0);
  const open = { generation: 3, floor: { phase: "open" as const } };
  presenter.receive({ sequence: 2, atUs: 50_000, settings: [open] }, 50);
  equal(x(presenter, "floor/page", 50), -50);
  const later = x(presenter, "floor/page", 100);
  ok(later > -50 && later < 0);
  equal(x(presenter, "floor/page", 300), 0);
});

test("T14: a tap answers at once, and is taken back where the engine refuses it", () => {
  const vector = read("Tests/Scenes/tap-bar-150ms.txt");
  const presenter = new Presenter(vector.snapshot, vector.surface, 0);
  const before = presenter.scene(0);
  const tab = vector.steps.find(({ event }) => event?.tap)?.event?.tap?.tab ?? 0;
  presenter.handle({ tap: { tab } }, 10);
  ok(JSON.stringify(presenter.scene(10)) !== JSON.stringify(before));
  const refusal = { selectTab: tab, reason: "busy" as const };
  equal(presenter.receive({ sequence: 1, effects: [{ refusal }] }, 20).length, 1);
  deepEqual(presenter.scene(20), before);
  equal(presenter.nextChange, undefined);
});

test("D5: a session that is opened again shows its snapshot at once, and where lists stand", () => {
  const presenter = opened();
  presenter.handle(scroll("moved", 77), 0);
  const before = presenter.scene(0);
  presenter.receive({ sequence: 5, timeline: { tracks: [track("tab/0/icon", 9, 10)] } }, 0);
  presenter.handle({ tap: { tab: 1 } }, 10);
  presenter.reopen({ settings: snapshot.settings ?? [] }, 20);
  deepEqual(presenter.scene(20), before);
  // The new session's numbers start at 1.
  const effects = [{ sound: { name: "pop" } }];
  deepEqual(presenter.receive({ sequence: 1, effects }, 30), effects);
});

test("what a later contract has added is left out, and ends nothing", () => {
  const presenter = opened();
  const before = presenter.scene(0);
  const { bezier, property, ...unknown } = track("odd/view", 0, 1);
  const tracks = [
    { ...unknown, property },
    { ...unknown, bezier },
    track("odd/other", 0, 1, { keyframes: [], steps: 0 }),
  ];
  presenter.receive({ sequence: 1, settings: [{ generation: 1 }], timeline: { tracks } }, 0);
  deepEqual(presenter.scene(0), before);
  const known = snapshot.settings?.find(({ links }) => links)?.links?.links ?? [];
  const links = { links: [...known, { source: "home", target: "odd" }] };
  presenter.receive({ sequence: 2, settings: [{ generation: 99, links }] }, 0);
  deepEqual(presenter.scene(0), before);
  presenter.handle({}, 1);
  equal(presenter.nextChange, undefined);
});

test("with reduced motion nothing goes back by itself", () => {
  const presenter = new Presenter(snapshot, { ...surface, reducedMotion: true }, 0);
  presenter.receive({ sequence: 1, timeline: { tracks: [track("tab/0/icon", 0, 100)] } }, 0);
  const other = track("tab/0/icon", 1, 2, { property: "scale" });
  presenter.receive({ sequence: 2, timeline: { tracks: [other] } }, 50);
  equal(x(presenter, "tab/0/icon", 50), 0);
  const moving = opened();
  moving.receive({ sequence: 1, timeline: { tracks: [track("tab/0/icon", 0, 100)] } }, 0);
  moving.receive({ sequence: 2, timeline: { tracks: [other] } }, 50);
  equal(x(moving, "tab/0/icon", 50), 50);
});

test("between two frames, what does not move stays the same object", () => {
  const presenter = opened();
  presenter.receive({ sequence: 1, timeline: { tracks: [track("tab/0/icon", 0, 100)] } }, 0);
  const [one, other] = [presenter.scene(10).elements, presenter.scene(20).elements];
  const moved = one.filter((each, index) => each !== other[index]);
  deepEqual(moved.map(({ target }) => target), ["tab/0/icon"]);
});

test("D6: with reduced motion links have no values on the way", () => {
  const link = { source: "home", target: "header", startOffset: 0, endOffset: -100 };
  const links = [
    { ...link, property: "translate_x" as const, startValue: 8, endValue: 48 },
    { ...link, property: "opacity" as const, startValue: 1, endValue: 0 },
  ];
  const presenter = opened({ links: { links } });
  const scroll = (y: number) => {
    presenter.handle({ scroll: { source: "home", phase: "moved", y } }, 0);
    const { opacity, translation } = shown(presenter, "header", 0)!.values;
    return [translation.x, opacity];
  };
  deepEqual(scroll(-25), [18, 0.75]);
  presenter.handle({ surface: { ...surface, reducedMotion: true } }, 0);
  deepEqual([0, -25, -50, -75, -200].map(scroll), [[8, 1], [8, 1], [8, 1], [8, 0], [8, 0]]);
  equal(shown(presenter, "list/home", 0)?.values.contentOffset.y, -200);
});

test("D6: with reduced motion only a view that moves as far as its finger follows it", () => {
  const drag = { dragTarget: "pages", startOffset: 0, endOffset: 300 };
  const links = [
    { ...drag, target: "page/0", property: "translate_x" as const, startValue: 0, endValue: 300 },
    { ...drag, target: "page/1", property: "translate_x" as const, startValue: -100, endValue: 0 },
    { ...drag, target: "page/1", property: "opacity" as const, startValue: 0.5, endValue: 1 },
  ];
  const transition: Setting = { transition: { phase: "interactive", coming: 1, links } };
  const presenter = opened(transition);
  presenter.handle({ surface: { ...surface, reducedMotion: true } }, 0);
  presenter.handle({ pageDrag: { subject: "tabs", phase: "began" } }, 0);
  const move = (translation: number) => {
    presenter.handle({ pageDrag: { subject: "tabs", phase: "moved", translation } }, 0);
    const opacity = shown(presenter, "page/1", 0)?.values.opacity;
    return [x(presenter, "page/0", 0), x(presenter, "page/1", 0), opacity];
  };
  deepEqual(move(100), [100, -100, 0.5]);
  deepEqual(move(200), [200, 0, 1]);
});

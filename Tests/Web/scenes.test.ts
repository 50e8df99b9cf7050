import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fromJSON } from "../../Sources/InteractionWeb/Client/src/contract/json";
import { Presenter } from "../../Sources/InteractionWeb/Client/src/presenter/presenter";
import type { Element, Picture, Rect } from "../../Sources/InteractionWeb/Client/src/presenter/scene";
import { read } from "./vectors";
import type { Shown, Step, Vector } from "./vectors";

const folder = "Tests/Scenes";
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

for (const name of files) {
  test(`the scenes of ${name}`, () => {
    const vector = read(`${folder}/${name}`);
    ok(vector.steps.length > 10);
    deepEqual([...differences(vector)].slice(0, 5), []);
  });
}

test("a wrong digit, easing, directive, order or report in a vector is found", () => {
  ok(files.length >= 35);
  const faults: Record<string, (vector: Vector) => void> = {
    digit: ({ steps }) => {
      const step = steps.find(({ scene }) => [...scene.values()].some(isMoved));
      const [target, shown] = [...(step?.scene ?? [])].find(([, each]) => isMoved(each)) ?? [];
      const [x = 0, ...others] = shown?.["translation"] as number[];
      step?.scene.set(target ?? "", { ...shown, translation: [x + 1e-5, ...others] });
    },
    easing: ({ steps }) => {
      for (const { directive } of steps) {
        for (const { bezier } of directive?.timeline?.tracks ?? []) {
          if (bezier) bezier.x2 = (bezier.x2 ?? 0) + 0.01;
        }
      }
    },
    directive: ({ steps }) => steps.splice(steps.findIndex(({ directive }) => directive), 1),
    order: ({ steps }) => {
      const step = steps[0]!;
      step.scene = new Map([...step.scene].reverse());
    },
    report: ({ steps }) => steps.find(({ reports }) => reports.length)?.reports.pop(),
  };
  for (const [name, make] of Object.entries(faults)) {
    const vector = read(`${folder}/window-navigation.txt`);
    make(vector);
    notEqual([...differences(vector)].length, 0, `a wrong ${name} goes unnoticed`);
  }
});

test("a scene does not depend on how often it is asked for", () => {
  const { environment, snapshot, steps } = read(`${folder}/second-floor-150ms.txt`);
  const presenter = new Presenter(snapshot, environment, steps[0]!.time);
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]?.time ?? step.time;
    take(presenter, step);
    for (const time of [step.time, (step.time + next) / 2, next, step.time]) presenter.scene(time);
    const shown = presenter.scene(step.time);
    deepEqual(presenter.scene(step.time), shown);
    deepEqual([...changes(step, shown.elements)], []);
  }
});

function isMoved(shown: Shown): boolean {
  return ((shown["translation"] as number[])[0] ?? 0) % 1 !== 0;
}

/** What a presenter reports and shows that plays a vector, and the vector does not say. */
function* differences({ environment, snapshot, steps }: Vector): Generator<string> {
  const presenter = new Presenter(snapshot, environment, steps[0]?.time ?? 0);
  for (const step of steps) {
    const reports = take(presenter, step).map((each) => ({ timeUs: step.time * 1000, ...each }));
    const expected = step.reports.map((each) => ({ ...each, timeUs: step.time * 1000 }));
    if (JSON.stringify(reports) !== JSON.stringify(sorted(expected))) {
      yield `${step.line}: reports ${JSON.stringify(reports)}, not ${JSON.stringify(expected)}`;
    }
    yield* changes(step, presenter.scene(step.time).elements);
  }
}

function take(presenter: Presenter, { time, event, directive }: Step) {
  const reports = presenter.reports(time);
  if (event) presenter.see(event, time);
  if (directive) {
    equal(presenter.receive(directive, time).length, directive.effects?.length ?? 0);
  }
  return reports;
}

/** Reports with their keys in the order in which the presenter's have them. */
function sorted(events: { timeUs: number }[]): unknown[] {
  return events.map(({ timeUs, ...others }) => ({ timeUs, ...others }));
}

/** What is shown and not expected, or the other way round. */
function* changes({ line, scene }: Step, elements: Element[]): Generator<string> {
  const [targets, expected] = [elements.map(({ target }) => target), [...scene.keys()]];
  if (targets.join() !== expected.join()) {
    yield `${line}: shows ${targets.join()}, not ${expected.join()}`;
  }
  for (const element of elements) {
    const known = scene.get(element.target) ?? {};
    for (const [key, value] of Object.entries(shown(element))) {
      if (isSame(value, key === "shows" ? content(known[key]) : known[key])) continue;
      const [is, not] = [JSON.stringify(value), JSON.stringify(known[key])];
      yield `${line}: ${element.target} has ${key} ${is}, not ${not}`;
    }
  }
}

/** An element as a vector says it. */
function shown({ content, frame, isHidden, parent, values }: Element): Shown {
  const { translation, rotation, shadow, mask } = values;
  return {
    parent: parent ?? null,
    frame: frame ? numbers(frame) : null,
    shows: shows(content),
    hidden: isHidden,
    opacity: values.opacity,
    translation: [translation.x, translation.y, translation.z],
    scale: [values.scale * values.scaleX, values.scale * values.scaleY],
    rotation: [rotation.x, rotation.y, rotation.z],
    origin: [values.origin.x, values.origin.y],
    perspective: values.perspective,
    shadow: [shadow.opacity, shadow.offset.x, shadow.offset.y, shadow.radius],
    mask: !mask
      ? null
      : mask.kind === "circle"
      ? { circle: mask.diameter }
      : { ellipse: [mask.width, mask.height] },
    contentOffset: [values.contentOffset.x, values.contentOffset.y],
    imageFrame: values.imageFrame ?? null,
  };
}

function numbers({ x, y, width, height }: Rect): number[] {
  return [x, y, width, height];
}

function shows(content: Element["content"]): unknown {
  switch (content.kind) {
    case "view":
    case "root":
      return { [content.kind]: {} };
    case "color":
      return { color: content.color };
    case "item":
      return { item: { look: content.look, pressed: content.looksPressed } };
    case "picture":
      return { picture: picture(content.picture) };
    case "strip":
      return { strip: content.pictures.map(picture) };
    case "text": {
      const { plain, rich, color, font } = content.text;
      const others = { ...(rich.length && { rich }), ...(color && { color }) };
      return { text: { plain, ...others, ...(Object.keys(font).length && { font }) } };
    }
    case "badge":
      return { badge: content.badge };
    case "animation":
      return { animation: { name: content.name, atEnd: content.isAtEnd } };
    case "page":
      return { page: content.route };
    case "capture": {
      const { of, frame, number } = content;
      return { capture: { of, frame: numbers(frame), number } };
    }
  }
}

function picture({ name, background, isPlaying, fade }: Picture): unknown {
  return {
    name,
    ...(background && { background }),
    ...(isPlaying && { playing: true }),
    ...(fade && { fade }),
  };
}

/** What an element shows, with the contract's messages in it as they are in memory. */
function content(json: unknown): unknown {
  const { item, text, badge, ...others } = json as Record<string, Shown>;
  if (badge) return { badge: fromJSON("BadgeState", badge) };
  if (item) return { item: { ...item, look: fromJSON("ButtonLook", item["look"]) } };
  if (!text) return others;
  const { rich, font, ...rest } = text;
  if (Array.isArray(rich)) rest["rich"] = rich.map((each) => fromJSON("TextSpan", each));
  if (font) rest["font"] = fromJSON("TextFont", font);
  return { text: rest };
}

/** Whether two values are the same, numbers within 1e-6. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) <= 1e-6;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const [left, right] = [Object.entries(one), Object.entries(other)];
  const known = new Map(right);
  return left.length === right.length && left.every(([key, value]) => isSame(value, known.get(key)));
}

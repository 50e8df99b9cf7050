import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { Presenter } from "../../Sources/InteractionWeb/Client/src/presenter/presenter";
import { changes } from "./expecting";
import { read } from "./vectors";
import type { ElementProperties, Step, Vector } from "./vectors";

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
  const { surface, snapshot, steps } = read(`${folder}/second-floor-150ms.txt`);
  const presenter = new Presenter(snapshot, surface, steps[0]!.time);
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]?.time ?? step.time;
    take(presenter, step);
    for (const time of [step.time, (step.time + next) / 2, next, step.time]) presenter.scene(time);
    const shown = presenter.scene(step.time);
    deepEqual(presenter.scene(step.time), shown);
    deepEqual([...changes(step, shown.elements)], []);
  }
});

function isMoved(shown: ElementProperties): boolean {
  return ((shown["translation"] as number[])[0] ?? 0) % 1 !== 0;
}

/** Yields the differences between a presenter's reports and scenes and those of a vector. */
function* differences({ surface, snapshot, steps }: Vector): Generator<string> {
  const presenter = new Presenter(snapshot, surface, steps[0]?.time ?? 0);
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
  if (event) presenter.handle(event, time);
  if (directive) {
    equal(presenter.receive(directive, time).length, directive.effects?.length ?? 0);
  }
  return reports;
}

/** Returns reports with their keys in the presenter's order. */
function sorted(events: { timeUs: number }[]): unknown[] {
  return events.map(({ timeUs, ...others }) => ({ timeUs, ...others }));
}

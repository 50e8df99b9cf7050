// Accessibility vectors: the trees of a scene vector, after its snapshot and each change.
import { equal, ok } from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { accessibilityTree, treeText } from "../../Sources/InteractionWeb/Client/src/accessibility/tree";
import { Presenter } from "../../Sources/InteractionWeb/Client/src/presenter/presenter";
import { read } from "./vectors";

const folder = "Tests/Accessibility";
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

test("there are accessibility vectors", () => ok(files.length >= 5));

for (const file of files) {
  test(`the accessibility trees of ${file}`, () => {
    const text = trees(file.replace(/\.txt$/, ""));
    const path = `${folder}/${file}`;
    if (process.env["INTERACTION_RECORD"] === "1") writeFileSync(path, text);
    equal(text, readFileSync(path, "utf8"));
  });
}

/** Returns the trees of a scene vector, as in the files. */
function trees(scenes: string): string {
  const { surface, snapshot, steps } = read(`Tests/Scenes/${scenes}.txt`);
  const presenter = new Presenter(snapshot, surface, steps[0]!.time);
  let [text, last] = [`scenes ${scenes}\n`, ""];
  for (const { time, event, directive } of steps) {
    presenter.reports(time);
    if (event) presenter.handle(event, time);
    if (directive) presenter.receive(directive, time);
    const { settings = [] } = presenter.snapshot;
    const tree = treeText(accessibilityTree(settings, presenter.scene(time)));
    if (tree === last) continue;
    text += `at ${Math.round(time * 1000)}\n${tree}`;
    last = tree;
  }
  return text;
}

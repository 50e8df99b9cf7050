import { deepEqual, equal } from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import {
  fieldValue, lineFields, offsetOf, pathOf,
} from "../../Sources/InteractionWeb/Pages/playground/lineFields";
import type { LineField } from "../../Sources/InteractionWeb/Pages/playground/lineFields";
import { numberLiteral, written } from "../../Sources/InteractionWeb/Pages/playground/numberLiteral";
import { scalarAt } from "../../Sources/InteractionWeb/Pages/definition/yamlNodes";
import type { YAMLNode } from "../../Sources/InteractionWeb/Pages/definition/yamlNodes";
import { parsedYAML } from "../../Sources/InteractionWeb/Pages/definition/yamlText";

const folder = "Sources/InteractionExperience/Resources";
const threshold: LineField = {
  parent: ["toggles", "rocket"], name: "threshold", isPull: false, shift: 0,
};
const tip: LineField = { parent: ["second_floor"], name: "tip_distance", isPull: true, shift: 0 };

/** Returns the text with another value of a field; undefined if it cannot be changed. */
function edited(text: string, field: LineField, value: number): string | undefined {
  const edit = fieldValue(parsedYAML(text), field, 812)?.edit(value);
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** Returns a node as JSON, with its scalars as written. */
function json(text: string, node: YAMLNode | undefined): unknown {
  if (!node) return undefined;
  if (node.kind === "scalar") return text.slice(node.start, node.end);
  if (node.kind === "sequence") return node.items.map((item) => json(text, item));
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, json(text, value)]));
}

test("texts are scanned by indentation and in flow style", () => {
  const cases: [string, unknown][] = [
    ["a: 1 # one\n\nb:\n  c: .5\n  'd e' : \"x: # y\"\nf:\n",
      { a: "1", b: { c: ".5", "d e": '"x: # y"' }, f: "" }],
    ["a:\n- 1\n-\n  - x y, z\n- b: 2\n  c: 3\n", { a: ["1", ["x y, z"], { b: "2", c: "3" }] }],
    ["a: { b: 1, c : [2, { d: e f }], g, h: } # i\n",
      { a: { b: "1", c: ["2", { d: "e f" }], g: "", h: "" } }],
    ["---\na: {\n  b: 1, # one\n  \"c\":2,\n}\n", { a: { b: "1", c: "2" } }],
    ["a: |\n  b: 1\n\n  c\n\nd: one\n  two\n  # three\ne: https://x/#y  \n",
      { a: "|\n  b: 1\n\n  c", d: "one\n  two", e: "https://x/#y" }],
    ["# only\n", undefined],
  ];
  for (const [text, expected] of cases) deepEqual(json(text, parsedYAML(text).root), expected, text);
});

test("texts with mistakes or aliases have no nodes", () => {
  const texts = [
    "a: &x 1\nb: *x\n", "a: 1\n  b: 2\n", "a: [1\n", "a: {b: 1} 2\n",
    "a: 1\n---\nb: 2\n", "a: b: c\n", "a\nb: 1\n", "[".repeat(100_000),
    `a: b${" ".repeat(200_000)}:: [c${" ".repeat(200_000)}: d`,
  ];
  for (const text of texts) equal(parsedYAML(text).root, undefined, text.slice(0, 40));
});

test("the built-in experiences are scanned", () => {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".yaml"))) {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    const { root } = parsedYAML(text);
    equal((json(text, root) as { name: string }).name, name.replace(".yaml", ""));
    // Every highlighted number that is a whole scalar is found.
    for (const { index = 0 } of text.matchAll(/(?<=^[^#\n]*: )-?\d[\d.]*(?=$|[ ,])/gm)) {
      equal(scalarAt(root, index)?.start, index, `${name} ${text.slice(index, index + 10)}`);
    }
  }
});

test("an edit changes the bytes of its scalar only", () => {
  const cases: [string, LineField, string][] = [
    ["toggles:\n  - id: rocket # r\n    threshold: 456 # pt\n\nx: 1\n", threshold,
      "toggles:\n  - id: rocket # r\n    threshold: 300 # pt\n\nx: 1\n"],
    ["toggles: [{ id: other, threshold: 1 }, { id: rocket, threshold: 456 }]\n", threshold,
      "toggles: [{ id: other, threshold: 1 }, { id: rocket, threshold: 300 }]\n"],
    ["toggles:\n  - id: rocket\n    threshold: 456pt\n", threshold,
      "toggles:\n  - id: rocket\n    threshold: 300pt\n"],
    // The preset's value.
    ["toggles:\n  - id: rocket\n    label: x # y\n# end\nz: 1", threshold,
      "toggles:\n  - id: rocket\n    label: x # y\n    threshold: 300\n# end\nz: 1"],
    ["toggles:\n- id: rocket", threshold, "toggles:\n- id: rocket\n  threshold: 300"],
    ["toggles:\n- id: rocket\n  threshold: # none\n", threshold,
      "toggles:\n- id: rocket\n  threshold: 300 # none\n"],
    ["toggles: [{ id: rocket }]\n", threshold, "toggles: [{ id: rocket, threshold: 300 }]\n"],
    ['{"toggles":[{"id":"rocket"}]}', threshold, '{"toggles":[{"id":"rocket", "threshold": 300}]}'],
    ['{"toggles":[{\n  "id": "rocket"\n}]}', threshold,
      '{"toggles":[{\n  "id": "rocket",\n  "threshold": 300\n}]}'],
    ["secondFloor:\n  tipDistance: 100\n", tip, "secondFloor:\n  tipDistance: 300\n"],
    ["second_floor: {}\n", tip, "second_floor: { tip_distance: 300 }\n"],
  ];
  for (const [text, field, expected] of cases) equal(edited(text, field, 300), expected, text);
});

test("a field that is no number, or has no place, cannot be changed", () => {
  for (const text of [
    "toggles:\n  - id: rocket\n    threshold: high\n", "toggles: []\n", "toggles: [\n",
    "toggles:\n  - id: rocket\n    threshold: \"456\"\n", "toggles: [{ id: rocket, unit: height }]",
  ]) equal(edited(text, threshold, 300), undefined, text);
});

test("a length in heights is changed in heights", () => {
  const text = "second_floor:\n  unit: height\n  tip_distance: 0.12\n";
  const value = fieldValue(parsedYAML(text), tip, 812)!;
  equal(offsetOf(tip, value.literal.value, value.scale), -0.12 * 812);
  equal(edited(text, tip, 0.25 + 1 / 812), text.replace("0.12", "0.251"));
  deepEqual(value.limits, [0.001, 1]);
});

test("a number keeps the form of its literal", () => {
  const cases: [string, number, string][] = [
    ["50", 1, "51"], [".75", 1, ".76"], ["-.5", 5, ".0"], ["0.350s", 150, "0.500s"],
    ["-30", 30, "0"], ["1.00", -1, "0.99"], ["250ms", -10, "240ms"], ["0.75", 0, "0.75"],
  ];
  for (const [text, steps, expected] of cases) {
    const literal = numberLiteral(text)!;
    equal(written(literal, literal.value + steps * literal.step), expected, text);
  }
  for (const text of ["", "-", ".", "1e3", "007", "0x10", "3 cards", "high"]) {
    equal(numberLiteral(text), undefined, text);
  }
});

test("lines are bound to the fields with their offsets", () => {
  const text = `toggles:
  - { id: feed, source: feed, threshold: 200 }
  - { id: rocket, source: home, hysteresis: 50 }
  - { id: bar, source: home, policy: direction, near_top: 88 }
second_floor: { source: home, trigger_distance: 180, refresh_distance: 60 }
`;
  const offsets = [-180, -176, -100, -96, -60, 0, 88, 200, 406, 506];
  const lines = offsets.map((offset) => ({ offset }));
  const found = lineFields(parsedYAML(text), { source: "home", lines }, 812);
  const paths = [...found].map(([offset, field]) => [offset, pathOf(field)] as const);
  deepEqual(paths.sort(([a], [b]) => a - b), [
    [-180, "second_floor.trigger_distance"], [-100, "second_floor.tip_distance"],
    [-60, "second_floor.refresh_distance"], [88, "toggles[bar].near_top"],
    [200, "toggles[feed].threshold"], [406, "toggles[rocket].threshold"],
    [506, "toggles[rocket].threshold"],
  ]);
  equal(lineFields(parsedYAML("["), { source: "home", lines }, 812).size, 0);
});

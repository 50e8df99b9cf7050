// The engine's readings of texts are in Tests/Vectors/definitions.json; a test of the engine checks
// them as well.
import { deepEqual, equal, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { problemsIn, readDefinition } from "../../Sources/InteractionWeb/Pages/definition/definition";

type Place = [line: number, column: number, field: string, message: string];

const vectors = JSON.parse(readFileSync("Tests/Vectors/definitions.json", "utf8")) as {
  bundled: Record<string, string>;
  valid: { yaml: string; digest: string }[];
  invalid: { yaml: string; problems: Place[] }[];
};

/** Returns the SHA-256 digest of a definition, by which the engine names its version. */
function digest(yaml: string): string {
  const result = readDefinition(yaml);
  if (result.kind === "mistakes") return JSON.stringify(result.problems);
  return createHash("sha256").update(result.definition).digest("hex");
}

function problems(yaml: string): Place[] {
  const result = readDefinition(yaml);
  if (result.kind === "definition") return [];
  return result.problems.map(({ line, column, field, message }) => [line, column, field, message]);
}

test("a bundled experience is encoded as by the engine", () => {
  equal(Object.keys(vectors.bundled).length, 11);
  for (const [name, expected] of Object.entries(vectors.bundled)) {
    const yaml = readFileSync(`Sources/InteractionExperience/Resources/${name}`, "utf8");
    equal(digest(yaml), expected, name);
  }
});

test("a valid text is encoded as by the engine", () => {
  for (const { yaml, digest: expected } of vectors.valid) equal(digest(yaml), expected, yaml);
});

test("an invalid text has the engine's problems", () => {
  for (const { yaml, problems: expected } of vectors.invalid) deepEqual(problems(yaml), expected, yaml);
});

test("a text that is too long or too deep is refused", () => {
  const long = `# ${"x".repeat(256 * 1024)}`;
  deepEqual(problems(long), [[1, 1, "",
    "has 262146 bytes; at most 262144 are allowed; shorten the experience"]]);
  equal(problems(`# ${"é".repeat(128 * 1024 - 1)}`)[0]?.[3],
    "must be a mapping from field names to values");
  for (const part of ["[", "{a: ", "- ", "? ", "!a "]) {
    const [problem] = problems(part.repeat(15_000));
    ok(/^invalid YAML: has more than 1000 nested lists and mappings/.test(problem?.[3] ?? ""), part);
  }
});

test("a field's path is found in the text", () => {
  const yaml = "name: x\ntabBar:\n  items:\n    - title: A\n    - 'B'\ntoggles: [{ id: a, \"up\": 7 }]\n";
  const places = [
    ["toggles[0].up", 6, 20], ["tab_bar.items[1].title.text", 5, 7], ["tab_bar.style", 2, 1],
    ["tab_bar.items[0].title", 4, 7], ["sources", 1, 1], ["", 1, 1], ["toggles[9]", 6, 1],
  ] as const;
  const violations = places.map(([field]) => ({ field, problem: "is wrong" }));
  deepEqual(problemsIn(yaml, violations, "warning"), places.map(([field, line, column]) =>
    ({ severity: "warning", line, column, field, message: "is wrong" })));
});

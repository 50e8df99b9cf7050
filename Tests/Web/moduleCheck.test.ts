// Errors and warnings about definitions, by interaction.wasm, which scripts/web/build-wasm makes.
import { deepEqual, ok, throws } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { EngineModule } from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import { ModuleError } from "../../Sources/InteractionWeb/Client/src/offline/moduleError";
import { problemsIn, readDefinition } from "../../Sources/InteractionWeb/Pages/definition/definition";
import { carriedOut } from "../../Sources/InteractionWeb/Pages/site/workerTasks";
import type { CheckResult } from "../../Sources/InteractionWeb/Pages/site/workerTasks";

const resources = "Sources/InteractionExperience/Resources";

async function loaded(): Promise<EngineModule> {
  const bytes = readFileSync(".build/web/interaction.wasm");
  return EngineModule.of((await WebAssembly.instantiate(bytes, {})).instance.exports);
}

function definition(yaml: string): Uint8Array {
  const text = readDefinition(yaml);
  ok(text.kind === "definition", JSON.stringify(text));
  return text.definition;
}

function check(module: EngineModule, yaml: string): CheckResult {
  return carriedOut(module, "check", [definition(yaml)]) as CheckResult;
}

test("warnings name the field and the remedy, and have places", async () => {
  const yaml = `name: mine
tab_bar: { items: [{ title: Home }] }
sources: [{ id: home }]
toggles: [{ id: rocket, source: home }]
second_floor: { source: home, trigger_distance: 300 }
timelines:
  - name: rise
    tracks:
      - { part: tab_icon, property: translate_y, start_value: -1, end_value: 0, duration: 0.1s }
`;
  const result = check(await loaded(), yaml);
  ok(result.kind === "valid", JSON.stringify(result));
  deepEqual(problemsIn(yaml, result.warnings, "warning").map(
    ({ line, field, message }) => `${line} ${field}: ${message}`), [
    "4 toggles[0]: no tab shows 'rocket'; set big_logo: true on a tab, or show it in the app",
    "7 timelines[0].name: 'rise' is unused; refer to it or remove it",
    "9 timelines[0].tracks[0]: moves by at most 1 pt; set unit: height for fractions of the"
      + " viewport's height, or unit: points",
    "5 second_floor.trigger_distance: is 300 pt; a finger that crosses the whole screen of a phone"
      + " in portrait pulls 288 pt; set a smaller distance",
  ]);
});

test("an invalid definition has errors instead", async () => {
  const result = check(await loaded(), "name: mine\ntimelines: [{ name: rise }]\n");
  ok(result.kind === "invalid");
  deepEqual(result.errors.filter(({ field }) => field.startsWith("timelines")), [
    { field: "timelines[0].tracks", problem: "is empty; must have 1 to 32 entries" },
  ]);
});

test("the experiences that ship have no warnings", async () => {
  const module = await loaded();
  const files = readdirSync(resources).filter((name) => name.endsWith(".yaml"));
  ok(files.length > 8);
  for (const name of files) {
    deepEqual(check(module, readFileSync(`${resources}/${name}`, "utf8")),
      { kind: "valid", warnings: [] }, name);
  }
});

test("a session that has ended answers no request", async () => {
  const session = (await loaded()).openSession(
    definition(readFileSync(`${resources}/home-refined.yaml`, "utf8")));
  session.end();
  throws(() => session.handleBytes(Uint8Array.of()), ModuleError);
});

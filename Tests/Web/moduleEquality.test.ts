// interaction.wasm decides as the native engine: equal bytes of each directive, after each event.
// TRACES=FOLDER compares the .trace files of a folder instead of those in Tests/Traces.
import { equal, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import type { EngineModule }
  from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import { difference, loadModule, missingModule, readRecording } from "./recordings";

/** Plays the .trace files of a folder, and returns their counts. */
function play(module: EngineModule, folder: string) {
  const counts = { traces: 0, events: 0, directives: 0 };
  const differences: string[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".trace"))) {
    const recording = readRecording(readFileSync(`${folder}/${name}`));
    const found = difference(module, recording);
    if (found) differences.push(`${name}: ${found}`);
    counts.traces += 1;
    counts.events += recording.steps.length - 1;
    for (const { directives } of recording.steps) counts.directives += directives.length;
  }
  equal(
    differences.length, 0,
    `${differences.length} differ:\n${differences.slice(0, 5).join("\n")}`);
  ok(counts.traces > 0, `${folder} has no .trace files`);
  ok(counts.directives > counts.traces, "directives are recorded");
  console.log(
    `${counts.traces} traces, ${counts.events} events, ${counts.directives} directives are equal`);
}

const { TRACES: folder = "Tests/Traces/generated" } = process.env;

test(`the module decides as recorded in ${folder}`, { skip: missingModule }, async () => {
  play((await loadModule()).module, folder);
});

const program = ".build/debug/interaction-load";
const missing = missingModule || (existsSync(program) ? false : `there is no ${program}; build it`);

test("the module decides on all text and bundled traces as native code", { skip: missing },
  async () => {
    const { module } = await loadModule();
    const target = mkdtempSync(`${tmpdir()}/traces-`);
    try {
      for (const source of [
        "Sources/InteractionReplay/Resources", "Tests/Traces/recorded", "Tests/Traces/vectors",
      ]) {
        for (const file of readdirSync(source)) {
          const output = `${target}/${file.replace(/\.\w+$/, "")}.trace`;
          execFileSync(
            program, ["record", `${source}/${file}`, "-o", output], { encoding: "utf8" });
        }
      }
      play(module, target);
    } finally {
      rmSync(target, { recursive: true });
    }
  });

test("a changed byte of any recorded directive is found", { skip: missingModule }, async () => {
  const { module } = await loadModule();
  const recording = readRecording(readFileSync("Tests/Traces/generated/seed-11.trace"));
  equal(difference(module, recording), undefined);
  for (const [index, { directives }] of recording.steps.entries()) {
    for (const directive of directives) {
      const middle = directive.length >> 1;
      directive[middle]! ^= 1;
      ok(difference(module, recording)?.startsWith(`event ${index}:`));
      directive[middle]! ^= 1;
    }
  }
});

// Malformed frames and definitions: interaction.wasm answers each, and its memory stays bounded.
// ROUNDS and SEED vary the test.
import { equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { ModuleSession } from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import { InvalidExperienceError }
  from "../../Sources/InteractionWeb/Client/src/offline/moduleError";
import { mutations } from "./mutations";
import { generator } from "./randomMessages";
import { builtIn, loadModule, missingModule, readRecording } from "./recordings";

const rounds = Number(process.env.ROUNDS ?? 4000);
const seed = Number(process.env.SEED ?? 1);

const names = [
  "home-refined", "big-logo", "dancing-tabs", "extended-tabs", "reader", "second-floor", "shop",
  "tap-bar", "window-navigation", "button-bar",
];

test("malformed input neither traps nor grows the memory", { skip: missingModule }, async () => {
  const { module, memory } = await loadModule();
  const random = generator(seed);
  const mutate = mutations(random);
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!;
  const definitions = names.map(builtIn);
  const { steps } = readRecording(readFileSync("Tests/Traces/generated/seed-12.trace"));
  const frames = steps.map(({ request }) => request);
  const counts = { refused: 0, opened: 0, frames: 0 };
  let session: ModuleSession | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const seeds = [pick(definitions), frames[0]!, pick(frames)];
    if (round % 4 === 0) {
      session?.end();
      session = undefined;
      const definition = pick(definitions);
      try {
        const input = random(3) ? pick(mutate)(definition, pick(seeds)) : definition;
        session = module.openSession(input);
        session.handleBytes(random(3) ? frames[0]! : pick(mutate)(frames[0]!, pick(seeds)));
        counts.opened += 1;
      } catch (error) {
        ok(error instanceof InvalidExperienceError, `seed ${seed}, round ${round}: ${error}`);
        counts.refused += 1;
      }
    }
    session ??= module.openSession(pick(definitions));
    try {
      session.handleBytes(pick(mutate)(pick(frames), pick(seeds)));
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${error}`);
    }
    counts.frames += 1;
  }
  session?.end();
  console.log(`${JSON.stringify(counts)}, ${memory.buffer.byteLength / 1024} KiB`);
  ok(counts.refused > rounds / 20 && counts.opened > rounds / 20);
  ok(memory.buffer.byteLength <= 32 * 2 ** 20, `${memory.buffer.byteLength} bytes`);
  equal(module.openSession(definitions[0]!).handleBytes(frames[0]!).length > 100, true);
});

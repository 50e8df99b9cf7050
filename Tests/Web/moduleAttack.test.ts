// Malformed frames and definitions: interaction.wasm answers each, and its memory stays bounded.
// ROUNDS and SEED vary the test.
import { equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { ModuleSession } from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import { InvalidExperienceError } from "../../Sources/InteractionWeb/Client/src/offline/moduleError";
import { field, varint } from "../../Sources/InteractionWeb/Pages/site/traceFile";
import { builtIn, loadModule, missingModule, readRecording } from "./recordings";

const rounds = Number(process.env.ROUNDS ?? 4000);
const seed = Number(process.env.SEED ?? 1);

const names = [
  "home-refined", "big-logo", "dancing-tabs", "extended-tabs", "reader", "second-floor", "shop",
  "tap-bar", "window-navigation", "button-bar",
];

/** Returns a generator of integers below a limit. */
function generator(start: number): (limit: number) => number {
  let state = start;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

type Mutation = (bytes: Uint8Array, other: Uint8Array) => Uint8Array;

function mutations(random: (limit: number) => number): Mutation[] {
  const at = (bytes: Uint8Array) => random(bytes.length + 1);
  const noise = (length: number) => Uint8Array.from({ length }, () => random(256));
  const inserted = (bytes: Uint8Array, part: ArrayLike<number>) => {
    const place = at(bytes);
    return Uint8Array.from(
      [...bytes.subarray(0, place), ...Array.from(part), ...bytes.subarray(place)]);
  };
  return [
    (bytes) => {
      const copy = bytes.slice();
      for (let count = random(8); count >= 0; count -= 1) copy[at(copy)]! ^= 1 << random(8);
      return copy;
    },
    (bytes) => bytes.subarray(0, at(bytes)),
    () => noise(random(300)),
    (bytes) => inserted(bytes, noise(random(12))),
    // The largest numbers, lengths and doubles.
    (bytes) => {
      const copy = bytes.slice();
      copy.fill([0xff, 0x7f, 0x80, 0][random(4)]!, at(copy), at(copy) + random(12));
      return copy;
    },
    (bytes) => inserted(bytes, [random(16) * 8 + 2, ...varint(2 ** random(53))]),
    // Deep nesting.
    () => {
      const number = 1 + random(16);
      let nested: number[] = [];
      for (let depth = random(400); depth >= 0; depth -= 1) nested = field(number, nested);
      return Uint8Array.from(nested);
    },
    // Groups, which the contract does not use.
    (bytes) => inserted(bytes, Array(random(5000)).fill(random(16) * 8 + 3 + random(2))),
    // Another message, or a part of one.
    (_, other) => other,
    (bytes, other) => Uint8Array.from([...bytes, ...other]),
    (bytes, other) => inserted(bytes, other.subarray(at(other), at(other))),
    // A part many times.
    (bytes) => {
      const [from, to] = [at(bytes), at(bytes)].sort((one, two) => one - two) as [number, number];
      const part = Array.from(bytes.subarray(from, Math.min(to, from + 60)));
      return inserted(bytes, Array.from({ length: random(300) }, () => part).flat());
    },
  ];
}

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

// The memory of interaction.wasm, which scripts/web/build-wasm makes.
import { equal, ok } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { InteractionEvent }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { EngineModule } from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import { readDefinition } from "../../Sources/InteractionWeb/Pages/definition/definition";

const file = ".build/web/interaction.wasm";
const surface = { width: 375, height: 812, scale: 2 };
const open = { open: { level: 2, sessionId: "long", clientName: "test", surface } };

async function loaded() {
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  const text = readDefinition(
    readFileSync("Sources/InteractionExperience/Resources/home-refined.yaml", "utf8"));
  ok(text.kind === "definition");
  const memory = instance.exports.memory as WebAssembly.Memory;
  return {
    module: EngineModule.of(instance.exports), definition: text.definition,
    size: () => memory.buffer.byteLength,
  };
}

/** Returns the events of a drag that passes the threshold, and of a tap, 100 in all. */
function hundredEvents(round: number): InteractionEvent[] {
  const start = round * 4_000_000;
  const drag = round + 1;
  const at = (index: number) => (index < 49 ? index * 20 : (98 - index) * 20);
  const scrolls = Array.from({ length: 99 }, (_, index) => ({
    timeUs: start + index * 16_000,
    scroll: {
      source: "home", drag, y: at(index),
      phase: index === 0 ? "began" as const : index === 98 ? "ended" as const : "moved" as const,
    },
  }));
  return [...scrolls, { timeUs: start + 3_000_000, tap: { tab: round % 2 } }];
}

if (existsSync(file)) {
  test("the memory of a session does not grow over 100,000 events", async () => {
    const { module, definition, size } = await loaded();
    const session = module.openSession(definition);
    ok(session.handle(open).opened);
    let directives = 0;
    let early = 0;
    for (let round = 0; round < 1000; round += 1) {
      const events = hundredEvents(round);
      const frame = session.handle({ events: { firstSequence: round * 100 + 1, events } });
      equal(frame.notices?.length ?? 0, 0, JSON.stringify(frame.notices?.[0]));
      directives += frame.directives?.length ?? 0;
      if (round === 100) early = size();
    }
    ok(directives > 2000, `${directives} directives`);
    equal(size(), early);
  });

  test("ended sessions free their memory", async () => {
    const { module, definition, size } = await loaded();
    let early = 0;
    for (let count = 0; count < 2000; count += 1) {
      const session = module.openSession(definition);
      session.handle(open);
      session.end();
      if (count === 200) early = size();
    }
    equal(size(), early);
  });
}

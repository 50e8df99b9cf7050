// Random frames of the contract's schema, with extreme values: interaction.wasm answers each.
// ROUNDS and SEED vary the test.
import { ok } from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import { readFields, Kind } from "../../Sources/InteractionWeb/Client/src/contract/schema";
import { decodeFields } from "../../Sources/InteractionWeb/Client/src/contract/decoder";
import { field } from "../../Sources/InteractionWeb/Pages/site/traceFile";
import { builtIn, eventFrame, loadModule, missingModule } from "./recordings";
import { generator, randomMessage } from "./randomMessages";

const rounds = Number(process.env.ROUNDS ?? 8000);
const seed = Number(process.env.SEED ?? 1);
const open = encode(MessageType.InteractRequest, {
  open: { level: 2, sessionId: "random", surface: { width: 375, height: 812, scale: 3 } },
});
const names = ["home-refined", "home-literal", "reader", "shop", "window-navigation", "tap-bar"];
const counted = readFields(`directives=2${Kind.bytes}*notices=4${Kind.bytes}*`);

test("random frames do not trap", { skip: missingModule }, async () => {
  const { module, memory } = await loadModule();
  const random = generator(seed);
  const counts = { directives: 0, notices: 0 };
  let session = module.openSession(builtIn("home-refined"));
  let sequence = 1;
  let sent: Uint8Array = open;
  session.handleBytes(open);
  const send = (bytes: Uint8Array) => {
    sent = bytes;
    const response = decodeFields(counted, session.handleBytes(bytes)) as Record<string, unknown[]>;
    counts.directives += response.directives?.length ?? 0;
    counts.notices += response.notices?.length ?? 0;
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (round % 40 === 0) {
        session.end();
        session = module.openSession(builtIn(names[random(names.length)]!));
        sequence = 1;
        // A random Open, and one that is valid if it was refused.
        if (random(2)) send(Uint8Array.from(field(1, randomMessage(MessageType.Open, random))));
        send(open);
      }
      if (random(10) === 0) send(randomMessage(MessageType.InteractRequest, random));
      else send(eventFrame(sequence++, randomMessage(MessageType.InteractionEvent, random)));
    }
  } catch (error) {
    throw new Error(`seed ${seed}: ${error}\n${Array.from(sent).join()}`);
  }
  console.log(`${JSON.stringify(counts)}, ${memory.buffer.byteLength / 1024} KiB`);
  ok(counts.directives > rounds / 40 && counts.notices > rounds / 4);
  ok(memory.buffer.byteLength <= 32 * 2 ** 20, `${memory.buffer.byteLength} bytes`);
});

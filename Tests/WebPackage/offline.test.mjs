// The built package decides offline by its own chunk: run by scripts/web/test.
import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Session } from "interaction-engine-client";
import { EngineModule, localEngine } from "interaction-engine-client/offline";
import { MockEngine } from "interaction-engine-client/testing";

/** A module of WebAssembly without contents. */
const EMPTY = "data:application/wasm;base64,AGFzbQEAAAA=";

/** Returns the session of an app that has lost its server, and its updates. */
async function lost(module) {
  const engine = new MockEngine({
    settings: [{ generation: 1, selection: {} }], localExperience: Uint8Array.of(1),
  });
  const updates = [];
  const session = new Session(
    { sessionId: "one", surface: {}, offline: { module } }, engine.engines,
    (update) => updates.push(update));
  await engine.clock.advance(1000);
  engine.isReachable = false;
  engine.cut();
  await engine.clock.advance(8000);
  return { engine, session, updates };
}

test("the client imports offline.js, which loads the module of an address", async () => {
  const { engine, session, updates } = await lost(EMPTY);
  // The import and the response do not follow the virtual clock.
  const failure = () => updates.find(({ kind }) => kind === "offlineFailed");
  while (!failure()) await engine.clock.advance(10);
  equal(
    failure().message,
    "ModuleError: the module has no reserve; serve the file interaction.wasm of this version");
  equal(session.connection.kind, "reconnecting");
  session.cancel();
});

test("the client decides by a module that the app has loaded", async () => {
  // `opened` with one setting: generation 1, of the selection, which is tab 2.
  const opened = [0x0a, 10, 0x2a, 8, 0x0a, 6, 0x08, 1, 0x1a, 2, 0x08, 2];
  const memory = new WebAssembly.Memory({ initial: 1 });
  const handle = () => {
    new Uint8Array(memory.buffer, 1024).set(opened);
    return opened.length;
  };
  const exports = {
    memory, handle, reserve: () => 8, output: () => 1024, check: () => 0, create_session: () => 1,
    end_session() {},
  };
  const { session, updates } = await lost(async () => localEngine(EngineModule.of(exports)));
  equal(session.connection.kind, "offline");
  const snapshots = updates.flatMap(({ opened: part }) => (part ? [part.snapshot.settings] : []));
  deepEqual(snapshots[1], [{ generation: 1, selection: { selected: 2 } }]);
  session.cancel();
});

// Modules that do not load: the session continues, and the app is told the cause and the remedy.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { loadEngine } from "../../Sources/InteractionWeb/Client/src/offline/localEngine";
import type { ModuleSource } from "../../Sources/InteractionWeb/Client/src/offline/moduleSource";
import { Session } from "../../Sources/InteractionWeb/Client/src/session/session";
import type { SessionUpdate } from "../../Sources/InteractionWeb/Client/src/session/updates";
import { MockEngine } from "../../Sources/InteractionWeb/Client/src/testing/mockEngine";
import { DEFINITION } from "./fakeModule";

const bytes = (...values: number[]) => Uint8Array.of(...values);
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** Sources of a module, and what the app is told. */
const SOURCES: Record<string, [() => ModuleSource, RegExp]> = {
  "no server": [
    () => Promise.reject(new TypeError("Failed to fetch")), /Failed to fetch.*check its address/],
  "404": [() => new Response("", { status: 404 }), /404.*offline\.module/],
  "a page of HTML": [() => new Response("<!DOCTYPE html>"), /cannot be compiled.*interaction\.wasm/],
  "a type that is not WebAssembly's": [
    () => new Response(bytes(1, 2), { headers: { "content-type": "text/plain" } }),
    /cannot be compiled/],
  "an end in the middle": [() => bytes(...HEAD, 1, 99), /cannot be compiled.*whole/],
  "an empty response": [() => new Response(), /cannot be compiled/],
  "a body that breaks off": [
    () => new Response(new ReadableStream({ start: (body) => body.error(new Error("reset")) })),
    /ended early.*reset/],
  "another module": [() => bytes(...HEAD), /no reserve.*this version/],
};

async function failing(source: () => ModuleSource): Promise<[SessionUpdate[], MockEngine]> {
  const engine = new MockEngine({
    settings: [{ generation: 1, selection: {} }], localExperience: DEFINITION,
  });
  const updates: SessionUpdate[] = [];
  const session = new Session(
    { sessionId: "app", surface: {}, offline: { module: () => loadEngine(source()) } },
    engine.engines, (update) => updates.push(update));
  await engine.clock.settle();
  session.send({ tap: { tab: 1 } });
  engine.isReachable = false;
  engine.cut();
  await engine.clock.advance(30_000);
  session.send({ tap: { tab: 2 } });
  equal(session.connection.kind, "reconnecting");
  engine.isReachable = true;
  await engine.clock.advance(30_000);
  equal(session.connection.kind, "resumed");
  session.cancel();
  return [updates, engine];
}

async function expectFailure(source: () => ModuleSource, message: RegExp): Promise<void> {
  const [updates, engine] = await failing(source);
  const failures = updates.flatMap((update) => (update.kind === "offlineFailed" ? [update.message] : []));
  equal(failures.length, 1, failures.join("\n"));
  ok(message.test(failures[0]!), failures[0]);
  deepEqual(engine.events.map(({ tap }) => tap?.tab), [1, 2], "no event is lost");
}

for (const [name, [source, message]] of Object.entries(SOURCES)) {
  test(`a module that is not there: ${name}`, () => expectFailure(source, message));
}

test("a browser without WebAssembly, and one that forbids it", async () => {
  const own = globalThis.WebAssembly;
  const host = globalThis as { WebAssembly?: unknown };
  try {
    host.WebAssembly = undefined;
    await expectFailure(() => bytes(...HEAD), /no WebAssembly.*update/);
    const compile = () => Promise.reject(new own.CompileError(
      "violates the following Content Security Policy directive because 'unsafe-eval' is not allowed"));
    host.WebAssembly = { compile };
    await expectFailure(() => bytes(...HEAD), /'wasm-unsafe-eval' in script-src/);
  } finally {
    host.WebAssembly = own;
  }
});

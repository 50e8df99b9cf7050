import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { test } from "node:test";
import { CallError, streamed, token, unary } from "../../Sources/InteractionWeb/Pages/inspector/calls";
import { EngineCalls } from "../../Sources/InteractionWeb/Pages/inspector/operators";

/** Returns a predicate for `rejects`. Builds shorten the names of the error's properties. */
function failure(code: string, message?: string): (error: unknown) => boolean {
  return (error) => {
    ok(error instanceof CallError);
    deepEqual([error.code, error.message], [code, message ?? error.message]);
    equal(error.isUnauthenticated, ["unauthenticated", "permission_denied"].includes(code));
    return true;
  };
}

/** The newest request of the page. */
let asked: { path: string; headers: Record<string, string> } | undefined;
const kept = new Map<string, string>();
const world = globalThis as unknown as Record<string, unknown>;
world.sessionStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};

/** Sets the response to the next calls. */
function answering(answer: () => Response | Promise<Response>): void {
  world.fetch = async (path: string, options: { headers: Record<string, string> }) => {
    asked = { path, headers: options.headers };
    return answer();
  };
}

/** Returns a stream's messages in envelopes; the last one has the flags 2. */
function enveloped(...messages: unknown[]): Uint8Array {
  return Uint8Array.from(messages.flatMap((message, index) => {
    const text = [...new TextEncoder().encode(JSON.stringify(message))];
    return [index === messages.length - 1 ? 2 : 0, 0, 0, text.length >> 8, text.length & 255, ...text];
  }));
}

/** Returns a response in chunks of `size` bytes. */
function inPieces(bytes: Uint8Array, size: number): Response {
  let at = 0;
  return new Response(new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at += size));
      else controller.close();
    },
  }));
}

async function received(bytes: Uint8Array, size = 7): Promise<unknown[]> {
  const messages: unknown[] = [];
  answering(() => inPieces(bytes, size));
  await streamed("Watch", {}, (message) => messages.push(message));
  return messages;
}

test("a stream's messages come whole, however the bytes are cut", async () => {
  const sent = [{ text: "頂" }, { text: "x".repeat(300) }, {}];
  for (let size = 1; size < 40; size += 1) {
    deepEqual(await received(enveloped(...sent, {}), size), sent, `pieces of ${size}`);
  }
});

test("a stream that ends with an error says which", async () => {
  const error = { code: "not_found", message: "there is none" };
  await rejects(
    received(enveloped({ text: "a" }, { error })), failure("not_found", "there is none"));
});

test("a stream that is cut off is an error", async () => {
  const whole = enveloped({ text: "a" }, {});
  for (let length = 0; length < whole.length; length += 1) {
    await rejects(received(whole.slice(0, length)), failure("unavailable"));
  }
});

test("an error has the engine's words, and says whether another token may help", async () => {
  for (const code of ["unauthenticated", "permission_denied", "not_found", "failed_precondition"]) {
    const body = JSON.stringify({ code, message: "not like this" });
    answering(() => new Response(body, { status: 400 }));
    await rejects(unary("List", {}), failure(code, "not like this"));
    await rejects(streamed("Watch", {}, () => {}), failure(code));
  }
  answering(() => new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
  await rejects(unary("List", {}), failure("unknown", "502 Bad Gateway"));
  answering(() => Promise.reject(new TypeError("Failed to fetch")));
  await rejects(unary("List", {}), failure("unavailable"));
});

test("the token goes along, and is kept nowhere else", async () => {
  answering(() => new Response("{}"));
  await unary("List", {});
  ok(asked && !("authorization" in asked.headers));
  token.value = "a.b.c";
  await unary("List", {});
  equal(asked?.headers.authorization, "Bearer a.b.c");
  ok(!asked?.path.includes("a.b.c"));
  token.value = "";
  equal(kept.size, 0);
});

test("a call to an engine of a fleet carries its routing key and its name", async () => {
  answering(() => new Response("{}"));
  await new EngineCalls({ name: "engine-2", routingKey: "all-7" }).drain();
  equal(asked?.path, "interaction.inspector.v1.InspectorService/Drain");
  deepEqual([asked?.headers["x-interaction-key"], asked?.headers["x-interaction-engine"]],
    ["all-7", "engine-2"]);
  await new EngineCalls({}).command("SelectTab", { tab: 1 });
  equal(asked?.path, "interaction.v1.ControlService/SelectTab");
  ok(asked && !Object.keys(asked.headers).some((name) => name.startsWith("x-")));
});

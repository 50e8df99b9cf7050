import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../../Sources/InteractionWeb/Client/src/session/session";
import { keyed, Socket } from "../../Sources/InteractionWeb/Client/src/session/socket";

const surface = { width: 375, height: 812, scale: 2 };

test("a key has the form in which other clients send it as a header", () => {
  // As in Tests/InteractionWireTests/RoutingKeyTests.swift.
  const keys = [
    ["Ann-1.2_3~", "Ann-1.2_3~"], ["ann@shop.example", "ann%40shop.example"],
    ["a b&c=d/e%", "a%20b%26c%3Dd%2Fe%25"], ["it's (a) *!", "it's%20(a)%20*!"],
    ["\u00e9\n", "%C3%A9%0A"], ["\u{1f600}", "%F0%9F%98%80"], ["", ""],
  ] as const;
  for (const [name, key] of keys) {
    equal(keyed("wss://a/v1/interact", name), `wss://a/v1/interact?key=${key}`);
  }
  equal(keyed("wss://a/b?c=d", "ann"), "wss://a/b?c=d&key=ann");
  const variants = [0, 1, 3].map((variant) => keyed("", "ann", variant));
  deepEqual(variants, ["", "~1", "~3"].map((suffix) => `?key=ann${suffix}`));
});

/** Returns the addresses that a session of this user connects to. */
async function addresses(user?: string): Promise<string[]> {
  const urls: string[] = [];
  const connect = (url: string): Socket => {
    urls.push(url);
    return { send: () => {}, close: () => {} };
  };
  const session = new Session(
    { sessionId: "s1", surface, ...(user === undefined ? {} : { user }) },
    { urls: ["wss://a/b"], connect }, () => {});
  await new Promise((resolve) => setTimeout(resolve));
  session.cancel();
  return urls;
}

test("a session connects with its user's key, or else with its own", async () => {
  deepEqual(await addresses("ann"), ["wss://a/b?key=ann"]);
  deepEqual(await addresses(""), ["wss://a/b?key=s1"]);
  deepEqual(await addresses(), ["wss://a/b?key=s1"]);
});

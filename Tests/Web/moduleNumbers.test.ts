// Numbers above 2^31, beyond `Int` of WebAssembly: refused or clamped as by a 64-bit engine.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { builtIn, loadModule, missingModule } from "./recordings";

const surface = { width: 375, height: 812, scale: 3 };

test("a surface that is too large is refused with its size", { skip: missingModule }, async () => {
  const session = (await loadModule()).module.openSession(builtIn("home-refined"));
  const { notices, opened } = session.handle({
    open: { level: 2, surface: { ...surface, width: 3e12 } },
  });
  equal(opened, undefined);
  ok(JSON.stringify(notices).includes("is 3000000000000; must be 1 to 100000 pt"));
});

test("a badge's numbers are clamped or refused", { skip: missingModule }, async () => {
  const session = (await loadModule()).module.openSession(builtIn("extended-tabs"));
  const tab = 0;
  ok(session.handle({ open: { level: 2, surface } }).opened);
  let sequence = 0;
  const answer = (badge: object) => session.handle({
    events: {
      firstSequence: sequence += 1,
      events: [{ timeUs: sequence, badge: { tab, ...badge } }],
    },
  });
  for (const set of [{ text: "9999999999" }, { count: { count: 1e12, max: 1e12 } }]) {
    answer({ set: { text: "7" } });
    const { directives, notices } = answer({ set });
    equal(notices, undefined);
    ok(JSON.stringify(directives).includes("9"), JSON.stringify(directives));
  }
  deepEqual(
    [{ increase: 1e12 }, { decrease: 2 ** 32 }].map((badge) => answer(badge).notices?.length),
    [1, 1]);
});

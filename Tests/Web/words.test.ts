import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import { fromJSON } from "../../Sources/InteractionWeb/Client/src/contract/json";
import { directiveMoment, eventMoment } from "../../Sources/InteractionWeb/Pages/shared/words";

test("events and directives of the tour are told in a line each", () => {
  for (const line of readFileSync("Tests/Scenes/extended-tabs.txt", "utf8").split("\n")) {
    const [, kind, json = ""] = /^at \d+ (see|receive) (.*)$/.exec(line) ?? [];
    if (kind === undefined) continue;
    const { text } = kind === "see" ? eventMoment(fromJSON(MessageType.InteractionEvent, JSON.parse(json)))
      : directiveMoment(fromJSON(MessageType.Directive, JSON.parse(json)));
    ok(!/[A-Z]+_[A-Z]|undefined|\[object|unspecified|unknown/.test(text), text);
  }
});

test("samples of one phase of one drag are one run", () => {
  const sample = (phase: "moved" | "ended", drag: number) =>
    eventMoment({ timeUs: 1_500_000, scroll: { source: "home", drag, phase, y: 12.345 } });
  deepEqual(sample("moved", 1), {
    kind: "scrolls", at: 1500, text: "home moved, y 12.35", run: "home moved 1",
  });
  equal(sample("moved", 1).run, sample("moved", 1).run);
  ok(sample("moved", 1).run !== sample("moved", 2).run);
  ok(sample("moved", 1).run !== sample("ended", 1).run);
});

test("what a later contract has added is told, too", () => {
  equal(eventMoment({ timeUs: 0 }).text, "unknown event");
  equal(directiveMoment({ sequence: 4, effects: [{}] }).text, "#4 unknown effect (event 0)");
});

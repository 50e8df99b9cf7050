// A test of an app's code with the built package: run by scripts/web/test.
import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { Session } from "interaction-engine-client";
import { logEntry, SessionStatistics } from "interaction-engine-client/statistics";
import { MockEngine } from "interaction-engine-client/testing";

test("a tap while the connection is lost is answered once it is back", async () => {
  const engine = new MockEngine({
    settings: [{ generation: 1, selection: { selected: 0 } }],
    answer: ({ tap }) =>
      tap ? [{ settings: [{ generation: 2, selection: { selected: tap.tab } }] }] : [],
  });
  const statistics = new SessionStatistics();
  const [log, selected] = [[], []];
  const session = new Session(
    { sessionId: "test", surface: { width: 375, height: 812 } },
    statistics.measure(engine.engines),
    (update) => {
      const entry = logEntry(update);
      if (entry) log.push(entry.message);
      if (update.kind === "directive") selected.push(update.directive.settings[0].selection.selected);
    });
  await engine.clock.advance(1000);
  engine.cut();
  session.send({ tap: { tab: 2 } });
  await engine.clock.advance(1000);
  deepEqual(selected, [2]);
  deepEqual(log, ["session opened", "reconnecting", "session resumed"]);
  deepEqual(engine.events, [{ timeUs: 1_000_000, tap: { tab: 2 } }]);
  deepEqual([statistics.eventsSent, statistics.resumed], [1, 1]);
  session.cancel();
});

// The mock engine and its scenarios, and a session's statistics and log.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import type { CheckpointStore }
  from "../../Sources/InteractionWeb/Client/src/session/checkpointStore";
import { Session } from "../../Sources/InteractionWeb/Client/src/session/session";
import { SampleFilter } from "../../Sources/InteractionWeb/Client/src/session/sampleFilter";
import type { SessionUpdate } from "../../Sources/InteractionWeb/Client/src/session/updates";
import { logEntry, SessionStatistics } from "../../Sources/InteractionWeb/Client/src/statistics";
import { MockEngine, Scenario } from "../../Sources/InteractionWeb/Client/src/testing/mockEngine";

const surface = { width: 375, height: 812, scale: 2 };

/** An app whose session a mock serves, which answers each tap with the selection of its tab. */
class App {
  readonly engine = new MockEngine({
    settings: [{ generation: 1, selection: { selected: 0 } }],
    answer: ({ tap }) => (tap ? [{
      settings: [{ generation: 2 + (tap.tab ?? 0), selection: { selected: tap.tab } }],
    }] : []),
  });
  readonly statistics = new SessionStatistics();
  readonly updates: SessionUpdate[] = [];
  readonly session = new Session(
    { sessionId: "app", surface }, this.statistics.measure(this.engine.engines),
    (update) => this.updates.push(update));

  get states(): string[] {
    return this.updates.flatMap((update) => (update.kind === "state" ? [update.state.kind] : []));
  }

  get selections(): unknown[] {
    return this.updates.flatMap((update) =>
      (update.kind === "directive" ? [update.directive.settings?.[0]?.selection?.selected] : []));
  }
}

const SCENARIOS: Record<Scenario, string[]> = {
  resume: ["reconnecting", "resumed"], restart: ["reconnecting", "restarted"],
  drain: ["draining", "resumed"], deadEngine: ["reconnecting", "resumed"], slowLink: [],
};

for (const [scenario, between] of Object.entries(SCENARIOS)) {
  test(`${scenario}: the states of the connection, and every tap and directive once`, async () => {
    const app = new App();
    const { engine, session } = app;
    await engine.clock.settle();
    session.send({ tap: { tab: 1 } });
    await engine.clock.advance(2000);
    await engine.play(scenario as Scenario);
    session.send({ tap: { tab: 2 } });
    await engine.clock.advance(2000);
    session.finish();
    await engine.clock.advance(2000);
    deepEqual(app.states, ["open", ...between, "closed"]);
    deepEqual(app.selections, [1, 2]);
    deepEqual(engine.events.map(({ tap }) => tap?.tab), [1, 2]);
    const { eventsSent, resumed, restarted, eventsRefused } = app.statistics;
    deepEqual([eventsSent, resumed, restarted, eventsRefused], [
      2, Number(between.includes("resumed")), Number(between.includes("restarted")), 0,
    ]);
  });
}

test("a session states its platform, and names its variant after a restart of its page", async () => {
  const engine = new MockEngine({ settings: [{ generation: 1, selection: {} }], variant: "low" });
  const texts = new Map<string, string>();
  const store: CheckpointStore = {
    load: (id) => texts.get(id), save: (text, id) => void texts.set(id, text), remove: () => {},
  };
  const start = (platform?: string) => new Session(
    { sessionId: "app", surface, store, ...(platform && { platform }) }, engine.engines, () => {});
  const first = start();
  equal(first.variant, "");
  await engine.clock.advance(2000);
  equal(first.variant, "low");
  await engine.play("resume");
  equal(first.variant, "low");
  first.pause();
  const second = start("harmony");
  equal(second.variant, "low", "before an engine has answered");
  await engine.clock.settle();
  equal(second.variant, "low");
  deepEqual(
    engine.openings.map(({ open, outcome }) => [open.platform, outcome]),
    [["web", "new"], ["web", "resumed"], ["harmony", "resumed"]]);
  second.cancel();
});

test("heartbeats and directives are measured by the mock's clock", async () => {
  const app = new App();
  app.engine.delay = 100;
  await app.engine.clock.advance(1000);
  app.session.send({ tap: { tab: 1 } });
  await app.engine.clock.advance(199);
  equal(app.statistics.latency, undefined);
  await app.engine.clock.advance(1);
  deepEqual(app.statistics.latency, { last: 200, p50: 200, p95: 200 });
  await app.engine.clock.advance(15_000);
  deepEqual(app.statistics.roundTrip, { last: 200, smoothed: 200 });
  app.session.cancel();
});

test("movements that are left out of a long outbox are counted, until they are sent", async () => {
  const engine = new MockEngine({ settings: [] });
  const session = new Session(
    { sessionId: "app", surface, outboxCapacity: 10 }, engine.engines, () => {});
  session.pause();
  for (let y = 0; y < 6; y += 1) {
    session.send({ scroll: { source: "home", drag: 1, phase: "moved", y } });
  }
  deepEqual(session.unsentEvents, { skipped: 0, conflated: 5 });
  session.cancel();
});

test("samples that are left out between trigger lines are counted, until they are sent", () => {
  const filter = new SampleFilter();
  filter.setLines({ source: "home", lines: [{ offset: 450 }] });
  const scroll = (timeUs: number, phase: "began" | "moved", y: number) =>
    filter.admit({ timeUs, scroll: { source: "home", drag: 1, phase, y } }).length;
  deepEqual([scroll(0, "began", 0), scroll(16_000, "moved", 10), scroll(32_000, "moved", 20)], [1, 0, 0]);
  equal(filter.skipped, 2);
  equal(filter.flushAll().length, 1);
  equal(filter.skipped, 1);
});

test("the log tells of changes of the connection and of refusals, with their values", async () => {
  const app = new App();
  await app.engine.clock.settle();
  await app.engine.play("restart");
  app.session.cancel();
  const log = app.updates.flatMap((update) => logEntry(update) ?? []);
  deepEqual(log.map(({ level, message }) => `${level}: ${message}`), [
    "info: session opened", "warning: reconnecting", "warning: session restarted",
    "info: session closed",
  ]);
  equal(log[1]!.fields.status, "unavailable");
  deepEqual(log[2]!.fields, { reason: "unknown_key" });
  const violations = [{ field: "tap.tab", description: "is 9" }];
  const refused = logEntry({ kind: "notice", notice: { sequence: 3, violations } });
  ok(refused);
  deepEqual([refused.message, refused.fields.event, refused.fields.problem], ["event refused", 3, "is 9"]);
});

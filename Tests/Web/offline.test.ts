// Decisions without a server, with a fake module; Tests/Frames/offline.txt has the real one.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { EngineModule } from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import { localEngine } from "../../Sources/InteractionWeb/Client/src/offline/localEngine";
import type { OfflinePolicy } from "../../Sources/InteractionWeb/Client/src/offline/policy";
import type { CheckpointStore }
  from "../../Sources/InteractionWeb/Client/src/session/checkpointStore";
import { Session } from "../../Sources/InteractionWeb/Client/src/session/session";
import type { SessionUpdate } from "../../Sources/InteractionWeb/Client/src/session/updates";
import { logEntry } from "../../Sources/InteractionWeb/Client/src/statistics";
import { MockEngine } from "../../Sources/InteractionWeb/Client/src/testing/mockEngine";
import { DEFINITION, FakeModule, TRAP_TAB } from "./fakeModule";

const surface = { width: 375, height: 812, scale: 2 };
const at = { scroll: { source: "home", drag: 1, phase: "began" as const, y: 100 } };

/** An app whose server can be lost. */
class App {
  readonly module = new FakeModule();
  readonly updates: SessionUpdate[] = [];
  loads = 0;
  readonly session: Session;

  constructor(
    policy: OfflinePolicy = {}, readonly engine = new MockEngine({
      settings: [{ generation: 1, selection: { selected: 0 } }], localExperience: DEFINITION,
    }), store?: CheckpointStore,
  ) {
    const module = () => {
      this.loads += 1;
      return Promise.resolve(localEngine(EngineModule.of(this.module.exports)));
    };
    this.session = new Session(
      { sessionId: "app", surface, store, offline: { module, ...policy } }, engine.engines,
      (update) => this.updates.push(update));
  }

  /** Opens the session, and loses its server for some time, ms. */
  async lose(time: number): Promise<void> {
    await this.engine.clock.settle();
    this.engine.isReachable = false;
    this.engine.cut();
    await this.engine.clock.advance(time);
  }

  /** Makes the server reachable again. */
  async find(): Promise<void> {
    this.engine.isReachable = true;
    await this.engine.clock.advance(20_000);
  }

  tap(tab: number): void {
    this.session.send({ tap: { tab } });
  }

  get states(): string[] {
    const states = this.updates.flatMap((update) => (update.kind === "state" ? [update.state.kind] : []));
    return states.filter((state, index) => state !== states[index - 1]);
  }

  get selections(): unknown[] {
    return this.updates.flatMap((update) =>
      (update.kind === "directive" ? [update.directive.settings?.[0]?.selection?.selected] : []));
  }

  get failures(): string[] {
    return this.updates.flatMap((update) => (update.kind === "offlineFailed" ? [update.message] : []));
  }

  get tapsSent(): unknown[] {
    return this.engine.events.flatMap(({ tap }) => (tap ? [tap.tab] : []));
  }
}

test("a lost session decides, by the client's clock, and hands over to the next server", async () => {
  const app = new App();
  await app.engine.clock.settle();
  app.session.send(at);
  equal(app.loads, 0, "nothing is loaded while a server decides");
  await app.lose(8000);
  equal(app.session.connection.kind, "offline");
  equal(app.loads, 1);
  const updates = app.updates.filter(({ kind }) => kind === "opened");
  equal(updates.length, 2);
  app.tap(2);
  const before = app.updates.length;
  await app.engine.clock.advance(499);
  equal(app.updates.length, before);
  await app.engine.clock.advance(2);
  equal(app.updates.length, before + 1, "the deadline");
  await app.find();
  deepEqual(app.states, ["open", "reconnecting", "offline", "open"]);
  deepEqual(app.tapsSent, [], "the server has the state instead");
  const { open, outcome } = app.engine.openings[1]!;
  deepEqual([outcome, open.resume, open.current?.selectedTab], ["new", undefined, 2]);
  deepEqual(open.current?.offsets, [{ source: "home", y: 100 }]);
  app.tap(3);
  await app.engine.clock.settle();
  deepEqual(app.tapsSent, [3]);
  deepEqual(app.failures, []);
  await app.lose(8000);
  equal(app.session.connection.kind, "offline");
  equal(app.module.open, 1, "the session of the former loss has ended");
  app.session.cancel();
});

test("a deadline that passes while an event is handled is not late", async () => {
  const app = new App();
  await app.lose(8000);
  app.module.delay = 100;
  let time = 0;
  const { clock } = app.engine;
  const now = clock.now.bind(clock);
  // Handling takes time.
  clock.now = () => now() + (time += 0.2);
  app.tap(1);
  await clock.advance(2);
  deepEqual(app.selections, [1, undefined]);
  app.session.cancel();
});

test("events while a server opens are decided by both, and have their effects once", async () => {
  const app = new App();
  await app.lose(8000);
  app.engine.delay = 100;
  app.engine.isReachable = true;
  while (app.engine.openings.length < 2) await app.engine.clock.advance(10);
  app.tap(2);
  await app.engine.clock.advance(1000);
  deepEqual([app.selections, app.tapsSent], [[2], [2]]);
  app.session.cancel();
});

test("what no server is known to have applied is decided first, also if the module is slow", async () => {
  let finish = () => {};
  const loaded = new Promise<void>((resolve) => (finish = resolve));
  const app: App = new App({ module: async () => {
    await loaded;
    return localEngine(EngineModule.of(app.module.exports));
  } });
  await app.lose(6000);
  app.tap(1);
  app.tap(2);
  deepEqual([app.session.connection.kind, app.selections], ["reconnecting", []]);
  finish();
  await app.engine.clock.advance(20_000);
  equal(app.session.connection.kind, "offline");
  deepEqual(app.selections.slice(0, 2), [1, 2]);
  app.session.cancel();
});

test("the app's experience decides before any server was reached, and is loaded at once", async () => {
  const app = new App({ experience: DEFINITION, after: 0 });
  app.engine.isReachable = false;
  await app.engine.clock.settle();
  equal(app.loads, 1);
  app.tap(4);
  await app.engine.clock.advance(2000);
  deepEqual([app.session.connection.kind, app.selections[0]], ["offline", 4]);
  app.session.finish();
  await app.engine.clock.advance(20_000);
  deepEqual(app.states, ["offline", "closed"]);
});

test("without an experience nothing is loaded, and without the policy nothing is requested", async () => {
  const app = new App({ followsServer: false });
  await app.lose(60_000);
  deepEqual([app.loads, app.states], [0, ["open", "reconnecting"]]);
  ok(!app.engine.openings[0]!.open.wantsLocalExperience);
  app.session.cancel();
  const own = new App();
  await own.engine.clock.settle();
  equal(own.engine.openings[0]!.open.wantsLocalExperience, true);
  own.session.cancel();
});

test("a module that could not be loaded is loaded again after the next loss", async () => {
  const app: App = new App({ module: () => {
    app.loads += 1;
    return app.loads === 1 ? Promise.reject(new Error("404"))
      : Promise.resolve(localEngine(EngineModule.of(app.module.exports)));
  } });
  await app.lose(60_000);
  deepEqual([app.loads, app.failures, app.session.connection.kind], [1, ["Error: 404"], "reconnecting"]);
  await app.find();
  await app.lose(8000);
  deepEqual([app.loads, app.failures.length, app.session.connection.kind], [2, 1, "offline"]);
  app.session.cancel();
});

test("a restarted page decides by the experience and the state that were kept", async () => {
  const texts = new Map<string, string>();
  const store: CheckpointStore = {
    load: (id) => texts.get(id), save: (text, id) => void texts.set(id, text), remove: () => {},
  };
  const first = new App({}, undefined, store);
  await first.engine.clock.settle();
  first.engine.stopResponding();
  first.tap(1);
  first.session.pause();
  first.engine.isReachable = false;
  const second = new App({}, first.engine, store);
  await second.engine.clock.advance(8000);
  equal(second.session.connection.kind, "offline");
  equal(second.module.requests[0]!.open?.current?.selectedTab, 0);
  deepEqual(second.selections[0], 1, "the tap that no server is known to have applied");
  second.session.cancel();
});

test("a trap leaves the session reconnecting, and the event that trapped is not lost", async () => {
  const app = new App();
  await app.lose(8000);
  app.tap(2);
  app.tap(TRAP_TAB);
  app.tap(3);
  equal(app.session.connection.kind, "reconnecting");
  equal(app.failures.length, 1);
  ok(/RuntimeError.*report/.test(app.failures[0]!), app.failures[0]);
  await app.find();
  deepEqual(app.states, ["open", "reconnecting", "offline", "reconnecting", "open"]);
  deepEqual(app.tapsSent, [TRAP_TAB, 3], "without the one that was decided");
  equal(app.engine.openings[1]!.open.current?.selectedTab, 2);
  equal(logEntry({ kind: "offlineFailed", message: "" })?.level, "warning");
  app.session.cancel();
});

test("a trap in the events before the loss changes nothing", async () => {
  const app = new App();
  await app.lose(100);
  app.tap(1);
  app.tap(TRAP_TAB);
  await app.engine.clock.advance(8000);
  deepEqual([app.session.connection.kind, app.selections, app.failures.length], ["reconnecting", [], 1]);
  await app.find();
  deepEqual(app.tapsSent, [1, TRAP_TAB]);
  deepEqual(app.states, ["open", "reconnecting", "resumed"]);
  app.session.cancel();
});

test("a definition that does not fit is named with its field, and the app's copy decides if it fits", async () => {
  const engine = () => new MockEngine({
    settings: [{ generation: 1, selection: {} }], localExperience: Uint8Array.of(9),
  });
  const app = new App({}, engine());
  await app.lose(60_000);
  equal(app.failures.length, 1);
  ok(app.failures[0]!.includes("toggles[0].up is 7"), app.failures[0]);
  deepEqual(app.states, ["open", "reconnecting"]);
  app.tap(1);
  await app.find();
  deepEqual(app.tapsSent, [1]);
  app.session.cancel();
  const copy = new App({ experience: DEFINITION }, engine());
  await copy.lose(8000);
  deepEqual([copy.session.connection.kind, copy.failures], ["offline", []]);
  copy.session.cancel();
});

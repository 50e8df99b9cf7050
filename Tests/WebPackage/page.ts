// A page's script as a user of the package writes it: compiled by scripts/web/test, not run.
import { followPage, Input, PresentedSession, Renderer, Screen } from "interaction-engine-client";
import type { Effect, OfflinePolicy, PresentedScene, SessionUpdate } from "interaction-engine-client";
import { Accessibility } from "interaction-engine-client/accessibility";
import { miniProgramSocket } from "interaction-engine-client/mini-program";
import type { SocketTask } from "interaction-engine-client/mini-program";
import { EngineModule, loadEngine, localEngine } from "interaction-engine-client/offline";
import { logEntry, SessionStatistics } from "interaction-engine-client/statistics";
import { MockEngine } from "interaction-engine-client/testing";

const canvas = document.body;
const session = new PresentedSession(
  { sessionId: "one", surface: { width: 375, height: 812, scale: 2 } },
  { urls: ["wss://engine.example/v1/interact"], token: async () => "token" });
session.oneffect = ({ haptic, requestLogin }: Effect) => console.log(haptic?.haptic, requestLogin);
session.onupdate = (update: SessionUpdate) => {
  if (update.kind === "state" && update.state.kind === "closed") {
    console.log(update.state.error?.code, update.state.error?.retryAdvice);
  }
};

const renderer = new Renderer(canvas, { picture: () => new Image() });
const screen = new Screen(renderer, undefined, new Accessibility());
screen.open(session);
const scene: PresentedScene = session.scene();
console.log(scene.elements.map(({ target, values }) => `${target} ${values.translation.x}`));
new Input({
  root: canvas, send: (event) => session.send(event), list: () => undefined, box: () => undefined,
  target: () => undefined,
});
const leave = followPage(session.session);
session.send({ floor: { command: "open" } });
// @ts-expect-error: types hold what a user writes to the contract.
session.send({ floor: { command: "FLOOR_COMMAND_OPEN" } });
leave();

declare const wx: { connectSocket(options: { url: string; protocols: string[] }): SocketTask };
new PresentedSession(
  { sessionId: "two", surface: { width: 375, height: 812, scale: 2 } },
  { urls: ["wss://engine.example/v1/interact"], connect: miniProgramSocket(wx) });

// A host without dynamic imports has its own instance; a page may begin to load at once.
declare const instance: WebAssembly.Instance;
const policy: OfflinePolicy = { module: async () => localEngine(EngineModule.of(instance.exports)) };
const local = loadEngine(new URL("https://shop.example/interaction.wasm"));
for (const offline of ["decide" as const, policy, { module: () => local, after: 1000 }]) {
  new PresentedSession({ sessionId: "offline", surface: {}, offline }, { urls: [] });
}

const engine = new MockEngine({ settings: [] });
const statistics = new SessionStatistics();
const measured = new PresentedSession(
  { sessionId: "three", surface: { width: 375, height: 812, scale: 2 } },
  statistics.measure(engine.engines));
measured.onupdate = (update) => console.log(logEntry(update)?.message, statistics.latency?.p95);
void engine.play("drain");

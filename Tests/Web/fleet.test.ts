import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { CallError } from "../../Sources/InteractionWeb/Pages/inspector/calls";
import { send } from "../../Sources/InteractionWeb/Pages/inspector/command";
import type { Command } from "../../Sources/InteractionWeb/Pages/inspector/command";
import {
  countsByVariant, countsByVersion, joinedExperiences,
} from "../../Sources/InteractionWeb/Pages/inspector/counts";
import { InspectedFleet } from "../../Sources/InteractionWeb/Pages/inspector/fleet";
import { continues } from "../../Sources/InteractionWeb/Pages/inspector/following";
import type { EngineAddress } from "../../Sources/InteractionWeb/Pages/inspector/operators";
import { InspectedEngine } from "./inspected";

const unreachable = new CallError("unavailable", "No connection to the engine.");
const unauthenticated = new CallError("unauthenticated", "the token has expired");

/** A fleet whose list of engines and answers a test sets; polls run only as the test asks. */
class ScriptedFleet {
  engines: Record<string, InspectedEngine> = {};
  error: CallError | undefined;
  refusals: string[] = [];
  changes = 0;
  prefix = "";
  readonly fleet = new InspectedFleet(
    {
      engines: async (): Promise<readonly EngineAddress[]> => {
        if (this.error) throw this.error;
        return Object.keys(this.engines).filter((name) => name !== "")
          .map((name) => ({ name, routingKey: `key of ${name}` }));
      },
      calls: ({ name = "" }) => this.engines[name]!,
    },
    () => ({ experience: "", user: "", sessionPrefix: this.prefix, pageSize: 200 }),
    () => { this.changes += 1; }, (reason) => this.refusals.push(reason));

  /** Lists the engines, and waits until those that answer have done so. */
  async started(): Promise<this> {
    await this.fleet.start();
    await settled();
    return this;
  }

  /** Runs a test with a fleet, whose polls end with it. */
  static async run(body: (script: ScriptedFleet) => Promise<void>): Promise<void> {
    const script = new ScriptedFleet();
    try {
      await body(script);
    } finally {
      script.fleet.stop();
    }
  }

  /** The engines, each with its sessions or its problem. */
  get seen(): string[] {
    return this.fleet.engines.map(({ name, isKnown, problem, sessions: { sessions = [] } }) =>
      `${name}: ${isKnown ? problem ?? sessions.map(({ sessionId }) => sessionId) : "?"}`);
  }
}

/** A test with a fleet. */
function inspecting(name: string, body: (script: ScriptedFleet) => Promise<void>): void {
  test(name, () => ScriptedFleet.run(body));
}

/** Waits until all answers have arrived, which come without a delay. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function engine(...open: [string, number][]): InspectedEngine {
  const made = new InspectedEngine();
  made.open = open;
  return made;
}

inspecting("an engine that is slow or dead does not hold up the others, and is named", async (script) => {
  script.engines = {
    one: engine(["a", 1], ["c", 1]), two: engine(["b", 1]), slow: engine(), dead: engine(),
  };
  script.engines.slow!.isSilent = true;
  script.engines.dead!.error = unreachable;
  const { fleet } = await script.started();
  deepEqual(script.seen, [
    "one: a,c", "two: b", "slow: ?", "dead: No connection to the engine."]);
  deepEqual(fleet.answering.map(({ name }) => name), ["one", "two"]);
  ok(fleet.isFleet);
});

inspecting("engines that join and leave appear and disappear; the others keep their state", async (script) => {
  script.engines = { one: engine(["a", 1]), two: engine() };
  const { fleet } = await script.started();
  const [one] = fleet.engines;
  script.engines = { one: script.engines.one!, three: engine(["b", 1]) };
  await script.started();
  deepEqual(script.seen, ["one: a", "three: b"]);
  equal(fleet.engines[0], one);
  // While no engine can list the fleet, the known ones are polled on.
  script.error = unreachable;
  await script.started();
  deepEqual(script.seen, ["one: a", "three: b"]);
});

test("an engine without a fleet, or of an older release, is inspected alone", async () => {
  for (const error of [undefined, new CallError("unimplemented", "no method")]) {
    await ScriptedFleet.run(async (script) => {
      script.error = error;
      script.engines = { "": engine(["a", 1]) };
      const { fleet } = await script.started();
      deepEqual(script.seen, [": a"]);
      ok(!fleet.isFleet);
    });
  }
});

inspecting("a token is asked for if all engines refuse it, and not if one does", async (script) => {
  script.error = unauthenticated;
  await script.started();
  deepEqual(script.refusals, ["the token has expired"]);
  script.error = undefined;
  script.engines = { one: engine(), two: engine() };
  script.engines.two!.error = new CallError("permission_denied", "the origin may not");
  const { fleet } = await script.started();
  deepEqual(script.seen, ["one: ", "two: the origin may not"]);
  equal(script.refusals.length, 1);
  script.engines.one!.error = unauthenticated;
  fleet.refresh();
  await settled();
  equal(script.refusals.length, 2);
  deepEqual(fleet.engines, []);
});

inspecting("another filter is asked for at once, and an older answer is dropped", async (script) => {
  script.engines = { one: engine(["a", 1], ["b", 1]) };
  const { fleet } = await script.started();
  script.prefix = "b";
  fleet.refresh();
  script.prefix = "a";
  fleet.refresh();
  await settled();
  deepEqual(script.seen, ["one: a"]);
  deepEqual(script.engines.one!.asked.map(({ sessionPrefix }) => sessionPrefix), ["", "b", "a"]);
});

inspecting("a session is found on any engine, by its whole ID, without waiting for all", async (script) => {
  script.engines = {
    slow: engine(), one: engine(["ann-2", 7]), two: engine(["ann", 2], ["ann-1", 1]),
  };
  script.engines.slow!.isSilent = true;
  const { fleet } = await script.started();
  const found: unknown[] = [];
  void fleet.find("ann", ({ name }, { epoch }) => found.push([name, epoch]));
  await settled();
  deepEqual(found, [["two", "2"]]);
});

test("a watch goes on with a later connection, and with the same one if it was cut off", () => {
  const ended = { session: "ann", epoch: 3, isCut: false };
  const epochs = ["2", "3", "4"].filter((epoch) => continues(ended, { sessionId: "ann", epoch }));
  deepEqual(epochs, ["4"]);
  ok(continues({ ...ended, isCut: true }, { sessionId: "ann", epoch: "3" }));
  ok(!continues({ ...ended, isCut: true }, { sessionId: "ann", epoch: "2" }));
  ok(!continues(ended, { sessionId: "ann-1", epoch: "4" }));
});

test("sessions are counted by version and by variant, for each engine and in total", () => {
  const count = (
    experience: string, experienceDigest: string, sessions: number, variant?: string,
  ) => ({ experience, experienceDigest, sessions, ...(variant ? { variant } : {}) });
  const engines = [
    {
      name: "one", experiences: [{ name: "shop", activeSessions: 5 }, { name: "news" }],
      counts: [count("shop", "aa", 3, "low"), count("shop", "bb", 2), count("news", "cc", 1)],
    },
    {
      name: "two", experiences: [{ name: "shop", activeSessions: 9 }],
      counts: [count("shop", "bb", 8, "high"), count("shop", "aa", 1, "low")],
    },
  ];
  const told = (rows: ReturnType<typeof countsByVersion>) => rows.map(
    ({ experience, name, byEngine, total }) =>
      [experience, name, byEngine.get("one") ?? 0, byEngine.get("two") ?? 0, total]);
  deepEqual(told(countsByVersion(engines)), [
    ["news", "cc", 1, 0, 1], ["shop", "bb", 2, 8, 10], ["shop", "aa", 3, 1, 4]]);
  deepEqual(told(countsByVariant(engines)), [
    ["shop", "high", 0, 8, 8], ["shop", "low", 3, 1, 4], ["shop", "", 2, 0, 2]]);
  deepEqual(joinedExperiences(engines).map(({ name, activeSessions }) => [name, activeSessions]),
    [["news", 0], ["shop", 14]]);
});

const select: Command = {
  method: "SelectTab", fields: { tab: 2 }, recipient: { user: "ann" }, id: "c-1",
};

/** Sends a command to engines, by name. Returns the report and the number of waits. */
async function sent(engines: Record<string, InspectedEngine>, onwait: () => void = () => {}) {
  let waits = 0;
  const named = Object.entries(engines).map(([name, calls]) => ({ name, calls }));
  const report = await send(select, named, async () => {
    waits += 1;
    onwait();
  });
  return { ...report, waits };
}

test("a command goes to every engine once, and its results are told", async () => {
  const engines = { one: engine(), two: engine(), dead: engine() };
  engines.two.results = [
    { sessionId: "a", outcome: "COMMAND_OUTCOME_APPLIED" },
    { sessionId: "b", outcome: "COMMAND_OUTCOME_REFUSED", reason: "REFUSAL_REASON_TAB_DISABLED" },
    {
      sessionId: "c", outcome: "COMMAND_OUTCOME_INVALID",
      violation: { field: "tab", description: "is 2; must be 0 to 1" },
    },
  ];
  engines.dead.error = unreachable;
  deepEqual(await sent(engines), {
    lines: [
      "two: a applied", "two: b refused: tab disabled", "two: c invalid: tab is 2; must be 0 to 1",
      "dead: No connection to the engine.",
    ],
    isDone: true, waits: 0,
  });
  const request = { tab: 2, command: { commandId: "c-1", user: "ann" } };
  deepEqual(engines.one.commands, [["SelectTab", request]]);
});

test("a command is repeated while a session moves, and not after an error", async () => {
  const moving = { one: engine(), two: engine() };
  const moved = await sent(moving, () => {
    moving.one.results = [{ sessionId: "a", outcome: "COMMAND_OUTCOME_UNCONFIRMED" }];
  });
  deepEqual(moved, { lines: ["one: a unconfirmed"], isDone: true, waits: 1 });
  deepEqual(await sent({ one: engine() }), {
    lines: ["No engine has the recipient's session."], isDone: false, waits: 3,
  });
  const strict = engine();
  strict.error = new CallError("permission_denied", "the role 'backend' is required");
  deepEqual(await sent({ "": strict }), {
    lines: ["the role 'backend' is required"], isDone: false, waits: 0,
  });
});

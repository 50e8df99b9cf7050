// The site's tasks by interaction.wasm, which scripts/web/build-wasm makes.
import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import type { InteractRequest }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { EngineModule } from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import type { Socket } from "../../Sources/InteractionWeb/Client/src/session/socket";
import { readDefinition } from "../../Sources/InteractionWeb/Pages/definition/definition";
import { compared } from "../../Sources/InteractionWeb/Pages/site/comparing";
import type { ComparedRecording } from "../../Sources/InteractionWeb/Pages/site/comparing";
import { summary } from "../../Sources/InteractionWeb/Pages/site/outcomeSummary";
import { replayed } from "../../Sources/InteractionWeb/Pages/site/replaying";
import { SessionRecording } from "../../Sources/InteractionWeb/Pages/site/sessionRecording";
import {
  directiveRecord, eventRecord, readTrace,
} from "../../Sources/InteractionWeb/Pages/site/traceFile";
import type { TraceStep } from "../../Sources/InteractionWeb/Pages/site/traceFile";

const file = ".build/web/interaction.wasm";
const tour = new Uint8Array(readFileSync("Sources/InteractionReplay/Resources/tour.trace"));
const yaml = readFileSync("Sources/InteractionExperience/Resources/home-refined.yaml", "utf8");
const home = definition(yaml);
const lower = definition(yaml.replace("threshold: 456", "threshold: 300"));

function definition(text: string): Uint8Array {
  const read = readDefinition(text);
  ok(read.kind === "definition");
  return read.definition;
}

/** The tour with other steps: its header, then their records. */
function tourWith(steps: readonly TraceStep[]): Uint8Array {
  const length = 2 + (tour[0]! & 0x7f) + (tour[1]! << 7);
  ok(tour[0]! >= 0x80 && tour[1]! < 0x80);
  return Uint8Array.from([...tour.subarray(0, length), ...steps.flatMap((step, index) =>
    [...step.kind === "event" ? eventRecord(step.event, index + 1)
      : directiveRecord(step.bytes)])]);
}

const { steps } = readTrace(tour);
const isFifth = (step: TraceStep) => step.kind === "directive" && step.directive.sequence === 5;
const text = (words: string) => new TextEncoder().encode(words);

type Compared = Extract<ComparedRecording, { kind: "compared" }>;

function comparison(module: EngineModule, saved: Uint8Array, edited: Uint8Array): Compared {
  const result = compared(module, saved, edited, tour);
  ok(result.kind === "compared");
  return result;
}

if (existsSync(file)) {
  const loading = WebAssembly.instantiate(readFileSync(file), {}).then(({ instance }) => ({
    module: EngineModule.of(instance.exports),
    memory: instance.exports.memory as WebAssembly.Memory,
  }));

  test("a recording is replayed as recorded", async () => {
    const { module } = await loading;
    const { equal: isEqual, events, directives, differences } = replayed(module, home, tour);
    deepEqual(differences, []);
    ok(isEqual && events > 500 && directives > 20, `${events} events, ${directives} directives`);
  });

  test("the page's own recording, with springs, is replayed as recorded", async () => {
    const { module } = await loading;
    const experience = definition(
      readFileSync("Sources/InteractionExperience/Resources/dancing-tabs.yaml", "utf8"));
    const session = module.openSession(experience);
    const recording = new SessionRecording(experience);
    const inner: Socket = {
      send: (bytes) => inner.onmessage?.(session.handleBytes(bytes)), close: () => {},
    };
    const socket = recording.follow(inner);
    const surface = { width: 375, height: 812, scale: 2 };
    const requests: InteractRequest[] = [{ open: { level: 2, sessionId: "own", surface } },
      { events: { firstSequence: 1, events: [{ timeUs: 9, tap: { tab: 1 } }] } }];
    for (const request of requests) socket.send(encode(MessageType.InteractRequest, request));
    session.end();
    const own = recording.bytes;
    ok(readTrace(own).steps.some((step) => step.kind === "directive"
      && step.directive.timeline?.tracks?.some(({ spring }) => spring)));
    deepEqual(replayed(module, new Uint8Array(), own).differences, []);
  });

  test("a missing directive, another text and another number are differences", async () => {
    const { module } = await loading;
    const missing = replayed(module, home, tourWith(steps.filter((step) => !isFifth(step))));
    ok(!missing.equal);
    equal(missing.differences.length, 1, missing.differences.join("\n"));
    ok(/^\+ +[\d.]+ s {2}< #5 /.test(missing.differences[0]!), missing.differences[0]);
    const other = replayed(module, lower, tour);
    ok(!other.equal && other.differences.length <= 21);
    const result = replayed(module, home, tourWith(steps.map((step) =>
      step.kind === "directive" && isFifth(step)
        ? { ...step, bytes: Uint8Array.of(8, 4, ...step.bytes.subarray(2)) } : step)));
    ok(!result.equal && result.differences[0]?.endsWith("by its numbers"));
  });

  test("traces that no session can replay name the remedy", async () => {
    const { module } = await loading;
    const refused = eventRecord({ timeUs: 5, tap: { tab: 99 } }, 1);
    throws(() => replayed(module, home, Uint8Array.from([...tour, ...refused])),
      /event \d+ is refused.*interaction-load replay/);
    const state = Uint8Array.of(5, 10, 3, 90, 1, 1);
    throws(() => replayed(module, home, state), /reconnect.*interaction-load replay/);
    throws(() => replayed(module, home, text("trace 1\nstate {}\n")),
      /reconnect.*interaction-load replay/);
    throws(() => replayed(module, home, tour.subarray(0, 100)), /not a trace/);
  });

  test("a comparison with the same text is exact, and nothing changes", async () => {
    const { module } = await loading;
    const result = comparison(module, home, home);
    deepEqual([result.difference, result.isAssumed, result.unknownEvents], [undefined, false, 0]);
    equal(result.assumed.events, 0);
    ok(result.exact.saved.rockets! > 0 && result.exact.saved.tab_selections! > 0);
    const { verdict, notes, groups } = summary(new Map([["tour", result]]));
    equal(verdict, "nothing changes in 1 session");
    equal(notes[0], `100 % of ${result.exact.events} events are exact: up to each session's first`
      + " difference");
    deepEqual(groups, []);
  });

  test("a comparison is exact up to the first difference, then assumed", async () => {
    const { module } = await loading;
    const result = comparison(module, home, lower);
    // The numbers of interaction-load what-if.
    deepEqual([result.exact.events, result.assumed.events, result.isAssumed], [16, 649, false]);
    const outcomes = summary(new Map<string, ComparedRecording>([
      ["tour", result], ["none", compared(module, home, lower, text("no trace"))]]));
    equal(outcomes.verdict, "something changes in 1 of 1 session (100 %)");
    ok(outcomes.notes.includes("not compared: 1 recording no trace, or damaged;"
      + " 'interaction-load print' names the error, such as none"));
    ok(outcomes.notes.some((note) => note.includes("complete one: interaction-load what-if")));
    deepEqual(outcomes.figures[0], ["rockets", "2", "2", "=", "0 → 1", "2 → 1"]);
    deepEqual(outcomes.groups.map(({ recording, time }) => [recording, time]), [["tour", "0.73 s"]]);
    ok(result.lines.some((line) => line.startsWith("- ")));
  });

  test("an answer to what the edited text does not show ends a comparison", async () => {
    const { module } = await loading;
    const timeUs = (readTrace(tour).header.timeUs ?? 0) + 733_500;
    const until = steps.findIndex((step) =>
      step.kind === "event" && (step.event.timeUs ?? 0) > timeUs);
    const answer: TraceStep = { kind: "event", event: { timeUs, menu: {} } };
    const result = compared(module, home, lower, tourWith([...steps.slice(0, until), answer]));
    ok(result.kind === "compared" && result.difference);
    deepEqual([result.unknownEvents, result.end],
      [1, "'menu' answers what only the recorded version showed"]);
  });

  test("samples that a new line needs may be missing", async () => {
    const { module } = await loading;
    const thinned = tourWith(steps.filter((step, index) => step.kind === "directive"
      || step.event.scroll?.phase !== "moved" || index % 6 === 0));
    const result = compared(module, home, lower, thinned);
    ok(result.kind === "compared" && result.end?.includes("skipped samples"));
    ok(result.unknownEvents > 0);
    const same = compared(module, home, home, thinned);
    ok(same.kind === "compared" && same.end === undefined);
  });

  test("no part is exact if the saved text decides otherwise than recorded", async () => {
    const { module } = await loading;
    const result = comparison(module, lower, home);
    ok(result.isAssumed);
    equal(result.exact.events, 0);
  });

  test("tasks free the memory of their sessions", async () => {
    const { module, memory } = await loading;
    let early = 0;
    for (let count = 0; count < 60; count += 1) {
      comparison(module, home, lower);
      replayed(module, home, tour);
      if (count === 20) early = memory.buffer.byteLength;
    }
    equal(memory.buffer.byteLength, early);
  });
}

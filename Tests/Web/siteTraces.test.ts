import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import type { InteractRequest, InteractResponse }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";
import type { Socket } from "../../Sources/InteractionWeb/Client/src/session/socket";
import { Recordings } from "../../Sources/InteractionWeb/Pages/site/recordings";
import { SessionRecording } from "../../Sources/InteractionWeb/Pages/site/sessionRecording";
import { headerRecord, readTrace } from "../../Sources/InteractionWeb/Pages/site/traceFile";
import type { TraceStep } from "../../Sources/InteractionWeb/Pages/site/traceFile";

const definition = Uint8Array.of(10, 4, 104, 111, 109, 101);
const open: InteractRequest = {
  open: { surface: { width: 375, height: 812 }, timeUs: 5, clientName: "page" },
};
const opened: InteractResponse = {
  opened: { outcome: "new", experience: "home", experienceDigest: "ab" },
};

/** A recorded connection whose other end is the test. */
function connection(limit?: number) {
  const recording = new SessionRecording(definition, limit);
  const inner: Socket = { send: () => {}, close: () => {} };
  const socket = recording.follow(inner);
  return {
    recording,
    send: (request: InteractRequest) => socket.send(encode(MessageType.InteractRequest, request)),
    receive: (bytes: Uint8Array) => inner.onmessage?.(bytes),
    answer: (response: InteractResponse) =>
      inner.onmessage?.(encode(MessageType.InteractResponse, response)),
  };
}

function words(step: TraceStep): string {
  return step.kind === "event" ? `event ${step.event.timeUs}` : `directive ${step.directive.sequence}`;
}

test("a session's frames become a trace: each directive follows the event it is due to", () => {
  const { recording, send, answer } = connection();
  send(open);
  ok(!recording.hasBegun);
  answer({ ...opened, directives: [{ sequence: 1, atUs: 5, cause: {} }] });
  const scrollSamples = {
    source: "home", drag: 1, phase: "moved" as const, deltaUs: [0, 10, 20], y: [0, 5, 9],
  };
  send({ events: { firstSequence: 1, events: [{ timeUs: 100, scrollSamples }] } });
  send({ heartbeat: { timeUs: 150 } });
  send({ events: { firstSequence: 4, events: [{ timeUs: 200, tap: {} }, { timeUs: 400, tap: {} }] } });
  answer({ directives: [{ sequence: 2, atUs: 110, cause: { eventSequence: 2 } }] });
  answer({ heartbeat: { timeUs: 150 } });
  // A deadline between the two events is due to the second one.
  answer({ directives: [{ sequence: 3, atUs: 300, cause: { deadline: "hold" } }] });
  const { header, steps } = readTrace(recording.bytes);
  deepEqual(steps.map(words), [
    "directive 1", "event 100", "event 110", "directive 2", "event 130", "event 200", "event 400",
    "directive 3",
  ]);
  deepEqual(header.definition, definition);
  deepEqual([header.experience, header.timeUs, header.surface?.height], ["home", 5, 812]);
  deepEqual(steps[4], {
    kind: "event", event: {
      timeUs: 130, scroll: { source: "home", drag: 1, phase: "moved", y: 9 },
    },
  });
});

test("a recording ends at its limit, between two records", () => {
  const { recording, send, answer } = connection(450);
  send(open);
  answer(opened);
  for (let sequence = 1; sequence <= 12; sequence += 1) {
    const route = sequence === 5 ? "x" : "x".repeat(100);
    send({ events: { firstSequence: sequence, events: [{ timeUs: 1, navigate: { route } }] } });
    answer({ ackedEvent: sequence });
  }
  ok(recording.bytes.length <= 450);
  // The small fifth event would fit.
  equal(readTrace(recording.bytes).steps.length, 3);
});

test("a recording keeps fields of directives that the client does not read", () => {
  const { recording, send, receive } = connection();
  send(open);
  // A timeline without tracks that interrupts.
  const directive = [8, 1, 58, 2, 16, 1];
  receive(Uint8Array.from(
    [...encode(MessageType.InteractResponse, opened), 18, directive.length, ...directive]));
  const step = readTrace(recording.bytes).steps[0];
  ok(step?.kind === "directive");
  deepEqual([...step.bytes], directive);
});

test("a bundled recording is read", () => {
  const bytes = readFileSync("Sources/InteractionReplay/Resources/tour.trace");
  const { header, steps } = readTrace(bytes);
  equal(header.experience, "home-refined");
  ok(steps.filter(({ kind }) => kind === "event").length > 500);
  ok(steps.every((step) => step.kind === "event" || (step.directive.sequence ?? 0) > 0));
});

test("the experience of a trace without a definition is found", () => {
  const recordings = new Recordings();
  const tour = readFileSync("Sources/InteractionReplay/Resources/tour.trace");
  equal(recordings.experience(tour), "home-refined");
  const { recording, send, answer } = connection();
  send(open);
  answer(opened);
  equal(recordings.experience(recording.bytes), undefined);
});

test("a binary trace is one for any length of its header, also one that begins with #", () => {
  const traces = Array.from({ length: 40 }, (_, length) =>
    headerRecord({}, { experience: "e".repeat(length) }, Uint8Array.of()));
  ok(traces.some(([first]) => first === "#".charCodeAt(0)));
  for (const [length, trace] of traces.entries()) {
    equal(readTrace(trace).header.experience ?? "", "e".repeat(length));
  }
});

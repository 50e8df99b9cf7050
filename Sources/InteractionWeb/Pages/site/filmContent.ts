import { decode, encode } from "../../Client/src/contract/codec";
import { MessageType } from "../../Client/src/contract/fields";
import type { InteractRequest, Snapshot } from "../../Client/src/contract/messages";
import { CONTRACT_LEVEL } from "../../Client/src/session/configuration";
import type { FilmContent } from "./film";
import { stepTime } from "./film";
import type { ModuleWorker } from "./moduleWorker";
import { SessionRecording } from "./sessionRecording";
import { readTrace } from "./traceFile";

/** The time after the last event, in which animations end, ms. */
const rest = 1500;
/** The number of events in a frame. */
const most = 64;

/** Decides about a recording's events in the module, and returns what a phone shows. */
export async function decided(
  bytes: Uint8Array, definition: Uint8Array, worker: ModuleWorker
): Promise<FilmContent> {
  const { header: { experience, surface = {}, current, timeUs = 0 }, steps } = readTrace(bytes);
  const events = steps.flatMap((step) => step.kind === "event" ? [step.event] : []);
  const requests: InteractRequest[] = [{ open: {
    level: CONTRACT_LEVEL, sessionId: "film", clientName: "film", experience, surface, current,
    timeUs,
  } }];
  for (let at = 0; at < events.length; at += most) {
    requests.push({ events: { firstSequence: at + 1, events: events.slice(at, at + most) } });
  }
  const recording = new SessionRecording(definition);
  const snapshot = await play(requests, recording, definition, worker);
  const decidedSteps = readTrace(recording.bytes).steps;
  const last = decidedSteps[decidedSteps.length - 1];
  const start = timeUs / 1000;
  return {
    surface, snapshot, steps: decidedSteps, start, end: (last ? stepTime(last) : start) + rest,
  };
}

/** Plays requests as a session. Returns the snapshot of its opening. */
function play(
  requests: readonly InteractRequest[], recording: SessionRecording, definition: Uint8Array,
  worker: ModuleWorker
): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const socket = recording.follow(worker.open(definition));
    let snapshot: Snapshot = {};
    let left = requests.length;
    socket.onmessage = (data) => {
      const { opened } = decode(MessageType.InteractResponse, data as Uint8Array);
      snapshot = opened?.snapshot ?? snapshot;
      left -= 1;
      if (left > 0) return;
      socket.close(1000, "");
      resolve(snapshot);
    };
    socket.onclose = (_code, reason) => reject(new Error(reason));
    for (const request of requests) socket.send(encode(MessageType.InteractRequest, request));
  });
}

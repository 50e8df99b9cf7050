// A client of one session; each line of standard input is an event to report, as JSON.
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

// Node has a WebSocket from version 22 on, and from 20.10 on with --experimental-websocket; for
// older ones there is the package `ws`.
globalThis.WebSocket ??= createRequire(import.meta.url)("ws");

// A client in production decides by the error's reason, which the close frame has.
const retried = [1001, 1006, 4004, 4014];
const now = () => Math.round(performance.now() * 1000);
const open = {
  level: 1, clientName: "minimal", sessionId: randomUUID(), epoch: 0,
  surface: { width: 390, height: 844, scale: 3 }, capabilities: { resumes: true },
};
// The events after the newest checkpoint, and the number of the first of them.
let [events, first] = [[], 1];
// The last event acknowledged, the last event sent, the last directive applied.
let [acked, sent, applied] = [0, 0, 0];
let [interval, deadline, failures, isFinishing] = [10_000_000, Infinity, 0, false];
const last = () => first + events.length - 1;

function report(kind) {
  events.push({ timeUs: now(), ...kind });
}

function connect() {
  open.epoch += 1;
  open.timeUs = events[0]?.timeUs ?? now();
  let [isOpen, acknowledged, heard, spoke] = [false, 0, now(), now()];
  const socket = new WebSocket(process.argv[2], ["interaction.v1.json"]);
  const send = (request) => {
    socket.send(JSON.stringify(request));
    spoke = now();
  };
  deadline = Infinity;
  socket.onopen = () => send({ open });
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.code) return console.log(frame.message); // The error with which the socket closes.
    heard = now();
    isOpen = true;
    receive(frame);
    if (acknowledged < applied) send({ ack: { directive: acknowledged = applied } });
  };
  socket.onclose = ({ code }) => lose("the connection is lost", code);
  socket.onerror = () => {};
  const timer = setInterval(() => {
    // Without a frame for two and a half heartbeat intervals the server is silent.
    if (now() - heard > 2.5 * interval) return lose("the server is silent");
    if (!isOpen) return;
    if (now() >= deadline) {
      deadline = Infinity;
      report({ tick: {} });
    }
    if (sent < last()) {
      const part = events.slice(sent + 1 - first).slice(0, 1024);
      send({ events: { firstSequence: sent + 1, events: part } });
      sent += part.length;
    } else if (now() - spoke >= interval) {
      send({ heartbeat: { timeUs: now() } });
    }
    if (isFinishing && acked === last()) socket.close(1000);
  }, 10);

  function lose(problem, code = 1006) {
    clearInterval(timer);
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    if (code === 1000) process.exit();
    console.log(problem);
    if (!retried.includes(code)) process.exit(1);
    failures = isOpen ? 0 : failures + 1;
    setTimeout(connect, Math.random() * Math.min(250 * 2 ** failures, 20_000));
  }
}

function receive({ opened, directives = [], ackedEvent = 0, nextDeadlineUs, checkpoint }) {
  if (opened) {
    console.log(opened.outcome);
    interval = Number(opened.heartbeatIntervalUs);
    sent = Number(opened.appliedEvent ?? 0);
    if (opened.outcome !== "OPEN_OUTCOME_RESUMED") {
      // A new session gets the events that are not acknowledged, with new numbers.
      events.splice(0, acked + 1 - first);
      [first, acked, applied, open.resume] = [1, 0, 0, undefined];
      show("snapshot", opened.snapshot.settings);
    }
  }
  for (const { sequence, supersedes = [], settings = [] } of directives) {
    const number = Number(sequence);
    if (number <= applied) continue; // An earlier connection brought it.
    for (let missing = applied + 1; missing < number; missing += 1) {
      if (!supersedes.includes(String(missing))) throw new Error(`directive ${missing} is missing`);
    }
    applied = number;
    show(`directive ${number}`, settings);
  }
  acked = Math.max(acked, Number(ackedEvent));
  deadline = nextDeadlineUs === undefined ? Infinity : Number(nextDeadlineUs);
  const event = Number(checkpoint?.event ?? 0);
  if (checkpoint && event + 1 >= first) {
    events.splice(0, event + 1 - first);
    first = event + 1;
    open.resume = { token: checkpoint.token };
  }
  if (open.resume) Object.assign(open.resume, { directive: applied, firstEvent: first });
}

/** Prints what an app would draw. */
function show(source, settings) {
  const state = (setting) => Object.keys(setting).find((key) => key !== "generation");
  console.log(`${source}:`, ...settings.map(state));
  for (const { selection } of settings) {
    if (!selection) continue;
    open.current = { selectedTab: selection.selected ?? 0 };
    console.log(`tab ${open.current.selectedTab}`);
  }
}

createInterface({ input: process.stdin })
  .on("line", (line) => report(JSON.parse(line)))
  .on("close", () => { isFinishing = true; });
connect();

// Plays a drag of more than a minute in two sessions with one virtual clock, of which one has no
// connection for a minute. Returns what both showed, and the states of the one that was cut.
import { browserSocket, Session } from "./client.js";
import { VirtualClock } from "./testing.js";

const MINUTE = 60_000;
const clock = new VirtualClock();
const states = [];
const sockets = [];
let isCut = false;

/** Returns a connection that can be cut; without a network it fails. */
function connect(url, protocols) {
  const socket = isCut ? { send() {}, close() {} } : browserSocket(url, protocols);
  if (isCut) queueMicrotask(() => socket.onclose(1006, ""));
  sockets.push(socket);
  return socket;
}

function cut() {
  isCut = true;
  for (const socket of sockets.splice(0)) {
    socket.onclose(1006, "");
    socket.close(1000, "");
  }
}

/** What the app is shown of a directive: without the numbers that a session counts. */
function shown({ atUs, settings = [], timeline, effects }) {
  return { atUs, settings: settings.map((each) => ({ ...each, generation: 0 })), timeline, effects };
}

function open(sessionId, url, options, onstate) {
  const directives = [];
  const session = new Session(
    { sessionId, experience: "home-refined", surface: { width: 390, height: 844 }, offline: "decide" },
    { urls: [url], clock, ...options },
    (update) => {
      if (update.kind === "state") onstate(update.state.kind);
      else if (update.kind === "offlineFailed") onstate(update.message);
      else if (update.kind === "directive" && update.performsEffects) {
        directives.push(shown(update.directive));
      }
    });
  return { session, directives };
}

export async function play(url) {
  const whole = open("whole", url, {}, () => {});
  const parted = open("parted", url, { connect }, (state) => states.push(state));
  const sessions = [whole.session, parted.session];
  const send = (event) => sessions.forEach((session) => session.send(event));
  /** Advances the time, and lets the engine answer. */
  const wait = async (time) => {
    await clock.advance(time);
    await new Promise((resolve) => setTimeout(resolve, 4));
  };
  const until = async (isDone) => {
    while (!isDone()) await wait(10);
  };
  const scroll = (phase, y, velocity) => send({ scroll: { source: "home", drag: 1, phase, y, velocity } });

  await until(() => sessions.every(({ connection }) => connection.kind === "open"));
  scroll("began", 380);
  await wait(16);
  scroll("moved", 400);
  cut();
  // The rocket's line, at 456, is crossed offline, and later again in the way back.
  for (let time = 0; time < MINUTE; time += 200) {
    await wait(200);
    scroll("moved", 400 + (time / MINUTE) * 120);
  }
  const offline = [...states];
  isCut = false;
  let y = 520;
  await until(() => {
    scroll("moved", (y += 0.5));
    return parted.session.connection.kind === "open";
  });
  scroll("moved", 470);
  await wait(16);
  scroll("ended", 300, -200);
  await wait(2000);
  for (const tab of [2, 0]) {
    send({ tap: { tab } });
    await wait(500);
  }
  await until(() => whole.directives.length === parted.directives.length);
  sessions.forEach((session) => session.cancel());
  return { whole: whole.directives, parted: parted.directives, states, offline };
}

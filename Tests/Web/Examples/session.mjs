import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { ScrollReporter, Session } from "./client.js";

// Node has a WebSocket from version 22 on, and from 20.10 on with --experimental-websocket; for
// older ones there is the package `ws`.
globalThis.WebSocket ??= createRequire(import.meta.url)("ws");

const url = process.argv[2] ?? "ws://127.0.0.1:8080/v1/interact";
const list = new ScrollReporter("home");
const session = new Session(
  { sessionId: randomUUID(), surface: { width: 375, height: 812, scale: 3 } }, { urls: [url] },
  (update) => {
    if (update.kind === "opened") drag(480);
    if (update.kind === "directive") {
      console.log(JSON.stringify(update.directive));
      session.finish();
    }
    if (update.kind === "state" && update.state.error) throw update.state.error;
  });

function drag(end) {
  tell({ kind: "willBeginDragging" }, 0);
  for (let y = 40; y <= end; y += 40) tell({ kind: "didScroll" }, y);
  tell({ kind: "didEndDragging", willDecelerate: false }, end);
}

function tell(callback, y) {
  for (const event of list.receive(callback, { x: 0, y })) session.send(event);
}

// The built package: run by scripts/web/test among a user's modules.
import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Presenter, Session } from "interaction-engine-client";
import { miniProgramSocket } from "interaction-engine-client/mini-program";

const surface = { width: 375, height: 812, scale: 2 };
const moment = () => new Promise((resolve) => setTimeout(resolve));

test("a session of the built client opens, hears and sends", async () => {
  const [sent, updates] = [[], []];
  const socket = { send: (bytes) => sent.push([...bytes]), close: () => socket.onclose(1000, "") };
  const session = new Session(
    { sessionId: "one", surface, reconnects: null },
    { urls: ["wss://engine.example"], connect: () => socket },
    (update) => updates.push(update));
  await moment();
  socket.onopen();
  equal(sent.length, 1);
  // `opened` with outcome NEW and one setting: generation 1, of the selection, which is tab 2.
  const setting = [0x08, 1, 0x1a, 2, 0x08, 2];
  const opened = [0x08, 1, 0x2a, setting.length + 2, 0x0a, setting.length, ...setting];
  socket.onmessage(Uint8Array.from([0x0a, opened.length, ...opened]));
  deepEqual(session.connection, { kind: "open" });
  deepEqual(updates.find(({ kind }) => kind === "opened").opened.snapshot, {
    settings: [{ generation: 1, selection: { selected: 2 } }],
  });
  session.send({ timeUs: 0, tap: { tab: 1 } }, 20);
  // `events`, the first of which is at 20 ms: a tap on tab 1.
  deepEqual(sent[1], [0x12, 12, 0x08, 1, 0x12, 8, 0x08, 0xa0, 0x9c, 0x01, 0x2a, 2, 0x08, 1]);
  session.cancel();
  deepEqual(session.connection, { kind: "closed", error: undefined });
});

test("a mini-program's socket that could not be made ends with the host's words", () => {
  const ends = [];
  let fail;
  const task = { onOpen() {}, onMessage() {}, onClose() {}, onError: (told) => (fail = told) };
  const socket = miniProgramSocket({ connectSocket: () => task })("wss://engine.example", []);
  socket.onclose = (code, reason) => ends.push([code, reason]);
  fail({ errMsg: "not allowed" });
  fail({ errMsg: "again" });
  deepEqual(ends, [[1006, "not allowed"]]);
});

test("a presenter of the built client shows a scene", () => {
  const presenter = new Presenter({ settings: [
    { generation: 1, layout: { frame: { y: 729, width: 375, height: 83 }, items: [] } },
  ] }, surface, 0);
  const bar = presenter.scene(0).elements.find(({ target }) => target === "tab_bar");
  deepEqual(bar.frame, { x: 0, y: 729, width: 375, height: 83 });
  equal(bar.values.opacity, 1);
});

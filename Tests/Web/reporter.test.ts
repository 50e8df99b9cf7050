import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import type { InteractionEvent, ScrollEvent }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { ListInput } from "../../Sources/InteractionWeb/Client/src/reporter/listInput";
import { ScrollReporter } from "../../Sources/InteractionWeb/Client/src/reporter/scrollReporter";
import type { ScrollCallback }
  from "../../Sources/InteractionWeb/Client/src/reporter/scrollReporter";
import { eventOf } from "./frames/words";

const ended = (velocity: number): ScrollCallback => ({ kind: "willEndDragging", velocity });
const lifted = (willDecelerate: boolean): ScrollCallback =>
  ({ kind: "didEndDragging", willDecelerate });
const cancelled = (willDecelerate: boolean): ScrollCallback =>
  ({ kind: "didCancelDragging", willDecelerate });
const [began, scrolled, coasts, rests]: ScrollCallback[] = [
  { kind: "willBeginDragging" }, { kind: "didScroll" }, { kind: "willBeginDecelerating" },
  { kind: "didEndDecelerating" },
] as [ScrollCallback, ScrollCallback, ScrollCallback, ScrollCallback];
const will: ScrollCallback = { kind: "willScroll" };
const to = (y: number): ScrollCallback => ({ kind: "willScroll", to: { x: 0, y } });
const did: ScrollCallback = { kind: "didEndScrollingAnimation" };
const layout: ScrollCallback = { kind: "didChangeLayout" };
const left: ScrollCallback = { kind: "didLeaveWindow" };

type Calls = [ScrollCallback, number][];
const fling: Calls = [[began!, 0], [ended(1), 0], [lifted(true), 0], [coasts!, 0], [scrolled!, 60]];
const flung = ["1 began 0", "1 ended 0 at 1000", "1 decelerating 60"];

/** The callbacks of scroll views, in order, with the resulting events. */
const orders: [string, Calls, string[]][] = [
  ["drag, stop, lift",
    [[began!, 0], [scrolled!, 8], [scrolled!, 20], [ended(0), 20], [lifted(false), 20]],
    ["1 began 0", "1 moved 8", "1 moved 20", "1 ended 20 at 0", "1 settled 20"]],
  ["a finger catches a deceleration; its end is told late",
    [...fling, [began!, 60], [rests!, 60], [scrolled!, 50], [ended(-0.25), 50], [lifted(false), 50],
      [rests!, 50]],
    [...flung, "2 began 60", "2 moved 50", "2 ended 50 at -250", "2 settled 50"]],
  ["a touch that only stops a deceleration",
    [...fling, [lifted(false), 60], [rests!, 60]], [...flung, "1 settled 60"]],
  ["a move without animation", [[scrolled!, 500]], ["0 programmatic_began 0", "0 programmatic_ended 500"]],
  ["a layout that moves nothing", [[scrolled!, 0], [layout, 0]], []],
  ["a move with animation", [[will, 0], [scrolled!, 200], [scrolled!, 500], [did, 500]],
    ["0 programmatic_began 0", "0 programmatic_moved 200", "0 programmatic_moved 500",
      "0 programmatic_ended 500"]],
  ["an animation to where the list stands", [[will, 0], [did, 0], [scrolled!, 5]],
    ["0 programmatic_began 0", "0 programmatic_ended 5"]],
  ["an animation to where the list stands, announced with its place; then a jump",
    [[to(0), 0], [scrolled!, 500]], ["0 programmatic_began 0", "0 programmatic_ended 500"]],
  ["an animation back to where the running one is ends that",
    [[to(500), 0], [scrolled!, 200], [to(200), 200], [scrolled!, 500]],
    ["0 programmatic_began 0", "0 programmatic_moved 200", "0 programmatic_ended 200",
      "0 programmatic_began 200", "0 programmatic_ended 500"]],
  ["an animation to where the deceleration is stops that", [...fling, [to(60), 60], [scrolled!, 5]],
    [...flung, "1 settled 60", "0 programmatic_began 60", "0 programmatic_ended 5"]],
  ["a finger interrupts an animation; its end is told late",
    [[will, 0], [scrolled!, 200], [began!, 210], [did, 210], [scrolled!, 220]],
    ["0 programmatic_began 0", "0 programmatic_moved 200", "0 programmatic_ended 210", "1 began 210",
      "1 moved 220"]],
  ["an animation stops a deceleration", [...fling, [will, 60], [scrolled!, 30], [did, 0]],
    [...flung, "1 settled 60", "0 programmatic_began 60", "0 programmatic_moved 30",
      "0 programmatic_ended 0"]],
  ["the app scrolls under a finger", [[began!, 0], [will, 0], [scrolled!, 40]],
    ["1 began 0", "1 moved 40"]],
  ["the system takes the finger of a pull",
    [[began!, 0], [scrolled!, -90], [cancelled(true), -90], [scrolled!, 0], [rests!, 0],
      [scrolled!, 7]],
    ["1 began 0", "1 moved -90", "1 cancelled -90", "1 decelerating 0", "1 settled 0",
      "0 programmatic_began 0", "0 programmatic_ended 7"]],
  ["a touch is cancelled where the list rests",
    [[began!, 0], [scrolled!, 9], [cancelled(false), 9], [rests!, 9]],
    ["1 began 0", "1 moved 9", "1 cancelled 9"]],
  ["a lift of which only the end is told", [[began!, 0], [lifted(false), 0]],
    ["1 began 0", "1 ended 0", "1 settled 0"]],
  ["the list leaves its window under a finger", [[began!, 0], [left, 4], [lifted(false), 4]],
    ["1 began 0", "1 cancelled 4"]],
  ["the list leaves its window as it coasts", [...fling, [left, 60]], [...flung, "1 settled 60"]],
];

for (const [name, calls, events] of orders) {
  test(`S2 S3: ${name}`, () => {
    const reporter = new ScrollReporter("home", 0);
    deepEqual(calls.flatMap(([callback, y]) => reporter.receive(callback, { x: 0, y })).map(words),
      events);
  });
}

test("S3: the numbers of drags grow from one session to the next", () => {
  const reporter = new ScrollReporter("home", 7);
  deepEqual(reporter.receive(began!, { x: 0, y: 0 }).map(words), ["8 began 0"]);
});

/** Returns the numbers of the drags that a page makes which starts at a wall-clock time, ms. */
function drags(start: number, count: number): number[] {
  const { now } = Date;
  Date.now = () => start;
  const { gesture } = new ListInput("home", {} as HTMLElement, true, () => {});
  Date.now = now;
  const port = { offset: { x: 0, y: 0 }, height: 600, end: 4000 };
  for (let number = 0; number < count; number += 1) {
    gesture.down({ x: 50, y: 0 }, port, number * 100, true);
    gesture.move({ x: 20, y: 0 }, port, number * 100 + 16, true);
    gesture.up(number * 100 + 32);
  }
  return gesture.take().flatMap(({ scroll }) => scroll.phase === "began" ? [scroll.drag!] : []);
}

test("S3: the drags of a page that starts anew follow those of its former run", () => {
  // Also where both runs start in one second, and at the largest time.
  for (const start of [0, 1_700_000_000_000, 4_200_000_000_000, 8.64e15]) {
    const [former, next] = [drags(start, 5), drags(start + 900, 2)];
    equal(former.length, 5);
    ok(next[0]! > former[4]!, `${next} after ${former}`);
    for (const drag of [...former, ...next]) ok(drag > 0 && drag < 2 ** 32, `${drag}`);
  }
});

function words({ scroll }: { scroll: ScrollEvent }): string {
  const velocity = scroll.velocity === undefined ? "" : ` at ${Math.round(scroll.velocity)}`;
  return `${scroll.drag} ${scroll.phase} ${scroll.y}${velocity}`;
}

/** Returns the events of a session recorded in a real browser. */
function recorded(name: string): InteractionEvent[] {
  return readFileSync(`Tests/Traces/recorded/${name}.txt`, "utf8").split("\n").flatMap((line) => {
    const [, time, text] = /^> (\d+) (.*)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ ...eventOf(text), timeUs: Number(time) }];
  });
}

/** Returns the callbacks that resulted in a recorded event. */
function calls({ phase, velocity = 0 }: ScrollEvent): ScrollCallback[] {
  switch (phase) {
    case "began": return [began!];
    case "moved": case "decelerating": return [scrolled!];
    case "ended": return [ended(perMillisecond(velocity)), lifted(true), coasts!];
    case "settled": return [rests!];
    case "cancelled": return [cancelled(false)];
    default: return [];
  }
}

/** Returns the platform's velocity, a thousandth of the recorded one. */
function perMillisecond(velocity: number): number {
  const near = velocity / 1000;
  const step = Math.abs(near) * 2 ** -53;
  return [near, near + 2 * step, near - 2 * step].find((each) => each * 1000 === velocity) ?? NaN;
}

/** Returns the session as the reporter reports it. */
function reported(events: InteractionEvent[], change: (call: ScrollCallback) => ScrollCallback): InteractionEvent[] {
  const reporter = new ScrollReporter("home", 0);
  return events.flatMap((event): InteractionEvent[] => {
    const { scroll, timeUs } = event;
    if (!scroll) return [event];
    const offset = { x: scroll.x ?? 0, y: scroll.y ?? 0 };
    return calls(scroll).flatMap((call) => reporter.receive(change(call), offset))
      .map((told) => ({ ...told, timeUs }));
  });
}

const bytes = (events: InteractionEvent[]) =>
  events.map((event) => encode(MessageType.InteractionEvent, event).join()).join("\n");

for (const name of ["browser-browse", "browser-flings", "browser-pulldown"]) {
  test(`${name}: events are equal byte for byte`, () => {
    const events = recorded(name);
    ok(events.length > 200);
    equal(bytes(reported(events, (call) => call)), bytes(events));
  });

  test(`${name}: a drag without its start, another unit and another end are other bytes`, () => {
    const events = recorded(name);
    const faults: ((call: ScrollCallback) => ScrollCallback)[] = [
      (call) => (call.kind === "willBeginDragging" ? scrolled! : call),
      (call) => (call.kind === "willEndDragging" ? ended(call.velocity * 1000) : call),
      (call) => (call.kind === "didEndDecelerating" ? scrolled! : call),
    ];
    for (const fault of faults) notEqual(bytes(reported(events, fault)), bytes(events));
  });
}

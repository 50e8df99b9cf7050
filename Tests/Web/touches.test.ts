// Fingers on tabs (rule T9).
import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { TouchReporter } from "../../Sources/InteractionWeb/Client/src/reporter/touchReporter";

const ITEM = [{ x: 150, y: 729 }, { x: 225, y: 778 }] as const;
const START = { x: 170, y: 750 };

/** Returns the events of a finger that goes down on tab 2, moves, and lifts at a position. */
function told(reportsPointers: boolean, by: { x: number; y: number }, at: { x: number; y: number }) {
  const touches = new TouchReporter(() => reportsPointers);
  return [
    touches.down(1, "tab/2", START, ITEM), touches.move(1, by), touches.move(1, at), touches.up(1, at),
  ].flat().map((each) => ("tap" in each ? `tap ${each.tap.tab}` : each.pointer.phase));
}

test("a finger that strays within its tab's item taps", () => {
  deepEqual(told(false, { x: 182, y: 750 }, { x: 182, y: 750 }), ["tap 2"]);
  // The engine decides if every move is reported.
  deepEqual(told(true, { x: 182, y: 750 }, { x: 182, y: 750 }), ["down", "moved", "moved", "up"]);
});

test("where a finger lifts decides, wherever it was", () => {
  const away = { x: 20, y: 300 };
  deepEqual(told(false, away, START), ["tap 2"]);
  deepEqual(told(false, START, away), []);
  // Up to 10 pt beyond the item.
  for (const at of [{ x: 140, y: 719 }, { x: 235, y: 788 }]) {
    deepEqual(told(false, START, at), ["tap 2"]);
  }
  for (const at of [{ x: 139, y: 750 }, { x: 236, y: 750 }, { x: 170, y: 718 }, { x: 170, y: 789 }]) {
    deepEqual(told(false, START, at), []);
  }
});

test("a finger that the system takes away taps nothing", () => {
  const touches = new TouchReporter(() => false);
  touches.down(1, "tab/2", START, ITEM);
  deepEqual(touches.up(1, START, true), []);
});

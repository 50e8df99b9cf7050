// Samples of a list whose travel counts (rule R12), and the offsets of lists side by side (S9).
import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import type { InteractionEvent, ScrollPhase } from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { ActiveTouches } from "../../Sources/InteractionWeb/Client/src/session/activeTouches";
import { SampleFilter } from "../../Sources/InteractionWeb/Client/src/session/sampleFilter";

/** A list that reports its offsets, 16 ms apart. */
class List {
  private time = 0;
  readonly filter = new SampleFilter({ width: 375, height: 812 });

  constructor() {
    this.filter.setLines({ source: "home", lines: [{ offset: 0 }], away: [30], back: [10] });
  }

  /** Reports an event. Returns the offsets that are sent. */
  send(event: InteractionEvent): number[] {
    this.time += 16_000;
    return this.filter.admit({ timeUs: this.time, ...event })
      .flatMap(({ scroll }) => (scroll ? [scroll.y ?? 0] : []));
  }

  scroll(y: number, phase: ScrollPhase = "moved"): number[] {
    return this.send({ scroll: { source: "home", drag: 1, phase, y } });
  }
}

test("R12: what is sent is where a distance is passed, and where the list turns", () => {
  const list = new List();
  deepEqual(list.scroll(100, "began"), [100]);
  deepEqual([110, 120, 131].map((y) => list.scroll(y)), [[], [], [120, 131]]);
  deepEqual([140, 135].map((y) => list.scroll(y)), [[], [140, 135]]);
  deepEqual([132, 129].map((y) => list.scroll(y)), [[], [132, 129]]);
});

test("R12: bounces at the end of the content are no travel", () => {
  const list = new List();
  list.send({ contentSize: { source: "home", width: 375, height: 1_012 } });
  deepEqual(list.scroll(195, "began"), [195]);
  // The largest offset is 200 pt.
  deepEqual([199, 240, 260, 220, 205].map((y) => list.scroll(y)), [[], [], [], [], []]);
  deepEqual([199, 190].map((y) => list.scroll(y)), [[205, 199], [190]]);
});

test("R12: to an engine with other events, all is sent until the list turns", () => {
  const list = new List();
  list.scroll(100, "began");
  list.filter.continueElsewhere();
  deepEqual([110, 105, 108].map((y) => list.scroll(y)), [[110], [105], [108]]);
  list.send({ contentSize: { source: "home", width: 375, height: 5_000 } });
  deepEqual([109, 107, 106].map((y) => list.scroll(y)), [[109], [107], []]);
});

test("S9: each list keeps its offset, and one of them is shown", () => {
  const touches = new ActiveTouches();
  const scroll = (y: number): void => touches.follow({ scroll: { source: "feed", drag: 1, phase: "moved", y } });
  scroll(40);
  touches.follow({ listShown: { source: "feed", list: "nearby" } });
  deepEqual(touches.drags, []);
  scroll(90);
  deepEqual(touches.offsets, [
    { source: "feed", y: 40, unseen: true }, { source: "feed", y: 90, list: "nearby" },
  ]);
  const offsets = () => touches.offsets.map(({ list, y, unseen }) => [list, y, unseen ?? false]);
  // The list without a name may be this one: the engine takes the last of both offsets.
  touches.follow({ listShown: { source: "feed", list: "for_you" } });
  deepEqual(offsets(), [["for_you", 0, false], [undefined, 40, true], ["nearby", 90, true]]);
  scroll(50);
  touches.follow({ listShown: { source: "feed", list: "nearby" } });
  deepEqual(offsets(), [[undefined, 40, true], ["nearby", 90, false], ["for_you", 50, true]]);
});

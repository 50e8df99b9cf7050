// Lists under fingers and wheels, with the scrolling of browsers.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { ScrollBox } from "../../Sources/InteractionWeb/Client/src/dom/scrollBox";
import { ListGesture } from "../../Sources/InteractionWeb/Client/src/reporter/listGesture";

const HEIGHT = 600;

/** A list whose box the test scrolls, in frames of 16 ms. */
class List {
  readonly gesture = new ListGesture("home");
  readonly told: string[] = [];
  time = 0;
  private touch = { x: 100, y: 100 };

  constructor(public top = 0, private readonly end = 4000) {}

  get port() {
    return { offset: { x: 0, y: this.top }, height: HEIGHT, end: this.end };
  }

  down(y: number): void {
    this.touch = { x: 100, y };
    this.do(() => this.gesture.down(this.touch, this.port, this.time));
  }

  /** Moves the finger in steps of 20 px; the browser scrolls unless the client does. */
  drag(y: number): void {
    while (this.touch.y !== y) {
      const step = Math.max(Math.min(y - this.touch.y, 20), -20);
      this.touch = { x: 100, y: this.touch.y + step };
      const isClients = this.do(() => this.gesture.move(this.touch, this.port, this.time));
      if (!isClients) this.scroll(Math.max(Math.min(this.top - step, this.end), 0));
    }
  }

  up(): void {
    this.do(() => this.gesture.up(this.time));
  }

  /** Scrolls the box as a browser does. */
  scroll(top: number): void {
    if (top === this.top) return;
    this.top = top;
    this.do(() => this.gesture.scrolled(this.port, this.time));
  }

  /** Advances the time, in frames. */
  pass(milliseconds: number): void {
    for (const end = this.time + milliseconds; this.time < end;) {
      this.do(() => this.gesture.tick(this.port, this.time));
    }
  }

  do<Result>(act: () => Result): Result {
    this.time += 16;
    const result = act();
    for (const { scroll } of this.gesture.take()) this.told.push(`${scroll.phase} ${scroll.y}`);
    return result;
  }

  get lowest(): number {
    return Math.min(...this.told.map((each) => Number(each.split(" ")[1])));
  }
}

const BOUNCE = [120, 40, -12, -35, -41, -22, -6, 0];

/** Returns a list that was flung to its top and bounces natively. */
function bounced(): List {
  const list = new List(200);
  list.down(100);
  list.drag(140);
  list.up();
  for (const top of BOUNCE) list.scroll(top);
  return list;
}

test("a browser's bounce is told as it is, and the next drag goes on from where the list is", () => {
  const list = bounced();
  deepEqual(list.told.slice(-8), BOUNCE.map((top) => `decelerating ${top}`));
  list.pass(300);
  equal(list.told[list.told.length - 1], "settled 0");
  list.told.length = 0;
  list.down(700);
  list.drag(100);
  equal(list.told[0], "began 0");
  equal(list.told.filter((each) => each.startsWith("moved")).length, 30);
  deepEqual(list.gesture.offset, { x: 0, y: 600 });
});

test("a finger that catches a bounce lets the browser go on with it", () => {
  const list = new List(200);
  list.down(100);
  list.drag(140);
  list.up();
  for (const top of [40, -35]) list.scroll(top);
  list.down(300);
  equal(list.told[list.told.length - 1], "began -35");
  equal(list.gesture.move({ x: 100, y: 320 }, list.port, list.time), false);
  list.scroll(-47);
  list.up();
  for (const top of [-20, 0]) list.scroll(top);
  list.pass(300);
  deepEqual(list.told.slice(-5),
    ["moved -47", "ended -47", "decelerating -20", "decelerating 0", "settled 0"]);
});

/** Returns a box and its content without a document. */
function box() {
  const style = { transform: "" };
  const port = {
    scrollLeft: 0, scrollTop: 0, thrown: [] as number[], listen: () => {},
    addEventListener: (_: string, listener: () => void) => (port.listen = listener),
    scrollTo: ({ top }: { top: number }) => port.thrown.push(top),
  };
  const list = new ScrollBox(port as unknown as HTMLElement, { style } as unknown as HTMLElement);
  const scroll = (top: number) => {
    port.scrollTop = top;
    port.listen();
  };
  return { list, port, style, scroll };
}

test("a box that bounces is not moved besides, nor thrown back", () => {
  const { list, port, style, scroll } = box();
  for (const y of [...BOUNCE, 300]) {
    scroll(y);
    equal(list.offset.y, y);
    list.show({ x: 0, y });
    equal(style.transform, "", `at ${y}`);
  }
  deepEqual(port.thrown, []);
});

test("a list that the client pulls stands below its box, bouncing or not, until it is back", () => {
  const { list, style, scroll } = box();
  list.show({ x: 0, y: -160 });
  equal(style.transform, "translateY(160px)");
  // A late event of an earlier scroll.
  scroll(0);
  equal(list.offset.y, -160);
  scroll(-20);
  list.show({ x: 0, y: -150 });
  equal(style.transform, "translateY(130px)");
  scroll(0);
  list.show({ x: 0, y: 0 });
  equal(style.transform, "");
});

test("a pull begins when the list reaches its top in the same touch", () => {
  const list = new List(30);
  list.down(100);
  list.drag(500);
  equal(Math.round(list.lowest), -152);
  equal(list.told.filter((each) => each.startsWith("began")).length, 1);
  // On the way up the list follows the finger, and then scrolls on.
  list.drag(80);
  equal(list.gesture.offset.y, 50);
  list.up();
  equal(list.told.filter((each) => each.startsWith("ended")).length, 1);
});

test("a pull begins in a touch that has scrolled the list to its end and back", () => {
  const list = new List(0, 160);
  list.down(500);
  list.drag(200);
  equal(list.gesture.offset.y, 160);
  // It is at its top again at 360.
  list.drag(500);
  equal(Math.round(list.lowest), -68);
});

test("a list that scrolls sideways is not pulled", () => {
  const gesture = new ListGesture("banner", true);
  const port = { offset: { x: 0, y: 0 }, height: HEIGHT, end: 0 };
  gesture.down({ x: 0, y: 0 }, port, 0);
  equal(gesture.move({ x: 90, y: 60 }, port, 16), false);
  equal(gesture.move({ x: 90, y: 80 }, port, 32), false);
  equal(gesture.offset.y, 0);
});

test("a finger grabs a list that a wheel has pulled", () => {
  const list = new List();
  for (let turn = 0; turn < 10; turn += 1) {
    list.do(() => list.gesture.wheel(-60, list.port, list.time));
  }
  ok(list.gesture.offset.y < -100);
  list.down(300);
  list.up();
  list.pass(600);
  equal(list.gesture.offset.y, 0);
  equal(list.told[list.told.length - 1], "settled 0");
});

test("a wheel goes on with what the browser lets bounce, and pulls nothing besides", () => {
  const list = new List(100);
  list.do(() => list.gesture.wheel(-60, list.port, list.time));
  for (const top of [40, -12, -20]) {
    list.scroll(top);
    equal(list.do(() => list.gesture.wheel(-60, list.port, list.time)), false);
  }
  list.scroll(0);
  list.pass(300);
  equal(list.gesture.offset.y, 0);
});

/** Scrolls with an animation of the app. */
const animate = (list: List, y: number) =>
  list.do(() => list.gesture.willScroll({ y }, list.port, list.time));

test("an animation to where the list is announces nothing: a jump after it is over at once", () => {
  for (const [top, y] of [[0, 0], [0, -50], [4000, 9000]] as const) {
    const list = new List(top);
    list.do(() => list.gesture.scrolled(list.port, list.time));
    list.told.length = 0;
    animate(list, y);
    list.scroll(700);
    deepEqual(list.told, [`programmatic_began ${top}`, "programmatic_ended 700"]);
    equal(list.gesture.nextWake, undefined);
  }
});

test("an animation to where the list is lets it spring back", () => {
  const list = new List();
  list.down(100);
  list.drag(400);
  list.up();
  animate(list, 0);
  list.pass(600);
  equal(list.gesture.offset.y, 0);
  equal(list.told[list.told.length - 1], "settled 0");
});

test("an animation ends what a wheel turns", () => {
  const list = new List(300);
  list.do(() => list.gesture.wheel(60, list.port, list.time));
  animate(list, 0);
  list.scroll(0);
  list.pass(300);
  deepEqual(list.told.map((each) => each.split(" ")[0]), ["began", "ended", "settled",
    "programmatic_began", "programmatic_moved", "programmatic_ended"]);
});

test("the velocity is that of the list while the browser scrolls it", () => {
  const gesture = new ListGesture("home");
  const port = (y: number) => ({ offset: { x: 0, y }, height: 600, end: 4000 });
  gesture.down({ x: 100, y: 500 }, port(0), 0);
  gesture.move({ x: 100, y: 480 }, port(0), 16);
  // The browser does not report the finger's further moves.
  for (let frame = 1; frame <= 8; frame += 1) gesture.scrolled(port(20 * frame), 16 + 10 * frame);
  gesture.up(100);
  const ended = gesture.take().find(({ scroll }) => scroll.phase === "ended");
  equal(Math.round(ended?.scroll.velocity ?? 0), 2000);
});

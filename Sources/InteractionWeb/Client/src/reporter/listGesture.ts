import type { ScrollEvent } from "../contract/messages";
import type { Point } from "../presenter/scene";
import { VelocityTracker } from "../session/velocityTracker";
import { coast, coastingTime, offsetAfter, springBack, travelTo } from "./pull";
import { ScrollCallback, ScrollReporter } from "./scrollReporter";

/** How long a list that scrolls says nothing before it stands, ms. */
const QUIET = 200;
/** How long a wheel stands before it counts as let go of, ms. */
const WHEEL_QUIET = 150;
/** How long a browser may still tell of what the client has scrolled before, ms. */
const ECHO = 100;
/** The velocity from which a list that the client moves goes on by itself, pt/s. */
const THROW = 50;

/** Who or what moves a list. */
enum Mover { none, touch, finger, wheel, browser, client }

/** What is told when the browser moves a list no more. */
type Ending = "didEndDecelerating" | "didEndScrollingAnimation";

/** How a list is moved. */
type Motion =
  | { kind: Mover.none }
  /** A finger is down that has not dragged: it touched down there. */
  | { kind: Mover.touch; start: Point }
  /**
   * A finger drags, which would be at `origin` with the list at its top. The browser scrolls until
   * the list is pulled beyond its top; the client does then, and for a mouse from the start.
   */
  | { kind: Mover.finger; origin: number; byClient: boolean }
  /** A wheel turns, which began at the list's top or not. */
  | { kind: Mover.wheel; isAtTop: boolean; until: number }
  /** The browser lets the list coast, or moves it for the app, until it is quiet. */
  | { kind: Mover.browser; ending: Ending; until: number }
  /** The client lets it coast, or spring back. */
  | { kind: Mover.client; from: number; velocity: number; since: number };

/** Where a list stands by the browser, and how far it scrolls, pt. */
export interface Port {
  offset: Point;
  height: number;
  /** The largest vertical offset. */
  end: number;
}

/** Events of a list. */
export type ListEvent = { scroll: ScrollEvent };

/**
 * One list under fingers, a mouse or a wheel: what they do in the words of a scroll view, and where
 * the list stands while the client moves it, such as beyond its top, where browsers do not scroll.
 *
 * Without a document or a clock: times are in ms, positions in pt.
 */
export class ListGesture {
  /** Where the list stands: negative while pulled down, or where the browser lets it bounce. */
  offset: Point = { x: 0, y: 0 };
  private motion: Motion = { kind: Mover.none };
  private readonly reporter: ScrollReporter;
  private readonly velocity = new VelocityTracker();
  private events: ListEvent[] = [];
  /** When the client moved the list last. */
  private lastShown = -Infinity;

  /**
   * @param source The list's name in the experience.
   * @param isSideways Whether it scrolls sideways: then it is not pulled.
   * @param drag The number of the newest drag that the engine may know of this list.
   */
  constructor(source: string, private readonly isSideways = false, drag = 0) {
    this.reporter = new ScrollReporter(source, drag);
  }

  /** What is to be reported now, in order; each is given once. */
  take(): ListEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  /** Whether the client moves the list, and {@link tick} is wanted in each frame. */
  get isAnimating(): boolean {
    return this.motion.kind === Mover.client;
  }

  /** Whether a finger drags the list. */
  get isDragging(): boolean {
    return this.motion.kind === Mover.finger;
  }

  /** Whether a wheel turns. */
  get isWheeling(): boolean {
    return this.motion.kind === Mover.wheel;
  }

  /** When {@link tick} has something to do, if nothing happens until then. */
  get nextWake(): number | undefined {
    return "until" in this.motion ? this.motion.until : undefined;
  }

  /**
   * A finger, or a mouse's button, goes down.
   *
   * @param drags Whether the client scrolls all the way, since the browser does not for a mouse.
   */
  down(position: Point, port: Port, time: number, drags = false): void {
    if (this.isHeld) this.lift(time, 0);
    const { motion } = this;
    const isClients = motion.kind === Mover.client;
    if (!isClients) this.offset = port.offset;
    this.velocity.reset();
    this.follow(position, time);
    this.motion = { kind: Mover.touch, start: position };
    // What coasts is stopped by the finger.
    if (isClients || (motion.kind === Mover.browser && motion.ending === "didEndDecelerating")) {
      this.begin(position, port, drags || (isClients && this.offset.y < 0));
    }
  }

  /** It moves. Returns whether the browser must not scroll. */
  move(position: Point, port: Port, time: number, drags = false): boolean {
    if (!this.isBrowserDragging) this.follow(position, time);
    if (this.motion.kind === Mover.touch) {
      const { start } = this.motion;
      const [dx, dy] = [position.x - start.x, position.y - start.y];
      const [along, across] = this.isSideways ? [dx, dy] : [dy, dx];
      if (along === 0 || Math.abs(along) < Math.abs(across)) return false;
      this.begin(start, port, drags || (!this.isSideways && this.offset.y === 0 && dy > 0));
    }
    const { motion, offset } = this;
    if (motion.kind !== Mover.finger) return false;
    if (!motion.byClient) {
      // Beyond the list's end the finger goes on alone.
      if (offset.y > port.end - 1) {
        motion.origin = Math.min(motion.origin, position.y + offset.y);
      }
      // A browser that lets the list bounce pulls it as well.
      if (this.isSideways || offset.y !== 0 || position.y <= motion.origin) return false;
      motion.byClient = true;
      this.velocity.reset();
      this.follow(position, time);
    }
    this.show(offsetAfter(position.y - motion.origin, port.height), port, time);
    return true;
  }

  /** It lifts. */
  up(time: number): void {
    if (this.motion.kind === Mover.touch) this.motion = { kind: Mover.none };
    if (this.motion.kind === Mover.finger) this.lift(time, this.velocity.velocity(time * 1000));
  }

  /** The system takes it away. */
  cancel(time: number): void {
    if (this.motion.kind === Mover.touch) this.motion = { kind: Mover.none };
    if (this.motion.kind === Mover.finger) this.lift(time);
  }

  /** A wheel turns by so much. Returns whether the browser must not scroll. */
  wheel(delta: number, port: Port, time: number): boolean {
    if (this.isSideways || this.motion.kind === Mover.finger || this.motion.kind === Mover.touch) {
      return false;
    }
    if (this.motion.kind !== Mover.wheel) {
      if (this.motion.kind !== Mover.client) this.offset = port.offset;
      this.tell({ kind: "willBeginDragging" });
      this.motion = { kind: Mover.wheel, isAtTop: this.offset.y <= 0, until: 0 };
    }
    this.motion.until = time + WHEEL_QUIET;
    const { y } = this.offset;
    if (!this.motion.isAtTop || y > 0 || (y === 0 && delta >= 0)) return false;
    const travel = Math.max(travelTo(y, port.height) - delta, 0);
    this.show(offsetAfter(travel, port.height), port, time);
    return true;
  }

  /** The browser has scrolled. */
  scrolled(port: Port, time: number): void {
    const { motion, offset } = this;
    if (motion.kind === Mover.client || (motion.kind === Mover.finger && motion.byClient)
      || (motion.kind === Mover.wheel && motion.isAtTop && offset.y < 0)) return;
    const isStill = motion.kind === Mover.none || motion.kind === Mover.touch;
    if (isStill && time - this.lastShown < ECHO) return;
    // What the client has scrolled to is rounded by the browser.
    const isOwn = areNear(port.offset, offset);
    this.offset = port.offset;
    if (isStill && isOwn) return;
    if (motion.kind === Mover.touch) return this.begin(motion.start, port, false);
    // While they scroll, browsers tell of few of the finger's moves, and of each frame's offset.
    if (this.isBrowserDragging) this.velocity.add(port.offset.y, time * 1000);
    if (motion.kind === Mover.browser) motion.until = time + QUIET;
    if (motion.kind === Mover.wheel) motion.until = time + WHEEL_QUIET;
    this.tell({ kind: "didScroll" });
  }

  /** The browser says that the list stands. */
  scrollEnded(): void {
    // That of a deceleration which was grabbed is not the new drag's.
    if (this.motion.kind === Mover.browser) this.stand(this.motion.ending);
  }

  /** The app scrolls the list with an animation; the browser says where it is on the way. */
  willScroll({ x, y }: Partial<Point>, port: Port, time: number): void {
    if (this.motion.kind === Mover.finger) return;
    if (this.isHeld) this.lift(time, 0);
    const { offset } = port;
    const to = { x: x ?? offset.x, y: Math.min(Math.max(y ?? offset.y, 0), port.end) };
    // The browser does not scroll to where the list is, and tells of no end.
    const isThere = areNear(to, offset);
    if (isThere && this.motion.kind !== Mover.browser) return;
    this.tell({ kind: "willScroll", to: isThere ? this.offset : to });
    if (isThere) this.motion = { kind: Mover.none };
    else this.watch("didEndScrollingAnimation", time);
  }

  /** The list leaves the page. */
  leave(): void {
    this.motion = { kind: Mover.none };
    this.tell({ kind: "didLeaveWindow" });
  }

  /** Time has passed. */
  tick(port: Port, time: number): void {
    const { motion } = this;
    if (motion.kind === Mover.browser && time >= motion.until) this.stand(motion.ending);
    if (motion.kind === Mover.wheel && time >= motion.until) this.lift(time, 0);
    if (motion.kind !== Mover.client) return;
    const { from, velocity, since } = motion;
    const past = time - since;
    const y = from < 0 ? springBack(from, past)
      : from + coast(velocity / 1000, Math.min(past, coastingTime(velocity / 1000)));
    this.show(from < 0 ? y : Math.max(y, 0), port, time);
    const isOver = from < 0 ? y === 0
      : past >= coastingTime(velocity / 1000) || y <= 0 || y >= port.end;
    if (isOver) this.stand("didEndDecelerating");
  }

  /** Whether a finger drags the list, or a wheel turns it. */
  private get isHeld(): boolean {
    return this.isDragging || this.isWheeling;
  }

  private get isBrowserDragging(): boolean {
    return this.motion.kind === Mover.finger && !this.motion.byClient;
  }

  private begin({ y }: Point, port: Port, byClient: boolean): void {
    const { offset } = this;
    // Else its velocity is that of the offsets that the browser tells.
    if (!byClient) this.velocity.reset();
    this.motion = { kind: Mover.finger, origin: y - travelTo(offset.y, port.height), byClient };
    this.tell({ kind: "willBeginDragging" });
  }

  /**
   * The finger or the wheel is gone, and what it has moved goes on or not.
   *
   * @param velocity Absent if the system has taken the finger away.
   */
  private lift(time: number, velocity?: number): void {
    const { motion } = this;
    const isClients = motion.kind === Mover.wheel
      || (motion.kind === Mover.finger && motion.byClient);
    const willDecelerate = this.offset.y < 0
      || (velocity !== undefined && (!isClients || Math.abs(velocity) >= THROW));
    if (velocity === undefined) {
      this.tell({ kind: "didCancelDragging", willDecelerate });
    } else {
      this.tell({ kind: "willEndDragging", velocity: velocity / 1000 });
      this.tell({ kind: "didEndDragging", willDecelerate });
    }
    if (!willDecelerate) {
      this.motion = { kind: Mover.none };
    } else if (isClients) {
      const from = this.offset.y;
      this.motion = { kind: Mover.client, from, velocity: velocity ?? 0, since: time };
    } else {
      this.watch("didEndDecelerating", time);
    }
  }

  /** The browser moves the list from now on. */
  private watch(ending: Ending, time: number): void {
    this.motion = { kind: Mover.browser, ending, until: time + QUIET };
  }

  private stand(ending: Ending): void {
    this.motion = { kind: Mover.none };
    this.tell({ kind: ending });
  }

  private show(y: number, port: Port, time: number): void {
    this.lastShown = time;
    this.offset = { x: this.offset.x, y: Math.min(y, port.end) };
    this.tell({ kind: "didScroll" });
  }

  /** The content follows the finger, so that its offset goes the other way. */
  private follow(position: Point, time: number): void {
    this.velocity.add(0 - position.y, time * 1000);
  }

  private tell(callback: ScrollCallback): void {
    this.events.push(...this.reporter.receive(callback, this.offset));
  }
}

/** Whether a browser that rounds may mean the same place by both. */
function areNear(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
}

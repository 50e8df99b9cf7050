import type { ScrollEvent } from "../contract/messages";
import type { Point } from "../presenter/scene";
import { VelocityTracker } from "../session/velocityTracker";
import { decelerationDistance, decelerationDuration, offsetAfter, bounce, travelFor } from "./overscroll";
import { ScrollCallback, ScrollReporter } from "./scrollReporter";

/** The time without scroll events after which a list is at rest, ms. */
const SCROLL_END_TIMEOUT = 200;
/** The time without wheel events after which the wheel is released, ms. */
const WHEEL_END_TIMEOUT = 150;
/** The time during which scroll events may be echoes of the client's own scrolling, ms. */
const ECHO = 100;
/** The minimum velocity of a fling of a list that the client moves, pt/s. */
const MINIMUM_FLING = 50;

/** The cause of a list's motion. */
enum MotionCause { none, touch, finger, wheel, browser, client }

/** The callback at the end of the browser's motion. */
type Ending = "didEndDecelerating" | "didEndScrollingAnimation";

/** The motion of a list. */
type ListMotion =
  | { kind: MotionCause.none }
  /** A finger is down, at `start`, but has not dragged. */
  | { kind: MotionCause.touch; start: Point }
  /**
   * A drag; `origin` is the finger's position at which the list is at its top. The browser scrolls
   * until the list is overscrolled at the top; from then on the client does, and for a mouse
   * always.
   */
  | { kind: MotionCause.finger; origin: number; byClient: boolean }
  /** A turning wheel, which began at the list's top or not. */
  | { kind: MotionCause.wheel; isAtTop: boolean; until: number }
  /** The browser's deceleration or animated scroll, until the list is quiet. */
  | { kind: MotionCause.browser; ending: Ending; until: number }
  /** The client's deceleration or bounce. */
  | { kind: MotionCause.client; from: number; velocity: number; since: number };

/** A list's native offset and extent, pt. */
export interface ListMetrics {
  offset: Point;
  height: number;
  /** The largest vertical offset. */
  end: number;
}

/** The events of a list. */
export type ListEvent = { scroll: ScrollEvent };

/**
 * One list under fingers, a mouse or a wheel: converts them to a scroll view's callbacks, and moves
 * the list where browsers do not, such as beyond its top.
 *
 * Without a document or a clock: times are in ms, positions in pt.
 */
export class ListGesture {
  /** The offset; negative during overscroll, or while the browser lets the list bounce. */
  offset: Point = { x: 0, y: 0 };
  private motion: ListMotion = { kind: MotionCause.none };
  private readonly reporter: ScrollReporter;
  private readonly velocity = new VelocityTracker();
  private events: ListEvent[] = [];
  /** The time at which the client last moved the list. */
  private lastShown = -Infinity;

  /**
   * @param source The list's ID in the experience.
   * @param isSideways True if it scrolls sideways, without overscroll.
   * @param drag The number of the newest drag of this list that the engine may know, as for
   * {@link ScrollReporter}.
   */
  constructor(source: string, private readonly isSideways = false, drag?: number) {
    this.reporter = new ScrollReporter(source, drag);
  }

  /** Returns the events since the last call, in order. */
  take(): ListEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  /** True while the client moves the list, which needs {@link tick} in each frame. */
  get isAnimating(): boolean {
    return this.motion.kind === MotionCause.client;
  }

  /** True while a finger drags the list. */
  get isDragging(): boolean {
    return this.motion.kind === MotionCause.finger;
  }

  /** True while a wheel turns. */
  get isWheeling(): boolean {
    return this.motion.kind === MotionCause.wheel;
  }

  /** The time of the next {@link tick} without further input. */
  get nextWake(): number | undefined {
    return "until" in this.motion ? this.motion.until : undefined;
  }

  /**
   * Handles a finger or a mouse button that goes down.
   *
   * @param drags True if the client scrolls throughout, since the browser does not for a mouse.
   */
  down(position: Point, port: ListMetrics, time: number, drags = false): void {
    if (this.isHeld) this.lift(time, 0);
    const { motion } = this;
    const isClients = motion.kind === MotionCause.client;
    if (!isClients) this.offset = port.offset;
    this.velocity.reset();
    this.follow(position, time);
    this.motion = { kind: MotionCause.touch, start: position };
    // The finger stops a deceleration.
    if (isClients || (motion.kind === MotionCause.browser && motion.ending === "didEndDecelerating")) {
      this.begin(position, port, drags || (isClients && this.offset.y < 0));
    }
  }

  /** Handles a move. Returns whether to prevent the browser's scrolling. */
  move(position: Point, port: ListMetrics, time: number, drags = false): boolean {
    if (!this.isBrowserDragging) this.follow(position, time);
    if (this.motion.kind === MotionCause.touch) {
      const { start } = this.motion;
      const [dx, dy] = [position.x - start.x, position.y - start.y];
      const [along, across] = this.isSideways ? [dx, dy] : [dy, dx];
      if (along === 0 || Math.abs(along) < Math.abs(across)) return false;
      this.begin(start, port, drags || (!this.isSideways && this.offset.y === 0 && dy > 0));
    }
    const { motion, offset } = this;
    if (motion.kind !== MotionCause.finger) return false;
    if (!motion.byClient) {
      // Beyond the list's end the list stays, and the finger moves on.
      if (offset.y > port.end - 1) {
        motion.origin = Math.min(motion.origin, position.y + offset.y);
      }
      // A browser with a native bounce overscrolls the list itself.
      if (this.isSideways || offset.y !== 0 || position.y <= motion.origin) return false;
      motion.byClient = true;
      this.velocity.reset();
      this.follow(position, time);
    }
    this.show(offsetAfter(position.y - motion.origin, port.height), port, time);
    return true;
  }

  /** Handles a lift. */
  up(time: number): void {
    if (this.motion.kind === MotionCause.touch) this.motion = { kind: MotionCause.none };
    if (this.motion.kind === MotionCause.finger) this.lift(time, this.velocity.velocity(time * 1000));
  }

  /** Handles a touch that the system cancels. */
  cancel(time: number): void {
    if (this.motion.kind === MotionCause.touch) this.motion = { kind: MotionCause.none };
    if (this.motion.kind === MotionCause.finger) this.lift(time);
  }

  /** Handles a turn of the wheel. Returns whether to prevent the browser's scrolling. */
  wheel(delta: number, port: ListMetrics, time: number): boolean {
    if (this.isSideways || this.motion.kind === MotionCause.finger || this.motion.kind === MotionCause.touch) {
      return false;
    }
    if (this.motion.kind !== MotionCause.wheel) {
      if (this.motion.kind !== MotionCause.client) this.offset = port.offset;
      this.tell({ kind: "willBeginDragging" });
      this.motion = { kind: MotionCause.wheel, isAtTop: this.offset.y <= 0, until: 0 };
    }
    this.motion.until = time + WHEEL_END_TIMEOUT;
    const { y } = this.offset;
    if (!this.motion.isAtTop || y > 0 || (y === 0 && delta >= 0)) return false;
    const travel = Math.max(travelFor(y, port.height) - delta, 0);
    this.show(offsetAfter(travel, port.height), port, time);
    return true;
  }

  /** Handles a scroll event of the browser. */
  scrolled(port: ListMetrics, time: number): void {
    const { motion, offset } = this;
    if (motion.kind === MotionCause.client || (motion.kind === MotionCause.finger && motion.byClient)
      || (motion.kind === MotionCause.wheel && motion.isAtTop && offset.y < 0)) return;
    const isStill = motion.kind === MotionCause.none || motion.kind === MotionCause.touch;
    if (isStill && time - this.lastShown < ECHO) return;
    // The browser rounds the client's own offset.
    const isOwn = areNear(port.offset, offset);
    this.offset = port.offset;
    if (isStill && isOwn) return;
    if (motion.kind === MotionCause.touch) return this.begin(motion.start, port, false);
    // During native scrolling browsers report few touch moves, but every frame's offset.
    if (this.isBrowserDragging) this.velocity.add(port.offset.y, time * 1000);
    if (motion.kind === MotionCause.browser) motion.until = time + SCROLL_END_TIMEOUT;
    if (motion.kind === MotionCause.wheel) motion.until = time + WHEEL_END_TIMEOUT;
    this.tell({ kind: "didScroll" });
  }

  /** Handles the browser's `scrollend`. */
  scrollEnded(): void {
    // The end of a deceleration that a new drag has stopped is ignored.
    if (this.motion.kind === MotionCause.browser) this.rest(this.motion.ending);
  }

  /** Announces an animated scroll of the app, whose offsets the browser reports. */
  willScroll({ x, y }: Partial<Point>, port: ListMetrics, time: number): void {
    if (this.motion.kind === MotionCause.finger) return;
    if (this.isHeld) this.lift(time, 0);
    const { offset } = port;
    const to = { x: x ?? offset.x, y: Math.min(Math.max(y ?? offset.y, 0), port.end) };
    // The browser reports no end of a scroll to the current offset.
    const isThere = areNear(to, offset);
    if (isThere && this.motion.kind !== MotionCause.browser) return;
    this.tell({ kind: "willScroll", to: isThere ? this.offset : to });
    if (isThere) this.motion = { kind: MotionCause.none };
    else this.followBrowser("didEndScrollingAnimation", time);
  }

  /** Handles the list's removal from the page. */
  leave(): void {
    this.motion = { kind: MotionCause.none };
    this.tell({ kind: "didLeaveWindow" });
  }

  /** Advances the client's motion, and the timeouts. */
  tick(port: ListMetrics, time: number): void {
    const { motion } = this;
    if (motion.kind === MotionCause.browser && time >= motion.until) this.rest(motion.ending);
    if (motion.kind === MotionCause.wheel && time >= motion.until) this.lift(time, 0);
    if (motion.kind !== MotionCause.client) return;
    const { from, velocity, since } = motion;
    const past = time - since;
    const y = from < 0 ? bounce(from, past)
      : from + decelerationDistance(velocity / 1000, Math.min(past, decelerationDuration(velocity / 1000)));
    this.show(from < 0 ? y : Math.max(y, 0), port, time);
    const isOver = from < 0 ? y === 0
      : past >= decelerationDuration(velocity / 1000) || y <= 0 || y >= port.end;
    if (isOver) this.rest("didEndDecelerating");
  }

  /** True while a finger drags the list, or a wheel turns it. */
  private get isHeld(): boolean {
    return this.isDragging || this.isWheeling;
  }

  private get isBrowserDragging(): boolean {
    return this.motion.kind === MotionCause.finger && !this.motion.byClient;
  }

  private begin({ y }: Point, port: ListMetrics, byClient: boolean): void {
    const { offset } = this;
    // The velocity of a native scroll is that of its offsets.
    if (!byClient) this.velocity.reset();
    this.motion = { kind: MotionCause.finger, origin: y - travelFor(offset.y, port.height), byClient };
    this.tell({ kind: "willBeginDragging" });
  }

  /**
   * Ends a drag or a turn of the wheel, and starts the deceleration if there is one.
   *
   * @param velocity Absent if the system has cancelled the touch.
   */
  private lift(time: number, velocity?: number): void {
    const { motion } = this;
    const isClients = motion.kind === MotionCause.wheel
      || (motion.kind === MotionCause.finger && motion.byClient);
    const willDecelerate = this.offset.y < 0
      || (velocity !== undefined && (!isClients || Math.abs(velocity) >= MINIMUM_FLING));
    if (velocity === undefined) {
      this.tell({ kind: "didCancelDragging", willDecelerate });
    } else {
      this.tell({ kind: "willEndDragging", velocity: velocity / 1000 });
      this.tell({ kind: "didEndDragging", willDecelerate });
    }
    if (!willDecelerate) {
      this.motion = { kind: MotionCause.none };
    } else if (isClients) {
      const from = this.offset.y;
      this.motion = { kind: MotionCause.client, from, velocity: velocity ?? 0, since: time };
    } else {
      this.followBrowser("didEndDecelerating", time);
    }
  }

  /** Follows a motion of the browser. */
  private followBrowser(ending: Ending, time: number): void {
    this.motion = { kind: MotionCause.browser, ending, until: time + SCROLL_END_TIMEOUT };
  }

  private rest(ending: Ending): void {
    this.motion = { kind: MotionCause.none };
    this.tell({ kind: ending });
  }

  private show(y: number, port: ListMetrics, time: number): void {
    this.lastShown = time;
    this.offset = { x: this.offset.x, y: Math.min(y, port.end) };
    this.tell({ kind: "didScroll" });
  }

  /** Adds a position to the velocity; the offset moves opposite to the finger. */
  private follow(position: Point, time: number): void {
    this.velocity.add(0 - position.y, time * 1000);
  }

  private tell(callback: ScrollCallback): void {
    this.events.push(...this.reporter.receive(callback, this.offset));
  }
}

/** Returns whether two positions are equal up to the browser's rounding. */
function areNear(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
}

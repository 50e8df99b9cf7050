import type { ScrollEvent, ScrollPhase } from "../contract/messages";
import type { Point } from "../presenter/scene";

/**
 * What a scroll view tells its delegate, in UIKit's words; other platforms' callbacks map to these.
 */
export type ScrollCallback =
  /** A finger starts to drag, on a resting list or on one that coasts. */
  | { kind: "willBeginDragging" }
  /** The offset changed, for whatever reason. */
  | { kind: "didScroll" }
  /**
   * The finger lifts; the vertical velocity is in points per **milli**second, positive when the
   * offset grows.
   */
  | { kind: "willEndDragging"; velocity: number }
  /** The finger has lifted. */
  | { kind: "didEndDragging"; willDecelerate: boolean }
  /** The system has taken the finger away: a `touchcancel`. */
  | { kind: "didCancelDragging"; willDecelerate: boolean }
  /** The content starts to coast. */
  | { kind: "willBeginDecelerating" }
  /** The content has come to rest. */
  | { kind: "didEndDecelerating" }
  /**
   * The app is about to scroll with an animation, to a place if it says so: scroll views tell of no
   * animation to where they are.
   */
  | { kind: "willScroll"; to?: Point }
  /** That animation is over. */
  | { kind: "didEndScrollingAnimation" }
  /** The layout has changed. */
  | { kind: "didChangeLayout" }
  /** The list has left its window: no other callback will come of what runs. */
  | { kind: "didLeaveWindow" };

/**
 * What moves the content.
 *
 * - `resting`: nothing. Can transition to: `announced`, `dragging`.
 * - `announced`: nothing yet, an animation is to. Can transition to: `moving`, `resting`, `dragging`.
 * - `moving`: the app's animation. Can transition to: `resting`, `dragging`.
 * - `dragging`: a finger. Can transition to: `lifted`, `coasting`, `resting`.
 * - `lifted`: nothing, and whether the content coasts is not known yet. Can transition to: `coasting`,
 *   `resting`, `announced`, `dragging`.
 * - `coasting`: the deceleration, or a bounce. Can transition to: `resting`, `announced`, `dragging`.
 */
enum Phase { resting, announced, moving, dragging, lifted, coasting }

/**
 * Turns the callbacks of one scroll view into events: phases, drag numbers and units as the engine
 * expects them (rules S2–S4).
 *
 * Keep it as long as its list: the numbers of its drags have to grow, over new sessions, too.
 */
export class ScrollReporter {
  private phase = Phase.resting;
  /** Where the list stood in the last callback. */
  private last: Point = { x: 0, y: 0 };

  /**
   * @param source The list's name in the experience.
   * @param drag The number of the newest drag that the engine may know of this list.
   */
  constructor(readonly source: string, public drag = 0) {}

  /**
   * A callback has come. Returns the events that it means, in order, all at the callback's time.
   *
   * @param offset Where the list stands: 0 at rest at the top, negative while pulled down.
   */
  receive(callback: ScrollCallback, offset: Point): { scroll: ScrollEvent }[] {
    const scrolls = this.scrolls(callback, offset);
    this.last = offset;
    return scrolls.map((scroll) => ({ scroll }));
  }

  private scrolls(callback: ScrollCallback, offset: Point): ScrollEvent[] {
    const { phase } = this;
    switch (callback.kind) {
      case "willBeginDragging": {
        const ended = phase === Phase.moving ? [this.move("programmatic_ended", offset)] : [];
        this.phase = Phase.dragging;
        this.drag += 1;
        // It also ends what coasts, or a drag whose end never came (rule S3).
        return [...ended, this.dragged("began", offset)];
      }
      case "didScroll":
        return this.scrolled(offset);
      case "willEndDragging":
        if (phase !== Phase.dragging) return [];
        this.phase = Phase.lifted;
        return [{ ...this.dragged("ended", offset), velocity: callback.velocity * 1000 }];
      case "didEndDragging":
        return this.lift("ended", callback.willDecelerate, offset);
      case "didCancelDragging":
        return this.lift("cancelled", callback.willDecelerate, offset);
      case "willBeginDecelerating":
        if (phase === Phase.lifted) this.phase = Phase.coasting;
        return [];
      case "didEndDecelerating":
        return this.settle(offset);
      case "willScroll": {
        // A finger goes on to move the list, whatever the app wants.
        if (phase === Phase.dragging) return [];
        const settled = this.settle(offset);
        if (callback.to && isSame(callback.to, offset)) return [...settled, ...this.endMove(offset)];
        if (phase !== Phase.moving) this.phase = Phase.announced;
        return settled;
      }
      case "didEndScrollingAnimation":
        return this.endMove(offset);
      case "didChangeLayout":
        // What moves is read with the new layout in its next callback.
        return phase === Phase.resting ? this.jump(offset) : [];
      case "didLeaveWindow":
        if (phase !== Phase.dragging) return [...this.settle(offset), ...this.endMove(offset)];
        this.phase = Phase.resting;
        return [this.dragged("cancelled", offset)];
    }
  }

  private scrolled(offset: Point): ScrollEvent[] {
    switch (this.phase) {
      case Phase.resting: return this.jump(offset);
      case Phase.announced:
        this.phase = Phase.moving;
        return [this.move("programmatic_began", this.last), this.move("programmatic_moved", offset)];
      case Phase.moving: return [this.move("programmatic_moved", offset)];
      case Phase.dragging: return [this.dragged("moved", offset)];
      case Phase.lifted: case Phase.coasting: return [this.dragged("decelerating", offset)];
    }
  }

  /** The finger is gone, with or without a word of it before. */
  private lift(end: "ended" | "cancelled", willDecelerate: boolean, offset: Point): ScrollEvent[] {
    const { phase } = this;
    if (phase === Phase.resting || phase === Phase.announced || phase === Phase.moving) return [];
    // A touch that only stops what coasts is no drag; its end may be told all the same.
    const isTold = phase === Phase.dragging || (phase === Phase.lifted && end === "cancelled");
    const scrolls = isTold ? [this.dragged(end, offset)] : [];
    this.phase = Phase.coasting;
    if (willDecelerate) return scrolls;
    if (!isTold || end === "ended") return [...scrolls, ...this.settle(offset)];
    // A cancelled drag has nothing to settle.
    this.phase = Phase.resting;
    return scrolls;
  }

  private settle(offset: Point): ScrollEvent[] {
    // Else it is that of a deceleration that a finger has stopped, or that is known to be over.
    if (this.phase !== Phase.lifted && this.phase !== Phase.coasting) return [];
    this.phase = Phase.resting;
    return [this.dragged("settled", offset)];
  }

  private endMove(offset: Point): ScrollEvent[] {
    const { phase } = this;
    if (phase !== Phase.moving && phase !== Phase.announced) return [];
    this.phase = Phase.resting;
    return phase === Phase.moving ? [this.move("programmatic_ended", offset)] : this.jump(offset);
  }

  /** A whole move in one callback. */
  private jump(offset: Point): ScrollEvent[] {
    const { last } = this;
    if (isSame(offset, last)) return [];
    return [this.move("programmatic_began", last), this.move("programmatic_ended", offset)];
  }

  private dragged(phase: ScrollPhase, offset: Point): ScrollEvent {
    return { ...this.move(phase, offset), drag: this.drag };
  }

  private move(phase: ScrollPhase, { x, y }: Point): ScrollEvent {
    return { source: this.source, drag: 0, phase, x, y };
  }
}

function isSame(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}

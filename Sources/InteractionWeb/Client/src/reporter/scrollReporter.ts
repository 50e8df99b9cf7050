import type { ScrollEvent, ScrollPhase } from "../contract/messages";
import type { Point } from "../presenter/scene";

/** A callback of a scroll view, with UIKit's names; other platforms' callbacks map to these. */
export type ScrollCallback =
  /** A drag begins, on a resting or a decelerating list. */
  | { kind: "willBeginDragging" }
  /** The offset has changed, for whatever reason. */
  | { kind: "didScroll" }
  /**
   * The finger lifts; the vertical velocity is in points per **milli**second, positive if the
   * offset grows.
   */
  | { kind: "willEndDragging"; velocity: number }
  /** The finger has lifted. */
  | { kind: "didEndDragging"; willDecelerate: boolean }
  /** The system has cancelled the touch: a `touchcancel`. */
  | { kind: "didCancelDragging"; willDecelerate: boolean }
  /** The deceleration begins. */
  | { kind: "willBeginDecelerating" }
  /** The deceleration has ended. */
  | { kind: "didEndDecelerating" }
  /**
   * An animated scroll of the app is about to begin. `to` is the destination, if known: scroll
   * views do not report the end of an animation to the current offset.
   */
  | { kind: "willScroll"; to?: Point }
  /** The animated scroll has ended. */
  | { kind: "didEndScrollingAnimation" }
  /** The insets or the bounds have changed. */
  | { kind: "didChangeLayout" }
  /** The list has left its window: callbacks of a running scroll will not arrive. */
  | { kind: "didLeaveWindow" };

/**
 * The cause of the current movement.
 *
 * - `resting`: the list is at rest. Can transition to: `announced`, `dragging`.
 * - `announced`: an animated scroll has been announced, but has not moved the list yet. Can
 *   transition to: `moving`, `resting`, `dragging`.
 * - `moving`: the app's animated scroll. Can transition to: `resting`, `dragging`.
 * - `dragging`: a drag. Can transition to: `lifted`, `decelerating`, `resting`.
 * - `lifted`: the finger has lifted; it is not known yet whether the list decelerates. Can
 *   transition to: `decelerating`, `resting`, `announced`, `dragging`.
 * - `decelerating`: a deceleration, or a bounce. Can transition to: `resting`, `announced`, `dragging`.
 */
enum Phase { resting, announced, moving, dragging, lifted, decelerating }

/**
 * Converts the callbacks of one scroll view to scroll events, with the phases, drag numbers and
 * units of the protocol (rules S2–S4).
 *
 * Keep it as long as its list, also over new sessions: drag numbers must increase.
 */
export class ScrollReporter {
  private phase = Phase.resting;
  /** The offset in the last callback. */
  private last: Point = { x: 0, y: 0 };

  /**
   * @param source The list's ID in the experience.
   * @param drag The number of the newest drag of this list that the engine may know. By default
   * tenths of seconds, in 31 bits: the engine drops drags whose number has not grown, also in a
   * session that a page resumes after a restart, and no list has ten drags a second.
   */
  constructor(readonly source: string, public drag = Date.now() / 100 & 0x7fffffff) {}

  /**
   * Handles a callback. Returns its events in order, all at the callback's time.
   *
   * @param offset The offset: 0 at rest at the top, negative during overscroll at the top.
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
        // Also ends a deceleration, or a drag whose end was not reported (rule S3).
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
        if (phase === Phase.lifted) this.phase = Phase.decelerating;
        return [];
      case "didEndDecelerating":
        return this.settle(offset);
      case "willScroll": {
        // The finger keeps moving the list.
        if (phase === Phase.dragging) return [];
        const settled = this.settle(offset);
        if (callback.to && isSame(callback.to, offset)) return [...settled, ...this.endMove(offset)];
        if (phase !== Phase.moving) this.phase = Phase.announced;
        return settled;
      }
      case "didEndScrollingAnimation":
        return this.endMove(offset);
      case "didChangeLayout":
        // During a movement the next callback reports the new offset.
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
      case Phase.lifted: case Phase.decelerating: return [this.dragged("decelerating", offset)];
    }
  }

  /** Ends a drag, whether or not `willEndDragging` came before. */
  private lift(end: "ended" | "cancelled", willDecelerate: boolean, offset: Point): ScrollEvent[] {
    const { phase } = this;
    if (phase === Phase.resting || phase === Phase.announced || phase === Phase.moving) return [];
    // A touch that only stops a deceleration is no drag, but its end may be reported.
    const isTold = phase === Phase.dragging || (phase === Phase.lifted && end === "cancelled");
    const scrolls = isTold ? [this.dragged(end, offset)] : [];
    this.phase = Phase.decelerating;
    if (willDecelerate) return scrolls;
    if (!isTold || end === "ended") return [...scrolls, ...this.settle(offset)];
    // A cancelled drag does not settle.
    this.phase = Phase.resting;
    return scrolls;
  }

  private settle(offset: Point): ScrollEvent[] {
    // The end of a deceleration that a finger has stopped, or that is over already, is ignored.
    if (this.phase !== Phase.lifted && this.phase !== Phase.decelerating) return [];
    this.phase = Phase.resting;
    return [this.dragged("settled", offset)];
  }

  private endMove(offset: Point): ScrollEvent[] {
    const { phase } = this;
    if (phase !== Phase.moving && phase !== Phase.announced) return [];
    this.phase = Phase.resting;
    return phase === Phase.moving ? [this.move("programmatic_ended", offset)] : this.jump(offset);
  }

  /** Returns the events of a scroll within one callback. */
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

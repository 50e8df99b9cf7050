import type { PointerEvent, PointerPhase } from "../contract/messages";
import type { Point } from "../presenter/scene";

/**
 * The slop: the distance of a finger before it drags, or around a tab's item where it still taps,
 * pt.
 */
const SLOP = 10;

/** The top left and the bottom right corner. */
export type CornerPoints = readonly [Point, Point];

/** A finger on a view that the engine knows. */
interface Finger {
  target: string;
  /** The tab, if the view is an item. */
  tab: number | undefined;
  start: Point;
  /** The view's corners at the touch. */
  corners: CornerPoints | undefined;
  /** True if the engine knows of the finger. */
  isReported: boolean;
}

/** An event of a finger on a view. */
export type TouchPayload = { pointer: PointerEvent } | { tap: { tab: number } };

/**
 * Reports fingers on the views that the engine knows, except lists: taps on tabs, and drags of
 * pages, from an edge, and of the open floor.
 *
 * A drag is reported once it moves along its view's axis, from where it began: fingers that scroll
 * a list are not reported as page drags.
 */
export class TouchReporter {
  private readonly fingers = new Map<number, Finger>();

  /**
   * @param reportsPointers Returns whether every pointer event on a tab is reported, for long
   * presses; otherwise only taps are, to which the presenter reacts at once.
   */
  constructor(private readonly reportsPointers: (tab: number) => boolean) {}

  /** Returns whether a finger drags a view; then it scrolls no list. */
  isDragging(id: number): boolean {
    const { isReported, tab } = this.fingers.get(id) ?? {};
    return Boolean(isReported) && tab === undefined;
  }

  /** Drops a finger that does something else. */
  forget(id: number): void {
    this.fingers.delete(id);
  }

  /**
   * Handles a finger that goes down on `tab/N`, `pages`, `edge`, `scan`, `scan/ROUTE` or
   * `floor/page`.
   *
   * @param corners The view's corners; a lift outside them is no tap on a tab.
   */
  down(id: number, target: string, position: Point, corners?: CornerPoints): TouchPayload[] {
    const tab = target.startsWith("tab/") ? Number(target.slice("tab/".length)) : undefined;
    const isReported = tab !== undefined && this.reportsPointers(tab);
    this.fingers.set(id, { target, tab, start: position, corners, isReported });
    return isReported ? [report(id, target, "down", position)] : [];
  }

  /** Handles a move. */
  move(id: number, position: Point): TouchPayload[] {
    const finger = this.fingers.get(id);
    if (!finger) return [];
    const { target, tab, start, isReported } = finger;
    if (isReported) return [report(id, target, "moved", position)];
    // Only the position of the lift counts (rule T9).
    if (tab !== undefined) return [];
    const [dx, dy] = [Math.abs(position.x - start.x), Math.abs(position.y - start.y)];
    if (Math.max(dx, dy) < SLOP) return [];
    const isSideways = target === "pages" || target === "edge";
    if (dx > dy !== isSideways) {
      this.fingers.delete(id);
      return [];
    }
    finger.isReported = true;
    return [report(id, target, "down", start), report(id, target, "moved", position)];
  }

  /** Handles a lift or a cancelled touch. */
  up(id: number, position: Point, isCancelled = false): TouchPayload[] {
    const finger = this.fingers.get(id);
    this.fingers.delete(id);
    if (!finger) return [];
    const { target, tab, corners, isReported } = finger;
    if (isReported) return [report(id, target, isCancelled ? "cancelled" : "up", position)];
    if (tab === undefined || isCancelled || (corners && !isOver(corners, position))) return [];
    return [{ tap: { tab } }];
  }
}

function report(
  pointer: number, target: string, phase: PointerPhase, { x, y }: Point,
): TouchPayload {
  return { pointer: { pointer, target, phase, x, y } };
}

/** Returns whether a lift at a position taps an item with these corners. */
function isOver([from, to]: CornerPoints, { x, y }: Point): boolean {
  return x >= from.x - SLOP && x <= to.x + SLOP && y >= from.y - SLOP && y <= to.y + SLOP;
}

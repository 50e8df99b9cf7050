import type { PointerEvent, PointerPhase } from "../contract/messages";
import type { Point } from "../presenter/scene";

/** How far a finger strays before it drags, or off a tab's item and still taps, pt. */
const SLOP = 10;

/** The top left corner and the bottom right one. */
export type Corners = readonly [Point, Point];

/** A finger on a view that the engine knows. */
interface Finger {
  target: string;
  /** The tab whose item the view is, if it is one. */
  tab: number | undefined;
  start: Point;
  /** Where the view stood. */
  corners: Corners | undefined;
  /** Whether the engine has been told of it. */
  isReported: boolean;
}

/** What a finger on a view means to the engine. */
export type TouchEventKind = { pointer: PointerEvent } | { tap: { tab: number } };

/**
 * Fingers on the views that the engine knows, but for lists: taps on tabs, and drags of pages, from
 * an edge, and of the open floor.
 *
 * The engine hears of a drag once it goes the way of its view, from where it began: a finger that
 * scrolls a list means nothing to the pages.
 */
export class TouchReporter {
  private readonly fingers = new Map<number, Finger>();

  /**
   * @param reportsPointers Whether the engine is told of fingers on a tab, for long presses; else of
   *   finished taps, to which the presenter reacts at once.
   */
  constructor(private readonly reportsPointers: (tab: number) => boolean = () => false) {}

  /** Whether a finger drags something; then it scrolls no list. */
  isDragging(id: number): boolean {
    const { isReported, tab } = this.fingers.get(id) ?? {};
    return Boolean(isReported) && tab === undefined;
  }

  /** A finger does something else. */
  forget(id: number): void {
    this.fingers.delete(id);
  }

  /**
   * A finger touches a view: `tab/N`, `pages`, `edge`, `scan`, `scan/ROUTE` or `floor/page`.
   *
   * @param corners Where the view stands; a finger that lifts outside taps no tab.
   */
  down(id: number, target: string, position: Point, corners?: Corners): TouchEventKind[] {
    const tab = target.startsWith("tab/") ? Number(target.slice("tab/".length)) : undefined;
    const isReported = tab !== undefined && this.reportsPointers(tab);
    this.fingers.set(id, { target, tab, start: position, corners, isReported });
    return isReported ? [report(id, target, "down", position)] : [];
  }

  /** It moves. */
  move(id: number, position: Point): TouchEventKind[] {
    const finger = this.fingers.get(id);
    if (!finger) return [];
    const { target, tab, start, isReported } = finger;
    if (isReported) return [report(id, target, "moved", position)];
    // Where it lifts decides (rule T9).
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

  /** It lifts, or the system takes it away. */
  up(id: number, position: Point, isCancelled = false): TouchEventKind[] {
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
): TouchEventKind {
  return { pointer: { pointer, target, phase, x, y } };
}

/** Whether a finger that lifts at a position taps an item with these corners. */
function isOver([from, to]: Corners, { x, y }: Point): boolean {
  return x >= from.x - SLOP && x <= to.x + SLOP && y >= from.y - SLOP && y <= to.y + SLOP;
}

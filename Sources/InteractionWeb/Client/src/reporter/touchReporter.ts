import type { PointerEvent, PointerPhase } from "../contract/messages";
import type { Point } from "../presenter/scene";

/** How far a finger strays before it drags, or no longer taps, pt. */
const SLOP = 10;

/** A finger on a view that the engine knows. */
interface Finger {
  target: string;
  start: Point;
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
    const finger = this.fingers.get(id);
    return finger !== undefined && finger.isReported && !isTab(finger.target);
  }

  /** A finger does something else. */
  forget(id: number): void {
    this.fingers.delete(id);
  }

  /** A finger touches a view: `tab/N`, `pages`, `edge`, `scan`, `scan/ROUTE` or `floor/page`. */
  down(id: number, target: string, position: Point): TouchEventKind[] {
    const isReported = isTab(target) && this.reportsPointers(tab(target));
    this.fingers.set(id, { target, start: position, isReported });
    return isReported ? [report(id, target, "DOWN", position)] : [];
  }

  /** It moves. */
  move(id: number, position: Point): TouchEventKind[] {
    const finger = this.fingers.get(id);
    if (!finger) return [];
    const { target, start, isReported } = finger;
    if (isReported) return [report(id, target, "MOVED", position)];
    const [dx, dy] = [Math.abs(position.x - start.x), Math.abs(position.y - start.y)];
    if (Math.max(dx, dy) < SLOP) return [];
    const isSideways = target === "pages" || target === "edge";
    if (isTab(target) || dx > dy !== isSideways) {
      this.fingers.delete(id);
      return [];
    }
    finger.isReported = true;
    return [report(id, target, "DOWN", start), report(id, target, "MOVED", position)];
  }

  /** It lifts. */
  up(id: number, position: Point): TouchEventKind[] {
    const finger = this.fingers.get(id);
    this.fingers.delete(id);
    if (finger?.isReported) return [report(id, finger.target, "UP", position)];
    return finger && isTab(finger.target) ? [{ tap: { tab: tab(finger.target) } }] : [];
  }

  /** The system takes it away. */
  cancel(id: number, position: Point): TouchEventKind[] {
    const finger = this.fingers.get(id);
    this.fingers.delete(id);
    return finger?.isReported ? [report(id, finger.target, "CANCELLED", position)] : [];
  }
}

function report(
  pointer: number, target: string, phase: PointerPhase, { x, y }: Point,
): TouchEventKind {
  return { pointer: { pointer, target, phase, x, y } };
}

function isTab(target: string): boolean {
  return target.startsWith("tab/");
}

function tab(target: string): number {
  return Number(target.slice("tab/".length));
}

import type { ScrollLink } from "../contract/messages";
import { easeOut } from "./easing";
import type { Point } from "./geometry";

/** Within which time what lags behind catches up, µs. */
const catchingUp = 150_000;

/**
 * How far what follows a finger or a list lags behind: it may only follow when the engine says so,
 * which takes time, and then catches up instead of jumping there.
 */
export interface Lag {
  /** How far it lags behind at `since`, pt. */
  distance: number;
  since: number;
}

export function remaining(lag: Lag | undefined, now: number): number {
  return lag ? lag.distance * (1 - easeOut((now - lag.since) / catchingUp)) : 0;
}

export function isBehind(lag: Lag | undefined, now: number): boolean {
  return lag !== undefined && now < lag.since + catchingUp;
}

/** Where a list stands. */
export interface Offset {
  source: string;
  /** Where the app says that it stands. */
  position: Point;
  /** Where it is held, from the lift of the finger until the verdict (rule D7). */
  held?: Point | undefined;
  lag?: Lag | undefined;
}

/** A finger that drags, or has dragged until it lifted. */
export interface Drag {
  target: string;
  /** How far, pt. */
  translation: number;
  isDown: boolean;
  lag?: Lag;
  /** The finger, and where it touched down, where the client reports pointers. */
  pointer?: number;
  start?: number;
}

/** What the client's user holds and scrolls: what links follow (rule D6). */
export class Fingers {
  offsets: Offset[] = [];
  drags: Drag[] = [];

  copy(): Fingers {
    const copy = new Fingers();
    copy.offsets = this.offsets.map((each) => ({ ...each }));
    copy.drags = this.drags.map((each) => ({ ...each }));
    return copy;
  }

  /** What a link follows; 0 for what has not been reported. */
  value({ dragTarget, source = "" }: ScrollLink, now: number): number {
    if (dragTarget) {
      const drag = this.drag(dragTarget);
      return drag ? drag.translation - remaining(drag.lag, now) : 0;
    }
    const offset = this.offsets.find((each) => each.source === source);
    return offset ? this.shown(offset, now).y : 0;
  }

  /** Where a list shows. */
  shown({ held, lag, position }: Offset, now: number): Point {
    if (held || !lag) return held ?? position;
    return { x: position.x, y: position.y - remaining(lag, now) };
  }

  /** Whether something still catches up. */
  isCatchingUp(now: number): boolean {
    return (
      this.offsets.some(({ held, lag }) => !held && isBehind(lag, now)) ||
      this.drags.some(({ lag }) => isBehind(lag, now))
    );
  }

  drag(target: string): Drag | undefined {
    return this.drags.find((each) => each.target === target);
  }

  touch(target: string): void {
    this.drags.push({ target, translation: 0, isDown: true });
  }

  forget(target: string): void {
    this.drags = this.drags.filter((each) => each.target !== target);
  }

  /** What follows a finger from now on catches up with it. */
  catchUp(target: string, now: number): void {
    const drag = this.drag(target);
    if (drag) drag.lag = { distance: drag.translation, since: now };
  }

  /** A list stands somewhere, pt. Returns whether it has not been reported before. */
  scroll(source: string, position: Point): boolean {
    const known = this.offsets.find((each) => each.source === source);
    if (known) known.position = position;
    else this.offsets.push({ source, position });
    return !known;
  }

  /** Pulled lists stay where they are. */
  holdLists(): void {
    for (const offset of this.offsets) {
      if (offset.position.y < 0) [offset.held, offset.lag] = [offset.position, undefined];
    }
  }

  /** Lists that were held go to where the app says that they stand. */
  freeLists(now: number): void {
    for (const offset of this.offsets) {
      if (!offset.held) continue;
      offset.lag = { distance: offset.position.y - offset.held.y, since: now };
      offset.held = undefined;
    }
  }
}

import type { ScrollLink } from "../contract/messages";
import { easeOut } from "./easing";
import type { Point } from "./geometry";

/** The duration of catching up, µs. */
const catchUpTime = 150_000;

/**
 * The distance by which a view lags behind its finger or list. Links begin only once the engine has
 * sent them; the view then catches up gradually instead of jumping.
 */
export interface CatchUpOffset {
  /** The distance at `since`, pt. */
  distance: number;
  since: number;
}

export function remaining(lag: CatchUpOffset | undefined, now: number): number {
  return lag ? lag.distance * (1 - easeOut((now - lag.since) / catchUpTime)) : 0;
}

export function isBehind(lag: CatchUpOffset | undefined, now: number): boolean {
  return lag !== undefined && now < lag.since + catchUpTime;
}

/** The offset of a list. */
export interface TrackedOffset {
  source: string;
  /** The list's name; absent for a single one, or until the app names it (rule S9). */
  list?: string | undefined;
  /** The offset reported by the app, pt. */
  position: Point;
  /**
   * The offset held from the lift of the finger until the decision (rule D7); absent if not held.
   */
  held?: Point | undefined;
  lag?: CatchUpOffset | undefined;
}

/** A finger's drag, also after its lift. */
export interface TrackedDrag {
  target: string;
  /** The translation, pt. */
  translation: number;
  isDown: boolean;
  lag?: CatchUpOffset;
  /** The pointer's ID and its start, pt, if the client reports pointers. */
  pointer?: number;
  start?: number;
}

/** The fingers and list offsets that links follow (rule D6). */
export class TrackedInput {
  /** The offset of each source's list, of those that lie side by side the shown one. */
  offsets: TrackedOffset[] = [];
  /** The offsets of the other lists. */
  private others: TrackedOffset[] = [];
  drags: TrackedDrag[] = [];

  copy(): TrackedInput {
    const copy = new TrackedInput();
    copy.offsets = this.offsets.map((each) => ({ ...each }));
    copy.others = this.others;
    copy.drags = this.drags.map((each) => ({ ...each }));
    return copy;
  }

  /** Returns the value of a link's driver; 0 if it has not been reported. */
  value({ dragTarget, source = "" }: ScrollLink, now: number): number {
    if (dragTarget) {
      const drag = this.drag(dragTarget);
      return drag ? drag.translation - remaining(drag.lag, now) : 0;
    }
    const offset = this.offsets.find((each) => each.source === source);
    return offset ? this.presentedOffset(offset, now).y : 0;
  }

  /** Returns the presented offset. */
  presentedOffset({ held, lag, position }: TrackedOffset, now: number): Point {
    if (held || !lag) return held ?? position;
    return { x: position.x, y: position.y - remaining(lag, now) };
  }

  /** Returns whether an offset or a translation still lags behind. */
  isCatchingUp(now: number): boolean {
    return (
      this.offsets.some(({ held, lag }) => !held && isBehind(lag, now)) ||
      this.drags.some(({ lag }) => isBehind(lag, now))
    );
  }

  drag(target: string): TrackedDrag | undefined {
    return this.drags.find((each) => each.target === target);
  }

  touch(target: string): void {
    this.drags.push({ target, translation: 0, isDown: true });
  }

  removeDrag(target: string): void {
    this.drags = this.drags.filter((each) => each.target !== target);
  }

  /** Starts the translation at 0, from which it catches up with the finger. */
  catchUp(target: string, now: number): void {
    const drag = this.drag(target);
    if (drag) drag.lag = { distance: drag.translation, since: now };
  }

  /** Sets a list's offset, pt. Returns whether it is the source's first. */
  scroll(source: string, position: Point): boolean {
    const index = this.index(source);
    const known = this.offsets[index];
    if (known) known.position = position;
    else this.offsets.push({ source, position });
    return !known;
  }

  /**
   * Shows another of the lists that lie side by side, at its last offset (rule S9). Returns whether
   * its source is new.
   */
  show(list: string, source: string): boolean {
    const index = this.index(source);
    const former = this.offsets[index];
    if (former && former.list === list) return false;
    const isShown = (each: TrackedOffset): boolean => each.source === source && each.list === list;
    const { position } = this.others.find(isShown) ?? { position: { x: 0, y: 0 } };
    this.offsets[index] = { source, list, position };
    this.others = this.others.filter((each) => !isShown(each));
    if (former) this.others.push(former);
    return !former;
  }

  /** Returns the index of the source's offset, the next one if it has not been reported. */
  private index(source: string): number {
    const index = this.offsets.findIndex((each) => each.source === source);
    return index < 0 ? this.offsets.length : index;
  }

  /** Holds overscrolled lists in place. */
  holdLists(): void {
    for (const offset of this.offsets) {
      if (offset.position.y < 0) [offset.held, offset.lag] = [offset.position, undefined];
    }
  }

  /** Releases held lists to their reported offsets. */
  releaseLists(now: number): void {
    for (const offset of this.offsets) {
      if (!offset.held) continue;
      offset.lag = { distance: offset.position.y - offset.held.y, since: now };
      offset.held = undefined;
    }
  }
}

import type { Event, ScrollEvent, ScrollPhase, TriggerLines } from "../contract/messages";
import { areInOneCell, areTogether, isSample } from "./triggerLines";
import { VelocityTracker } from "./velocityTracker";

/** The longest that a moving list stays unheard of, µs: half of what a coasting one may be (S3). */
const MAXIMUM_SILENCE = 500_000;
/** How long a sample that was left out waits for another one, µs. */
const MAXIMUM_WAIT = 250_000;

/** What the filter knows of one list. */
interface List {
  /** The lines between which samples may be left out; absent until the engine has sent them. */
  lines?: TriggerLines;
  /** Where the newest drag started. */
  start?: number;
  /** Which movement the newest sample belongs to. */
  phase?: ScrollPhase;
  drag?: number;
  /**
   * What the next sample is compared with, mostly the offset of the newest one, sent or not; absent
   * if it has to be sent.
   */
  previous?: number;
  /** The newest sample that was left out and may still have to be sent. */
  skipped?: Event;
  /** When this list was last heard of, µs. */
  lastSent: number;
  /** The finger's velocity, which the engine cannot see (rule S7). */
  velocity: VelocityTracker;
}

/**
 * Leaves out the scroll samples that cannot matter: those that stay inside one cell between two
 * trigger lines. The engine's directives are the same with and without.
 */
export class SampleFilter {
  private lists = new Map<string, List>();
  /** How many samples were left out. */
  skipped = 0;

  /** Takes in the lines of one list; its next sample is sent whatever it is. */
  setLines(lines: TriggerLines): void {
    const list = this.list(lines.source);
    list.lines = lines;
    list.previous = undefined;
  }

  /** When a sample that was left out has to be sent after all, µs. */
  get nextFlush(): number | undefined {
    let next: number | undefined;
    for (const { skipped } of this.lists.values()) {
      if (skipped) next = Math.min(next ?? Infinity, time(skipped) + MAXIMUM_WAIT);
    }
    return next;
  }

  /** Takes in an event; returns what to send now, in order. */
  admit(event: Event): Event[] {
    const overdue = this.flush(time(event));
    if (!event.scroll) {
      // Anything else may look at where the lists are: they have to be heard of first, and again
      // right after.
      const flushed = this.flushAll();
      this.forgetPrevious();
      return [...overdue, ...flushed, event];
    }
    const scroll = { ...event.scroll };
    event = { ...event, scroll };
    const list = this.follow(scroll, time(event));
    const inCell = isSample(scroll.phase) && this.isInCell(scroll, list);
    if (inCell && time(event) - list.lastSent < MAXIMUM_SILENCE) {
      list.skipped = event;
      list.previous = scroll.y ?? 0;
      this.skipped += 1;
      return overdue;
    }
    // Nothing is sent out of order of time: other lists' samples go first.
    if (inCell) list.skipped = undefined;
    const flushed = this.flushAll();
    list.lastSent = time(event);
    if (isSample(scroll.phase)) {
      [list.phase, list.drag, list.previous] = [scroll.phase, scroll.drag ?? 0, scroll.y ?? 0];
    } else {
      const last = list.previous;
      this.forgetPrevious();
      this.begin(scroll, list, last);
    }
    return [...overdue, ...flushed, event];
  }

  /** What has been left out for too long at `now`, in order. */
  flush(now: number): Event[] {
    const flushed: Event[] = [];
    for (const list of this.lists.values()) {
      const event = list.skipped;
      if (!event || time(event) + MAXIMUM_WAIT > now) continue;
      list.skipped = undefined;
      list.lastSent = time(event);
      flushed.push(event);
    }
    this.skipped -= flushed.length;
    return flushed.sort((a, b) => time(a) - time(b));
  }

  /** Everything that has been left out, for the end of the session. */
  flushAll(): Event[] {
    return this.flush(Infinity);
  }

  /**
   * What the first sample of the movement that `scroll` begins is compared with: the first one of a
   * drag, with its start, unless a rule goes by starts itself; the first one of its way out, with
   * the drag's last sample: the lift is none, but it has to lie in the same cell.
   */
  private begin(scroll: ScrollEvent, list: List, last: number | undefined): void {
    const { lines } = list;
    if (scroll.phase === "began" && lines && !lines.dragStartSources?.length) {
      [list.phase, list.previous] = ["moved", scroll.y ?? 0];
    } else if (scroll.phase === "ended" && list.phase === "moved") {
      [list.phase, list.previous] = ["decelerating", last];
      if (!this.isInCell({ ...scroll, phase: list.phase }, list)) list.previous = undefined;
    } else {
      list.phase = undefined;
    }
  }

  /** Keeps up with drags: where they started and how fast the finger is. */
  private follow(scroll: ScrollEvent, now: number): List {
    const { source, phase = "", drag = 0, y = 0 } = scroll;
    const list = this.list(source);
    if (phase.startsWith("programmatic")) {
      // A finger that is still down starts anew after the app's move.
      if (!isSample(scroll.phase)) list.drag = undefined;
    } else if (phase) {
      if (phase === "began" || list.drag !== drag) this.startDrag(scroll, now, list);
      if (phase === "moved" || phase === "ended") list.velocity.add(y, now);
      if (phase === "ended") scroll.velocity ??= list.velocity.velocity(now);
    }
    return list;
  }

  private startDrag(scroll: ScrollEvent, now: number, list: List): void {
    list.drag = scroll.drag ?? 0;
    list.phase = list.previous = undefined;
    list.velocity.reset();
    list.start = scroll.y ?? 0;
    list.velocity.add(list.start, now);
  }

  /** Whether a sample lies in the cell of the one before it, in the same movement. */
  private isInCell(scroll: ScrollEvent, list: List): boolean {
    const { lines, previous } = list;
    const y = scroll.y ?? 0;
    if (!lines || lines.everySample || list.phase !== scroll.phase || previous === undefined
      || (scroll.drag && list.drag !== scroll.drag)) return false;
    return areInOneCell(lines, previous, y, scroll.phase)
      && (lines.dragStartSources ?? []).every((source) => {
        const { start } = this.list(source);
        return start === undefined || areTogether(previous, y, start);
      });
  }

  private list(source = ""): List {
    const list = this.lists.get(source) ?? { lastSent: 0, velocity: new VelocityTracker() };
    this.lists.set(source, list);
    return list;
  }

  private forgetPrevious(): void {
    for (const list of this.lists.values()) list.previous = undefined;
  }
}

function time(event: Event): number {
  return event.timeUs ?? 0;
}

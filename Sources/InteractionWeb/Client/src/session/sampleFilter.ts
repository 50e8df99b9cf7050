import type { InteractionEvent, ScrollEvent, ScrollPhase, Surface, TriggerLines }
  from "../contract/messages";
import { areInOneCell, areTogether, isSample } from "./triggerLines";
import { FollowedTravel } from "./followedTravel";
import { VelocityTracker } from "./velocityTracker";

/**
 * The maximum time between two sent samples of a moving list, µs: half of the silence after which a
 * decelerating list counts as settled (rule S3).
 */
const MAXIMUM_SILENCE = 500_000;
/** The maximum delay of a skipped sample before it is sent, µs. */
const MAXIMUM_WAIT = 250_000;

/** The filter's state for one list. */
interface List {
  /** The trigger lines; absent until the engine has sent them. */
  lines?: TriggerLines;
  /** The offset at the start of the newest drag. */
  start?: number;
  /** The phase of the current movement; absent if none has begun. */
  phase?: ScrollPhase;
  drag?: number;
  /**
   * The offset that the next sample is compared with, usually the newest one, sent or not; absent
   * if the next sample has to be sent.
   */
  previous?: number;
  /** The list's travel (rule R12). */
  travel: FollowedTravel;
  /** The content's height, pt; absent until it is reported. */
  contentHeight?: number;
  /** The newest skipped sample that may still have to be sent. */
  skipped?: InteractionEvent;
  /** The time of the newest sent sample, µs. */
  lastSent: number;
  /** The finger's velocity, which the engine cannot derive from the remaining samples (rule S7). */
  velocity: VelocityTracker;
}

/**
 * A filter that skips redundant scroll samples: those that stay in one cell between two trigger
 * lines. The engine's directives are the same with and without it.
 */
export class SampleFilter {
  private lists = new Map<string, List>();
  /** True if the engine's session began with the filter's first event. */
  private isComplete = true;

  /** @param surface The surface of the session. */
  constructor(private surface: Surface = {}) {}

  /**
   * Prepares the filter for an engine that has not received all its events: samples of lists whose
   * travel counts are sent until the content's size is reported and the list turns.
   */
  continueElsewhere(): void {
    this.isComplete = false;
    for (const list of this.lists.values()) list.travel = new FollowedTravel(false);
  }

  /** The number of skipped samples. */
  skipped = 0;

  /** Sets the trigger lines of a list; its next sample is sent in any case. */
  setLines(lines: TriggerLines): void {
    const list = this.list(lines.source);
    list.lines = lines;
    list.previous = undefined;
  }

  /** The time at which a skipped sample has to be sent, µs. */
  get nextFlush(): number | undefined {
    let next: number | undefined;
    for (const { skipped } of this.lists.values()) {
      if (skipped) next = Math.min(next ?? Infinity, time(skipped) + MAXIMUM_WAIT);
    }
    return next;
  }

  /** Filters an event. Returns the events to send now, in order. */
  admit(event: InteractionEvent): InteractionEvent[] {
    const overdue = this.flush(time(event));
    if (!event.scroll) {
      // Another event may depend on any list's offset: skipped samples are sent before it, and the
      // next samples after it.
      const flushed = this.flushAll();
      this.forgetPrevious();
      this.followContent(event);
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
    // Events are sent in order of time: other lists' skipped samples come first.
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

  /** Returns the samples that were skipped too long ago at `now`, in order. */
  flush(now: number): InteractionEvent[] {
    const flushed: InteractionEvent[] = [];
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

  /** Returns all skipped samples, for the end of the session. */
  flushAll(): InteractionEvent[] {
    return this.flush(Infinity);
  }

  /**
   * Sets the offset that the first sample of the next movement is compared with.
   *
   * The first sample of a drag is compared with the drag's start, unless a rule depends on drag
   * starts. The first sample of a deceleration is compared with the drag's last sample, if the
   * offset of the lift lies in the same cell.
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

  /** Follows what the end of a list's content depends on. */
  private followContent({ surface, contentSize, listShown }: InteractionEvent): void {
    if (surface) this.surface = surface;
    if (listShown) this.list(listShown.source).travel = new FollowedTravel(false);
    if (contentSize) {
      const list = this.list(contentSize.source);
      list.contentHeight = contentSize.height ?? 0;
      list.travel.isEndKnown = true;
    }
    const { height = 0, insets } = this.surface;
    for (const { travel, contentHeight } of this.lists.values()) {
      if (contentHeight !== undefined && travel.isEndKnown) {
        travel.end = Math.max(contentHeight + (insets?.bottom ?? 0) - height, 0);
      }
    }
  }

  /** Tracks drags: their starts and the finger's velocity. */
  private follow(scroll: ScrollEvent, now: number): List {
    const { source, phase = "", drag = 0, y = 0 } = scroll;
    const list = this.list(source);
    list.travel.follow(scroll, list.lines ?? {});
    if (phase.startsWith("programmatic")) {
      // A finger that is still down begins a new drag after the app's scroll.
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

  /** Returns whether a sample lies in the same cell as the previous one of its movement. */
  private isInCell(scroll: ScrollEvent, list: List): boolean {
    const { lines, previous } = list;
    const y = scroll.y ?? 0;
    if (!lines || lines.everySample || list.phase !== scroll.phase || previous === undefined
      || (scroll.drag && list.drag !== scroll.drag) || !list.travel.staysInCell) return false;
    return areInOneCell(lines, previous, y, scroll.phase)
      && (lines.dragStartSources ?? []).every((source) => {
        const { start } = this.list(source);
        return start === undefined || areTogether(previous, y, start);
      });
  }

  private list(source = ""): List {
    const list = this.lists.get(source) ?? {
      lastSent: 0, velocity: new VelocityTracker(), travel: new FollowedTravel(this.isComplete),
    };
    this.lists.set(source, list);
    return list;
  }

  private forgetPrevious(): void {
    for (const list of this.lists.values()) list.previous = undefined;
  }
}

function time(event: InteractionEvent): number {
  return event.timeUs ?? 0;
}

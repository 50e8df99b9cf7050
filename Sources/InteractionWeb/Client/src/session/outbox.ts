import type { InteractionEvent } from "../contract/messages";
import { isSample } from "./triggerLines";

/** An event with its sequence number. */
export interface NumberedEvent {
  event: InteractionEvent;
  /** The sequence number, from 1; 0 until the event is first sent. */
  sequence: number;
}

/**
 * The queue of events until a checkpoint contains them: those to be sent, and those to be resent
 * after a lost connection.
 *
 * An event gets its sequence number when it is first sent. Superseded movements are conflated once
 * the queue is half full; taps and changes of phase never are.
 */
export class Outbox {
  /** The events in order; those with a sequence number come first. */
  private events: NumberedEvent[] = [];
  /** The number of events that have been sent on this connection. */
  private sent = 0;
  /** The number of events that have a sequence number. */
  private numberedCount = 0;
  private nextSequence = 1;
  /** The newest event that the server has applied. */
  acked = 0;
  /** The number of movements that were conflated. */
  conflated = 0;

  constructor(private readonly capacity: number) {}

  /**
   * Restores the events that were saved before a restart of the app, all unsent; the first has the
   * number `first`.
   */
  restore(events: readonly InteractionEvent[], first: number, acked: number): void {
    this.events = events.map((event, index) => ({ event, sequence: first + index }));
    this.numberedCount = events.length;
    this.nextSequence = first + events.length;
    this.acked = acked;
  }

  /** The events in order; those without a sequence number come last. */
  get kept(): InteractionEvent[] {
    return this.events.map(({ event }) => event);
  }

  /** True if the events exceed the capacity, so that the session must end. */
  get isOverfull(): boolean {
    return this.events.length > this.capacity;
  }

  /** True if every event has been sent and applied. */
  get isSettled(): boolean {
    return this.sent === this.events.length && this.acked + 1 >= this.nextSequence;
  }

  /** The sequence number of the oldest event, or of the next one if there is none. */
  get first(): number {
    return this.numberedCount > 0 ? this.events[0]!.sequence : this.nextSequence;
  }

  /** The unacknowledged events, in order. */
  get pending(): InteractionEvent[] {
    return this.kept.slice(this.countThrough(this.acked));
  }

  /** The time of the oldest unacknowledged event, µs. */
  get oldestPending(): number | undefined {
    const [event] = this.pending;
    return event && (event.timeUs ?? 0);
  }

  append(events: readonly InteractionEvent[]): void {
    if (events.length === 0) return;
    for (const event of events) this.events.push({ event, sequence: 0 });
    if (this.events.length > this.capacity / 2) this.conflate();
  }

  /**
   * Returns the next events to send, at most `count`. They stay in the queue if `keeping` is true,
   * to be resent.
   */
  next(count: number, keeping: boolean): NumberedEvent[] {
    const end = Math.min(this.sent + count, this.events.length);
    const events = this.events.slice(this.sent, end);
    for (const entry of events) {
      entry.sequence ||= this.nextSequence++;
    }
    this.numberedCount = Math.max(this.numberedCount, end);
    this.sent = end;
    if (!keeping) this.drop(end);
    return events;
  }

  /** Records that the server has applied all events up to `event`. */
  acknowledge(event: number): void {
    this.acked = Math.max(this.acked, event);
  }

  /** Removes the events up to `event`, which a checkpoint contains. */
  removeCheckpointed(event: number): void {
    this.drop(this.countThrough(event));
  }

  /** Resumes on a new connection after `event`: all later events are resent. */
  rewind(event: number): void {
    this.sent = this.countThrough(event);
    this.nextSequence = Math.max(this.nextSequence, event + 1);
    this.acked = Math.max(this.acked, event);
  }

  /** Empties the queue. */
  discard(): void {
    this.events = [];
    this.sent = this.numberedCount = this.acked = 0;
    this.nextSequence = 1;
  }

  /**
   * Renumbers the unacknowledged events for a new session. The client has shown no effect of them.
   */
  restart(): void {
    const { pending } = this;
    this.discard();
    this.events = pending.map((event) => ({ event, sequence: 0 }));
  }

  /** Returns the number of numbered events up to `event`. */
  private countThrough(event: number): number {
    let count = 0;
    while (count < this.numberedCount && this.events[count]!.sequence <= event) count += 1;
    return count;
  }

  private drop(count: number): void {
    this.events.splice(0, count);
    this.sent = Math.max(this.sent - count, 0);
    this.numberedCount -= count;
  }

  /**
   * Conflates unsent movements: one is dropped if a later one supersedes it with nothing but
   * movements between. Of consecutive ticks the last remains.
   */
  private conflate(): void {
    const later = new Set<string>();
    const kept: NumberedEvent[] = [];
    for (const waiting of this.events.splice(this.numberedCount).reverse()) {
      const movement = conflationKey(waiting.event);
      if (later.has(movement)) {
        this.conflated += 1;
        continue;
      }
      kept.push(waiting);
      if (!movement || movement === "tick") later.clear();
      if (movement) later.add(movement);
    }
    this.events.push(...kept.reverse());
  }
}

/**
 * Returns a key of an event that only moves something; empty for other events. A tick moves time.
 */
function conflationKey({ scroll, pointer, pageDrag, tick }: InteractionEvent): string {
  if (scroll && isSample(scroll.phase)) return `list ${scroll.source} ${scroll.drag} ${scroll.phase}`;
  if (pointer?.phase === "moved") return `finger ${pointer.pointer}`;
  if (pageDrag?.phase === "moved") return `pages ${pageDrag.subject}`;
  return tick && !tick.byServer ? "tick" : "";
}

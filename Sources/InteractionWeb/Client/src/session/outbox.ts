import type { Event } from "../contract/messages";
import { isSample } from "./triggerLines";

/** An event with its number, once it has one. */
export interface NumberedEvent {
  event: Event;
  /** From 1; 0 until the event is sent for the first time. */
  sequence: number;
}

/**
 * The events of a session that are not safe yet: those to be sent, and those that no checkpoint
 * contains, which have to be sent again after a connection was lost.
 *
 * An event gets its number when it is sent for the first time. While too many wait, movements that
 * a later one overtakes are left out; taps and changes of phase never are.
 */
export class Outbox {
  /** In order; those that have been numbered come first. */
  private events: NumberedEvent[] = [];
  /** How many of the events have been sent on this connection. */
  private sent = 0;
  /** How many of the events have a number. */
  private known = 0;
  private nextSequence = 1;
  /** The last event that the server has applied. */
  acked = 0;
  /** How many events were left out, since a later one overtakes them. */
  coalesced = 0;

  constructor(private readonly capacity: number) {}

  /**
   * Takes in what was kept across a restart of the app: `events`, of which none has been sent on a
   * connection of this run, the first of which has the number `first`.
   */
  restore(events: readonly Event[], first: number, acked: number): void {
    this.events = events.map((event, index) => ({ event, sequence: first + index }));
    this.known = events.length;
    this.nextSequence = first + events.length;
    this.acked = acked;
  }

  /** The events in order; those without a number follow the others. */
  get kept(): Event[] {
    return this.events.map(({ event }) => event);
  }

  /** Whether something that must not be left out has no room: the session cannot go on. */
  get isOverfull(): boolean {
    return this.events.length > this.capacity;
  }

  /** Whether everything has been sent and applied. */
  get isSettled(): boolean {
    return this.sent === this.events.length && this.acked + 1 >= this.nextSequence;
  }

  /** The number of the oldest event that is kept, or of the next one. */
  get first(): number {
    return this.known > 0 ? this.events[0]!.sequence : this.nextSequence;
  }

  /** When the oldest event happened that the server has not acknowledged, µs. */
  get oldestPending(): number | undefined {
    const entry = this.events[this.through(this.acked)];
    return entry && (entry.event.timeUs ?? 0);
  }

  append(events: readonly Event[]): void {
    if (events.length === 0) return;
    for (const event of events) this.events.push({ event, sequence: 0 });
    if (this.events.length > this.capacity / 2) this.thinOut();
  }

  /** The next events to send, at most `count`; kept where they may have to be sent again. */
  next(count: number, keeping: boolean): NumberedEvent[] {
    const end = Math.min(this.sent + count, this.events.length);
    const events = this.events.slice(this.sent, end);
    for (const entry of events) {
      entry.sequence ||= this.nextSequence++;
    }
    this.known = Math.max(this.known, end);
    this.sent = end;
    if (!keeping) this.drop(end);
    return events;
  }

  /** The server has applied everything up to `event`. */
  acknowledge(event: number): void {
    this.acked = Math.max(this.acked, event);
  }

  /** A checkpoint contains everything up to `event`. */
  secure(event: number): void {
    this.drop(this.through(event));
  }

  /** A new connection goes on after `event`: everything later is sent again. */
  rewind(event: number): void {
    this.sent = this.through(event);
    this.nextSequence = Math.max(this.nextSequence, event + 1);
    this.acked = Math.max(this.acked, event);
  }

  /** Gives up everything. */
  discard(): void {
    this.events = [];
    this.sent = this.known = this.acked = 0;
    this.nextSequence = 1;
  }

  /**
   * A new session begins: what the old one had not applied gets new numbers. Nothing that was not
   * acknowledged has had any effect that the client has seen.
   */
  restart(): void {
    const pending = this.events.slice(this.through(this.acked));
    this.discard();
    this.events = pending.map(({ event }) => ({ event, sequence: 0 }));
  }

  /** How many of the numbered events have numbers up to `event`. */
  private through(event: number): number {
    let count = 0;
    while (count < this.known && this.events[count]!.sequence <= event) count += 1;
    return count;
  }

  private drop(count: number): void {
    this.events.splice(0, count);
    this.sent = Math.max(this.sent - count, 0);
    this.known -= count;
  }

  /**
   * Leaves out movements that wait and are overtaken by a later one, with nothing but movements
   * between the two; of ticks the last.
   */
  private thinOut(): void {
    const later = new Set<string>();
    const kept: NumberedEvent[] = [];
    for (const waiting of this.events.splice(this.known).reverse()) {
      const movement = movementOf(waiting.event);
      if (later.has(movement)) {
        this.coalesced += 1;
        continue;
      }
      kept.push(waiting);
      if (!movement || movement === "tick") later.clear();
      if (movement) later.add(movement);
    }
    this.events.push(...kept.reverse());
  }
}

/** What moves in an event that only says where it has moved on to; a tick moves time. */
function movementOf({ scroll, pointer, pageDrag, tick }: Event): string {
  if (scroll && isSample(scroll.phase)) return `list ${scroll.source} ${scroll.drag} ${scroll.phase}`;
  if (pointer?.phase === "moved") return `finger ${pointer.pointer}`;
  if (pageDrag?.phase === "moved") return `pages ${pageDrag.subject}`;
  return tick && !tick.byServer ? "tick" : "";
}

import type { AnimationOutcome, InteractionEvent, Setting } from "../contract/messages";
import { aspectOf, isAnimating } from "./model";
import type { Aspect } from "./model";

/** A client's report to the engine, without its time. */
export type EventPayload = Omit<InteractionEvent, "timeUs" | "commandId">;

/** A running animation whose end has to be reported. */
interface AwaitedEnd {
  directive: number;
  aspect: Aspect | undefined;
  end: number;
}

/** The reports that the engine waits for. */
export class PendingReports {
  private awaited: AwaitedEnd[] = [];
  /** The reports that are due. */
  unsent: EventPayload[] = [];

  /** The time of the next animation end; Infinity if none is awaited. */
  get nextEnd(): number {
    return Math.min(...this.awaited.map(({ end }) => end));
  }

  take(): EventPayload[] {
    return this.unsent.splice(0);
  }

  await(animation: AwaitedEnd): void {
    this.awaited.push(animation);
  }

  /** Adds reports of the animations that have ended by `now`. */
  advance(now: number): void {
    this.end("finished", ({ end }) => end <= now);
    this.awaited = this.awaited.filter(({ end }) => end > now);
  }

  /** Drops the awaited ends of an aspect, which newer settings supersede. */
  forget(aspect: Aspect | undefined): void {
    this.awaited = this.awaited.filter((each) => each.aspect !== aspect);
  }

  /**
   * Reports as cancelled the animations that a snapshot stops while they are under way in it (rule
   * D5).
   */
  cancelAll(settings: Setting[]): void {
    const underWay = settings.filter(isAnimating).map(aspectOf);
    this.end("cancelled", ({ aspect }) => underWay.includes(aspect));
    this.awaited = [];
  }

  private end(outcome: AnimationOutcome, hasEnded: (animation: AwaitedEnd) => boolean): void {
    for (const { directive } of this.awaited.filter(hasEnded)) {
      this.unsent.push({ animationEnded: { directive, outcome } });
    }
  }
}

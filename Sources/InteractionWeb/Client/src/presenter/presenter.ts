import type { Directive, Effect, Environment, Setting, Snapshot } from "../contract/messages";
import { see } from "./events";
import { Fingers } from "./fingers";
import { frame, isCatchingUp, layOut } from "./layout";
import { nothing } from "./letGo";
import { ClientModel } from "./model";
import { startLoops } from "./playing";
import { receive } from "./receiving";
import { ReleaseHold } from "./releaseHold";
import { advance, isDue, nextReport, reports } from "./reporting";
import type { Scene } from "./scene";
import { copied } from "./stage";
import type { EventKind, Stage } from "./stage";
import { TapReactions } from "./tapReactions";
import { visibleState } from "./visibleState";

export type { Content, Element, Mask, Picture, Point, Rect, Scene, Shadow } from "./scene";
export type { Text, Values, Vector } from "./scene";
export type { EventKind } from "./stage";

/**
 * What a thin client shows: keeps the state, plays timelines, follows fingers, predicts taps, holds
 * releases and says what the engine has to hear of (rules D1–D7, T14).
 *
 * It has no clock: all times are session time in milliseconds, as the client's events have it, and
 * count to the microsecond.
 *
 * ```ts
 * const presenter = new Presenter(opened.snapshot ?? {}, environment, now);
 * // For each directive:
 * for (const effect of presenter.receive(directive, now)) carryOut(effect);
 * // For each frame, as long as `nextChange` is not undefined:
 * for (const event of presenter.reports(now)) session.send(event, now);
 * draw(presenter.scene(now));
 * ```
 */
export class Presenter {
  private stage: Stage;

  /** A client that has been told `snapshot`. */
  constructor(snapshot: Snapshot, environment: Environment, now: number) {
    this.stage = opened(snapshot.settings ?? [], environment, microseconds(now), new Fingers());
  }

  /** The session has been opened again, or a new one: shows `snapshot` at once. */
  reopen(snapshot: Snapshot, now: number): void {
    const { environment, fingers } = this.stage;
    this.stage = opened(snapshot.settings ?? [], environment, microseconds(now), fingers);
  }

  /** The newest time that it has been told. */
  get time(): number {
    return this.stage.now / 1000;
  }

  /** The surface, as it was seen last. */
  get environment(): Environment {
    return this.stage.environment;
  }

  /** The whole visible state, as the engine has it. */
  get snapshot(): Snapshot {
    return { settings: this.stage.settings };
  }

  /**
   * Takes in a directive (rules D1–D5). Returns what happens once: nothing for one that has been
   * received before.
   */
  receive(directive: Directive, now: number): Effect[] {
    return receive(this.stage, directive, microseconds(now));
  }

  /**
   * Sees what the client is about to report to the engine, and does at once what follows from it on
   * the screen. Send `reports` before the event itself.
   */
  see(event: EventKind, now: number): void {
    see(this.stage, event, microseconds(now));
  }

  /** Everything to draw at `now`. */
  scene(now: number): Scene {
    const time = microseconds(now);
    if (!isDue(this.stage, time)) return frame(this.stage, time);
    const later = copied(this.stage);
    advance(later, time);
    return frame(later, time);
  }

  /**
   * What the engine has to hear of: ends of animations that it waits for, and releases that have
   * waited for a verdict for too long. Each is told once.
   */
  reports(until: number): EventKind[] {
    return reports(this.stage, microseconds(until));
  }

  /**
   * When the scene changes next, or there is something to report: a time that has passed, or now,
   * means in every frame; undefined means that nothing moves until something happens.
   */
  get nextChange(): number | undefined {
    const { hold, now, performances, unsent } = this.stage;
    const isMoving =
      unsent.length || performances.some(({ end }) => end > now) || isCatchingUp(this.stage, now);
    return milliseconds(isMoving ? now : hold.deadline);
  }

  /**
   * When there is something to report next, unless a directive or a finger changes that; undefined
   * if nothing is waited for.
   */
  get nextReport(): number | undefined {
    return milliseconds(nextReport(this.stage));
  }
}

function opened(settings: Setting[], environment: Environment, now: number, fingers: Fingers): Stage {
  const reactions = new TapReactions(new ClientModel(settings));
  const stage: Stage = {
    environment,
    reactions,
    settings: reactions.settings,
    state: visibleState(reactions.settings),
    hold: new ReleaseHold(),
    letGo: nothing,
    fingers,
    newest: 0,
    performances: [],
    awaited: [],
    unsent: [],
    now,
    layout: { elements: [] },
    follows: [],
    strays: [],
    lists: [],
    acts: [],
    resting: { elements: [] },
  };
  startLoops(stage);
  layOut(stage);
  return stage;
}

function microseconds(time: number): number {
  return Math.round(time * 1000);
}

function milliseconds(time: number): number | undefined {
  return time < Infinity ? time / 1000 : undefined;
}

import type { Directive, Effect, Environment, Setting, Snapshot } from "../contract/messages";
import { Fingers } from "./fingers";
import { see } from "./events";
import { startLoops } from "./loops";
import { PresenterParts } from "./parts";
import type { EventKind } from "./pendingReports";
import { PresenterModel } from "./presenterModel";
import { receive } from "./receiving";
import { nextReport, reports, scene } from "./reports";
import type { Scene } from "./scene";
import { isCatchingUp, layOut } from "./layingOut";
import { ShownScreen } from "./shownScreen";

export type { Content, Element, Mask, Picture, Point, Rect, Scene, Shadow } from "./scene";
export type { Text, Values, Vector } from "./scene";
export type { EventKind } from "./pendingReports";

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
  private parts: PresenterParts;

  /** A client that has been told `snapshot`. */
  constructor({ settings = [] }: Snapshot, environment: Environment, now: number) {
    this.parts = opened(settings, environment, microseconds(now), new Fingers());
  }

  /** The session has been opened again, or a new one: shows `snapshot` at once. */
  reopen({ settings = [] }: Snapshot, now: number): void {
    const { environment, screen } = this.parts;
    this.parts = opened(settings, environment, microseconds(now), screen.fingers);
  }

  /** The newest time that it has been told. */
  get time(): number {
    return this.parts.screen.now / 1000;
  }

  /** The surface, as it was seen last. */
  get environment(): Environment {
    return this.parts.environment;
  }

  /** The whole visible state, as the engine has it. */
  get snapshot(): Snapshot {
    return { settings: this.parts.model.settings };
  }

  /**
   * Takes in a directive (rules D1–D5). Returns what happens once: nothing for one that has been
   * received before.
   */
  receive(directive: Directive, now: number): Effect[] {
    return receive(this.parts, directive, microseconds(now));
  }

  /**
   * Sees what the client is about to report to the engine, and does at once what follows from it on
   * the screen. Send `reports` before the event itself.
   */
  see(event: EventKind, now: number): void {
    see(this.parts, event, microseconds(now));
  }

  /** Everything to draw at `now`. */
  scene(now: number): Scene {
    return scene(this.parts, microseconds(now));
  }

  /**
   * What the engine has to hear of: ends of animations that it waits for, and releases that have
   * waited for a verdict for too long. Each is told once.
   */
  reports(until: number): EventKind[] {
    return reports(this.parts, microseconds(until));
  }

  /**
   * When the scene changes next, or there is something to report: a time that has passed, or now,
   * means in every frame; undefined means that nothing moves until something happens.
   */
  get nextChange(): number | undefined {
    const { model, pending, screen } = this.parts;
    const { now, performances } = screen;
    const isMoving =
      pending.unsent.length ||
      performances.some(({ end }) => end > now) ||
      isCatchingUp(screen, now);
    return milliseconds(isMoving ? now : model.hold.deadline);
  }

  /**
   * When there is something to report next, unless a directive or a finger changes that; undefined
   * if nothing is waited for.
   */
  get nextReport(): number | undefined {
    return milliseconds(nextReport(this.parts));
  }
}

function opened(
  settings: Setting[],
  environment: Environment,
  now: number,
  fingers: Fingers,
): PresenterParts {
  const model = new PresenterModel(settings);
  const screen = new ShownScreen(model.visibleState, fingers, now);
  const parts = new PresenterParts(environment, model, screen);
  startLoops(parts, screen);
  layOut(parts);
  return parts;
}

function microseconds(time: number): number {
  return Math.round(time * 1000);
}

function milliseconds(time: number): number | undefined {
  return time < Infinity ? time / 1000 : undefined;
}

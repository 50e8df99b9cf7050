import type { Directive, Effect, Setting, Snapshot, Surface } from "../contract/messages";
import { TrackedInput } from "./trackedInput";
import { handleEvent } from "./events";
import { startLoops } from "./loops";
import { PresenterState } from "./presenterState";
import type { EventPayload } from "./pendingReports";
import { PresenterModel } from "./presenterModel";
import { receive } from "./receiving";
import { nextReport, reports, scene } from "./reports";
import type { PresentedScene } from "./scene";
import { isCatchingUp, layOut } from "./layout";
import { PresentationState } from "./presentationState";

export type {
  ElementContent, ImageContent, Mask, Point, PresentedElement, PresentedScene, Rect, Shadow,
} from "./scene";
export type { TextContent, ElementValues, Vector } from "./scene";
export type { EventPayload } from "./pendingReports";

/**
 * The presentation of a thin client: keeps the state, plays timelines, follows fingers, predicts
 * taps, holds releases and creates the reports for the engine (rules D1–D7, T14).
 *
 * Without a clock: all times are session time in milliseconds, with a precision of a microsecond.
 *
 * ```ts
 * const presenter = new Presenter(opened.snapshot ?? {}, surface, now);
 * // For each directive:
 * for (const effect of presenter.receive(directive, now)) carryOut(effect);
 * // For each frame, as long as `nextChange` is not undefined:
 * for (const event of presenter.reports(now)) session.send(event, now);
 * draw(presenter.scene(now));
 * ```
 */
export class Presenter {
  private parts: PresenterState;

  /** Creates a presenter that shows `snapshot`. */
  constructor({ settings = [] }: Snapshot, surface: Surface, now: number) {
    this.parts = opened(settings, surface, microseconds(now), new TrackedInput());
  }

  /**
   * Shows the `snapshot` of a session that was opened again, or of a new one, without animation.
   */
  reopen({ settings = [] }: Snapshot, now: number): void {
    const { surface, screen } = this.parts;
    this.parts = opened(settings, surface, microseconds(now), screen.fingers);
  }

  /** The newest time of any input. */
  get time(): number {
    return this.parts.screen.now / 1000;
  }

  /** The surface, as last reported to the engine. */
  get surface(): Surface {
    return this.parts.surface;
  }

  /** The complete state, as last received from the engine. */
  get snapshot(): Snapshot {
    return { settings: this.parts.model.settings };
  }

  /** Receives a directive (rules D1–D5). Returns its effects; none if it is repeated. */
  receive(directive: Directive, now: number): Effect[] {
    return receive(this.parts, directive, microseconds(now));
  }

  /**
   * Presents the immediate consequences of an event that is about to be reported to the engine.
   * Send `reports` before the event itself.
   */
  handle(event: EventPayload, now: number): void {
    handleEvent(this.parts, event, microseconds(now));
  }

  /** Returns the scene to draw at `now`. */
  scene(now: number): PresentedScene {
    return scene(this.parts, microseconds(now));
  }

  /**
   * Returns the reports that are due: awaited ends of animations, and expired holds. Each is
   * returned once.
   */
  reports(until: number): EventPayload[] {
    return reports(this.parts, microseconds(until));
  }

  /**
   * The time of the next change of the scene or the next report. A time that has passed means that
   * every frame differs; undefined means that nothing moves until the next input.
   */
  get nextChange(): number | undefined {
    const { model, pending, screen } = this.parts;
    const { now, animations } = screen;
    const isMoving =
      pending.unsent.length ||
      animations.some(({ end }) => end > now) ||
      isCatchingUp(screen, now);
    return milliseconds(isMoving ? now : model.hold.deadline);
  }

  /** The time of the next report without further input; undefined if none is awaited. */
  get nextReport(): number | undefined {
    return milliseconds(nextReport(this.parts));
  }
}

function opened(
  settings: Setting[],
  surface: Surface,
  now: number,
  fingers: TrackedInput,
): PresenterState {
  const model = new PresenterModel(settings);
  const screen = new PresentationState(model.visibleState, fingers, now);
  const parts = new PresenterState(surface, model, screen);
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

import type { Effect, InteractionEvent, Snapshot, Surface } from "./contract/messages";
import type { InteractionSource } from "./dom/screen";
import { Presenter } from "./presenter/presenter";
import type { PresentedScene } from "./presenter/scene";
import type { SessionConfiguration } from "./session/configuration";
import { Session } from "./session/session";
import type { Engines } from "./session/session";
import type { SessionUpdate } from "./session/updates";

/**
 * A session and its presentation: the one object that an app needs.
 *
 * Report input with {@link send}, draw {@link scene} in each frame (`Screen` does), and perform the
 * effects. The session keeps the presented state, plays animations, follows fingers, reacts to taps
 * without waiting for the engine (rules D1–D7, T14), and reports the ends of animations to the
 * engine.
 */
export class PresentedSession implements InteractionSource {
  onchange: () => void = () => {};
  /** Called for one-time effects: haptics, sounds, menus, logins. */
  oneffect: (effect: Effect) => void = () => {};
  onspeech?: (effect: Effect) => void;
  /** Called for each update of the session, after the presenter has received it. */
  onupdate: (update: SessionUpdate) => void = () => {};
  /** Called for each event sent, with its session time, ms. */
  onsend: (event: InteractionEvent, at: number) => void = () => {};
  /** The session, to pause, finish or cancel it, and for the state of its connection. */
  readonly session: Session;
  private readonly presenter: Presenter;
  private alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(configuration: SessionConfiguration, engines: Engines) {
    this.session = new Session(configuration, engines, (update) => this.receive(update));
    // Before the session has opened, only the surface and the lists' offsets are known.
    this.presenter = new Presenter({}, configuration.surface, this.session.now);
  }

  /** The newest state received from the engine. */
  get snapshot(): Snapshot {
    return this.presenter.snapshot;
  }

  get surface(): Surface {
    return this.presenter.surface;
  }

  get nextChange(): number | undefined {
    return this.presenter.nextChange;
  }

  /** Reports an event that happens now, and presents its immediate consequences. */
  send(event: InteractionEvent): void {
    const { now } = this.session;
    this.presenter.handle(event, now);
    this.report(now);
    this.tell(event, now);
    this.changed();
  }

  scene(): PresentedScene {
    const { now } = this.session;
    this.report(now);
    return this.presenter.scene(now);
  }

  /** Ends the session at once. */
  close(): void {
    clearTimeout(this.alarm);
    this.session.cancel();
  }

  private receive(update: SessionUpdate): void {
    const now = Math.max(this.session.now, this.presenter.time);
    switch (update.kind) {
      case "opened": this.presenter.reopen(update.opened.snapshot ?? {}, now); break;
      case "directive": {
        const effects = this.presenter.receive(update.directive, now);
        this.onupdate(update);
        if (update.performsEffects) {
          for (const effect of effects) {
            this.oneffect(effect);
            this.onspeech?.(effect);
          }
        }
        this.changed();
        return;
      }
      case "notice": case "state": case "storeFailed": break;
    }
    this.onupdate(update);
    this.changed();
  }

  private changed(): void {
    this.setAlarm();
    this.onchange();
  }

  private report(now: number): void {
    for (const event of this.presenter.reports(now)) this.tell(event, now);
  }

  private tell(event: InteractionEvent, at: number): void {
    this.session.send(event, at);
    this.onsend(event, at);
  }

  /**
   * Schedules a report of the next animation end, for the case that nothing is drawn, such as in a
   * background tab.
   */
  private setAlarm(): void {
    clearTimeout(this.alarm);
    const due = this.presenter.nextReport;
    if (due === undefined) return;
    this.alarm = setTimeout(() => {
      this.report(this.session.now);
      this.setAlarm();
    }, Math.max(due - this.session.now, 0) + 1);
  }
}

import { Accessibility } from "../../Client/src/accessibility";
import type { InteractionEvent, Snapshot, Surface } from "../../Client/src/contract/messages";
import { Screen } from "../../Client/src/dom/screen";
import type { InteractionSource } from "../../Client/src/dom/screen";
import { Presenter } from "../../Client/src/presenter/presenter";
import type { PresentedScene } from "../../Client/src/presenter/scene";
import { make } from "../shared/dom";
import { Phone } from "../shared/phone";
import type { TraceStep } from "./traceFile";

/** A recording with the engine's directives. */
export interface FilmContent {
  readonly surface: Surface;
  readonly snapshot: Snapshot;
  readonly steps: readonly TraceStep[];
  /** The session times of its first and last picture, ms. */
  readonly start: number;
  readonly end: number;
}

/** Presents a recording on a phone, at any of its times. */
export class Film implements InteractionSource {
  onchange: () => void = () => {};
  /** Called for each step when it is presented. */
  onstep: (step: TraceStep) => void = () => {};
  /** The film moves its time itself, not the screen's frames. */
  readonly nextChange = undefined;
  private readonly canvas = make("div", { class: "canvas" });
  private readonly phone = new Phone(this.canvas);
  private readonly screen = new Screen(this.phone.renderer, undefined, new Accessibility());
  private readonly presenter: Presenter;
  private readonly offsets = new Map<string, { x: number; y: number }>();
  private next = 0;
  private now: number;

  constructor(place: HTMLElement, private readonly content: FilmContent) {
    const { snapshot, surface, start } = content;
    this.now = start;
    this.presenter = new Presenter(snapshot, surface, start);
    place.replaceChildren(this.canvas);
    this.phone.open(snapshot);
    this.screen.open(this);
  }

  get time(): number {
    return this.now;
  }

  get snapshot(): Snapshot {
    return this.presenter.snapshot;
  }

  scene(): PresentedScene {
    // Only the recorded client has sent its reports.
    this.presenter.reports(this.now);
    return this.presenter.scene(this.now);
  }

  send(): void {
    // A recording cannot be touched.
  }

  /** Presents the recording at a later time. */
  advance(time: number): void {
    const { steps } = this.content;
    for (let step = steps[this.next]; step && stepTime(step) <= time; step = steps[this.next]) {
      this.next += 1;
      this.now = Math.max(this.now, stepTime(step));
      this.presenter.reports(this.now);
      this.take(step);
      this.onstep(step);
    }
    this.now = Math.max(this.now, time);
    this.onchange();
    // After the frame that shows the lists.
    requestAnimationFrame(() => setTimeout(() => {
      for (const [source, offset] of this.offsets) this.phone.lists.get(source)?.list.show(offset);
    }));
  }

  close(): void {
    this.screen.close();
  }

  private take(step: TraceStep): void {
    if (step.kind === "event") this.handle(step.event);
    else {
      this.presenter.receive(step.directive, this.now);
      this.phone.update(this.presenter.snapshot);
    }
  }

  private handle(event: InteractionEvent): void {
    this.presenter.handle(event, this.now);
    const { source = "", x = 0, y = 0 } = event.scroll ?? {};
    if (event.scroll) this.offsets.set(source, { x, y });
  }
}

/** Returns the session time of a step, ms. */
export function stepTime(step: TraceStep): number {
  return (step.kind === "event" ? step.event.timeUs ?? 0 : step.directive.atUs ?? 0) / 1000;
}

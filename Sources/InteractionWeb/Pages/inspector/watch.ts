import { Accessibility } from "../../Client/src/accessibility";
import { MessageType } from "../../Client/src/contract/fields";
import { fromJSON } from "../../Client/src/contract/json";
import type { InteractionEvent, Snapshot } from "../../Client/src/contract/messages";
import { Screen } from "../../Client/src/dom/screen";
import type { InteractionSource } from "../../Client/src/dom/screen";
import { Presenter } from "../../Client/src/presenter/presenter";
import type { PresentedScene } from "../../Client/src/presenter/scene";
import { make } from "../shared/dom";
import { Phone } from "../shared/phone";
import type { Timeline } from "../shared/timeline";
import { directiveMoment, eventMoment } from "../shared/words";
import { CallError } from "./calls";
import type { EndedWatch } from "./following";
import type { InspectorCalls, SessionDetails, SessionSummary } from "./operators";

/** A message of the watch stream, in protobuf's JSON. */
interface WatchMessage {
  readonly session?: SessionSummary;
  readonly event?: unknown;
  readonly directive?: unknown;
  readonly droppedMessages?: string;
  readonly end?: { readonly reason?: string };
}

/** A watched session: its screen as its user sees it, and a timeline of its events. */
export class Watch implements InteractionSource, EndedWatch {
  onchange: () => void = () => {};
  /** Called with the reason when watching has ended. */
  onend: (reason: string) => void = () => {};
  private readonly canvas = make("div", { class: "canvas" });
  private readonly phone = new Phone(this.canvas);
  private readonly screen = new Screen(this.phone.renderer, undefined, new Accessibility());
  private presenter: Presenter | undefined;
  /** The newest directive that the initial snapshot contains. */
  private shown = 0;
  /** The messages received before the initial snapshot. */
  private readonly waiting: WatchMessage[] = [];
  private readonly stop = new AbortController();
  /** True once watching has ended. */
  isOver = false;
  /** True if the connection to the engine was lost while the session was open. */
  isCut = false;
  /** The number of the client's watched connection. */
  epoch = 0;
  /** The session time minus this page's, ms. */
  private shift = 0;

  /** @param calls - The calls of the engine that has the session. */
  constructor(
    readonly session: string, private readonly calls: InspectorCalls,
    private readonly place: HTMLElement, private readonly timeline: Timeline
  ) {
    place.replaceChildren(this.canvas);
    this.screen.open(this);
  }

  /** Watches until the session ends; `onend` gets the reason. */
  start(): void {
    const end = (error: Error) => {
      this.isCut ||= this.epoch > 0 && error instanceof CallError && error.code === "unavailable";
      this.end(error.message);
    };
    const take = (told: unknown) => {
      const moment = told as WatchMessage;
      if (moment.session) this.begin(moment.session).catch(end);
      else if (this.presenter) this.receive(moment);
      else this.waiting.push(moment);
    };
    this.calls.watch(this.session, take, this.stop.signal).catch(end);
  }

  /** Loads the snapshot once the stream has begun, so that no later change is missed. */
  private async begin({ epoch = "0" }: SessionSummary): Promise<void> {
    this.epoch = Number(epoch);
    const details = await this.calls.session(this.session);
    this.shown = Number(details.summary?.lastDirective ?? 0);
    this.show(details);
    // The sources of an experience that was withdrawn are unknown, though its sessions continue.
    const sources = await this.calls.sources(details.summary?.experience ?? "").catch(() => []);
    details.state?.scrolls?.forEach((at, index) => this.scroll(sources[index], at));
    for (const moment of this.waiting.splice(0)) this.receive(moment);
  }

  close(): void {
    this.isOver = true;
    this.stop.abort();
    this.screen.close();
  }

  get snapshot(): Snapshot | undefined {
    return this.presenter?.snapshot;
  }

  get nextChange(): number | undefined {
    return this.presenter?.nextChange;
  }

  scene(): PresentedScene {
    // Only the watched client sends its reports.
    this.presenter?.reports(this.now);
    return this.presenter?.scene(this.now) ?? { elements: [] };
  }

  send(): void {
    // A watched session cannot be touched.
  }

  private get now(): number {
    return performance.now() + this.shift;
  }

  private show(details: SessionDetails): void {
    if (this.isOver) return;
    const surface = fromJSON(MessageType.Surface, details.state?.surface ?? {});
    this.shift = Number(details.state?.nowUs ?? 0) / 1000 - performance.now();
    const snapshot = fromJSON(MessageType.Snapshot, details.snapshot ?? {});
    const { width = 375, height = 812 } = surface;
    for (const node of [this.place, this.place.parentElement]) {
      const rim = node === this.place ? 0 : 28;
      node?.style.setProperty("width", `${width + rim}px`);
      node?.style.setProperty("height", `${height + rim}px`);
    }
    this.presenter = new Presenter(snapshot, surface, this.now);
    this.phone.open(snapshot);
    this.onchange();
  }

  private receive(moment: WatchMessage): void {
    const { presenter } = this;
    if (!presenter || this.isOver) return;
    if (moment.event) {
      const event = fromJSON(MessageType.InteractionEvent, moment.event);
      this.adjustClock((event.timeUs ?? 0) / 1000);
      this.timeline.add(eventMoment(event));
      this.see(presenter, event);
    } else if (moment.directive) {
      const directive = fromJSON(MessageType.Directive, moment.directive);
      this.adjustClock((directive.atUs ?? 0) / 1000);
      this.timeline.add(directiveMoment(directive));
      if ((directive.sequence ?? 0) <= this.shown) return;
      presenter.receive(directive, this.now);
      this.phone.update(presenter.snapshot);
    } else if (moment.droppedMessages !== undefined) {
      this.timeline.add({ kind: "connection", text: `${moment.droppedMessages} dropped`, bad: true });
    } else if (moment.end !== undefined) {
      const reason = moment.end.reason?.replace("ERROR_REASON_", "");
      this.end(reason ? spoken(reason) : "the client ended it");
      return;
    }
    this.onchange();
  }

  /** Adjusts the clock by the smallest observed delay. */
  private adjustClock(time: number): void {
    this.shift = Math.max(this.shift, time - performance.now());
  }

  private see(presenter: Presenter, event: InteractionEvent): void {
    const { scrollSamples: samples } = event;
    if (samples) {
      // Applies the last sample of the run.
      const last = (samples.y ?? []).length - 1;
      const { source, drag, phase, x = [], y = [] } = samples;
      this.see(presenter, {
        scroll: { source, drag, phase, x: x[last] ?? 0, y: y[last] ?? 0 },
      });
    } else {
      presenter.handle(event, this.now);
      if (event.scroll) this.scroll(event.scroll.source, event.scroll);
    }
  }

  /** Scrolls a list to its user's offset, after the frame that shows the list. */
  private scroll(source = "", { x = 0, y = 0 }: { x?: number; y?: number }): void {
    requestAnimationFrame(() =>
      setTimeout(() => this.phone.lists.get(source)?.list.show({ x, y })));
  }

  private end(reason: string): void {
    if (this.isOver) return;
    this.close();
    this.timeline.add({ kind: "connection", text: `ended: ${reason}`, bad: true });
    this.onend(reason);
  }
}

/** Returns the words of a reason such as `ENDED_BY_OPERATOR`. */
function spoken(reason: string): string {
  return reason.toLowerCase().replace(/_/g, " ");
}

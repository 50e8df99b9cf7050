import { MessageType } from "../../Client/src/contract/fields";
import { fromJSON } from "../../Client/src/contract/json";
import type { Event } from "../../Client/src/contract/messages";
import { Screen } from "../../Client/src/dom/screen";
import type { InteractionSource } from "../../Client/src/dom/screen";
import { Presenter } from "../../Client/src/presenter/presenter";
import type { Scene } from "../../Client/src/presenter/scene";
import { make } from "../shared/dom";
import { Phone } from "../shared/phone";
import type { Timeline } from "../shared/timeline";
import { directiveMoment, eventMoment } from "../shared/words";
import { operators } from "./operators";
import type { SessionDetails, SessionSummary } from "./operators";

/** What the stream of a watched session brings, as protobuf's JSON. */
interface Moment {
  readonly session?: SessionSummary;
  readonly event?: unknown;
  readonly directive?: unknown;
  readonly missed?: string;
  readonly ended?: string;
}

/** One session, watched: its screen as its user sees it now, and what happens in it. */
export class Watch implements InteractionSource {
  onchange: () => void = () => {};
  /** Called when there is nothing more to watch. */
  onend: (reason: string) => void = () => {};
  private readonly canvas = make("div", { class: "canvas" });
  private readonly phone = new Phone(this.canvas);
  private readonly screen = new Screen(this.phone.renderer);
  private presenter: Presenter | undefined;
  /** The last directive that is part of what the session showed at the beginning. */
  private shown = 0;
  /** What has come before it was known what the session shows. */
  private readonly waiting: Moment[] = [];
  private readonly stop = new AbortController();
  /** Whether there is nothing more to watch. */
  isOver = false;
  /** Which of its client's connections is watched. */
  epoch = 0;
  /** Session time less this page's, ms. */
  private shift = 0;

  constructor(
    readonly session: string, private readonly place: HTMLElement,
    private readonly timeline: Timeline
  ) {
    place.replaceChildren(this.canvas);
    this.screen.open(this);
  }

  /** Watches until the session is over; ``onend`` says why. */
  start(): void {
    const end = (error: Error) => this.end(error.message);
    const take = (told: unknown) => {
      const moment = told as Moment;
      if (moment.session) this.begin(moment.session).catch(end);
      else if (this.presenter) this.receive(moment);
      else this.waiting.push(moment);
    };
    operators.watch(this.session, take, this.stop.signal).catch(end);
  }

  /** The stream is there: nothing that comes after what the session shows now is missed. */
  private async begin({ epoch = "0" }: SessionSummary): Promise<void> {
    this.epoch = Number(epoch);
    const details = await operators.session(this.session);
    this.shown = Number(details.summary?.lastDirective ?? 0);
    this.show(details);
    // An experience that is withdrawn while its sessions go on says nothing of their lists.
    const sources = await operators.sources(details.summary?.experience ?? "").catch(() => []);
    details.state?.scrolls?.forEach((at, index) => this.scroll(sources[index], at));
    for (const moment of this.waiting.splice(0)) this.receive(moment);
  }

  close(): void {
    this.isOver = true;
    this.stop.abort();
    this.screen.close();
  }

  get nextChange(): number | undefined {
    return this.presenter?.nextChange;
  }

  scene(): Scene {
    // Only the watched client reports what it waits for.
    this.presenter?.reports(this.now);
    return this.presenter?.scene(this.now) ?? { elements: [] };
  }

  send(): void {
    // What is watched is not touched.
  }

  private get now(): number {
    return performance.now() + this.shift;
  }

  private show(details: SessionDetails): void {
    if (this.isOver) return;
    const environment = fromJSON(MessageType.Environment, details.state?.environment ?? {});
    this.shift = Number(details.state?.nowUs ?? 0) / 1000 - performance.now();
    const snapshot = fromJSON(MessageType.Snapshot, details.snapshot ?? {});
    const { width = 375, height = 812 } = environment;
    for (const node of [this.place, this.place.parentElement]) {
      const rim = node === this.place ? 0 : 28;
      node?.style.setProperty("width", `${width + rim}px`);
      node?.style.setProperty("height", `${height + rim}px`);
    }
    this.presenter = new Presenter(snapshot, environment, this.now);
    this.phone.open(snapshot);
    this.onchange();
  }

  private receive(moment: Moment): void {
    const { presenter } = this;
    if (!presenter || this.isOver) return;
    if (moment.event) {
      const event = fromJSON(MessageType.Event, moment.event);
      this.hear((event.timeUs ?? 0) / 1000);
      this.timeline.add(eventMoment(event));
      this.see(presenter, event);
    } else if (moment.directive) {
      const directive = fromJSON(MessageType.Directive, moment.directive);
      this.hear((directive.atUs ?? 0) / 1000);
      this.timeline.add(directiveMoment(directive));
      if ((directive.sequence ?? 0) <= this.shown) return;
      presenter.receive(directive, this.now);
      this.phone.update(presenter.snapshot);
    } else if (moment.missed !== undefined) {
      this.timeline.add({ kind: "connection", text: `${moment.missed} moments missed`, bad: true });
    } else if (moment.ended !== undefined) {
      this.end(moment.ended === "" ? "its client ended it" : spoken(moment.ended));
      return;
    }
    this.onchange();
  }

  /** Session time has come to `time`: the clock that is nearest to it is right. */
  private hear(time: number): void {
    this.shift = Math.max(this.shift, time - performance.now());
  }

  private see(presenter: Presenter, event: Event): void {
    const { scrollSamples: samples } = event;
    if (samples) {
      // Where the packed samples led.
      const last = (samples.y ?? []).length - 1;
      const { source, drag, phase, x = [], y = [] } = samples;
      this.see(presenter, {
        scroll: { source, drag, phase, x: x[last] ?? 0, y: y[last] ?? 0 },
      });
    } else {
      presenter.see(event, this.now);
      if (event.scroll) this.scroll(event.scroll.source, event.scroll);
    }
  }

  /** Moves a list to where its user has it, once the frame is there that shows the list. */
  private scroll(source = "", { x = 0, y = 0 }: { x?: number; y?: number }): void {
    requestAnimationFrame(() =>
      setTimeout(() => this.phone.lists.get(source)?.list.show({ x, y })));
  }

  private end(reason: string): void {
    if (this.isOver) return;
    this.close();
    this.timeline.add({ kind: "connection", text: `over: ${reason}`, bad: true });
    this.onend(reason);
  }
}

/** A reason such as `ENDED_BY_OPERATOR` in words. */
function spoken(reason: string): string {
  return reason.toLowerCase().replace(/_/g, " ");
}

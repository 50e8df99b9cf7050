import type { InteractionEvent, Snapshot, Surface } from "../../Client/src/contract/messages";
import { Accessibility } from "../../Client/src/accessibility";
import { Screen } from "../../Client/src/dom/screen";
import { preferences } from "../../Client/src/dom/surface";
import { PresentedSession } from "../../Client/src/presentedSession";
import { Input } from "../../Client/src/reporter/input";
import { followPage } from "../../Client/src/session/pageLifecycle";
import type { Connect } from "../../Client/src/session/socket";
import type { SessionUpdate } from "../../Client/src/session/updates";
import { make } from "../shared/dom";
import { Phone } from "../shared/phone";
import type { Timeline } from "../shared/timeline";
import { directiveMoment, eventMoment } from "../shared/words";
import { EffectHandler } from "./asks";
import type { LineHandles } from "./lineHandles";
import { gestureSurface } from "./surface";

/** Returns the surface of a phone of the films' size, with this browser's settings. */
export function surface(): Surface {
  return {
    width: 375, height: 812, insets: { top: 44, bottom: 34 }, scale: 3,
    direction: "left_to_right", locale: navigator.language.slice(0, 35), ...preferences(),
  };
}

/** The state of the page that a restarted session takes over. */
export interface RestartState {
  /** The lists' offsets. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly tab: number;
  /** The field whose handle has the focus. */
  readonly focused: string | undefined;
}

/** One session on the phone. */
export class PlaygroundSession {
  readonly id = `playground-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}`;
  readonly phone: Phone;
  /**
   * Called after each update, since the session's state or its possible actions may have changed.
   */
  onupdate: (update: SessionUpdate) => void = () => {};
  private readonly session: PresentedSession;
  private readonly canvas = make("div", { class: "canvas" });
  private readonly asks: EffectHandler;
  private readonly screen: Screen;
  private input: Input | undefined;
  private pushed = 0;
  private readonly unfollow: () => void;

  /** @param text - The experience's text, whose fields the lines' handles change. */
  constructor(
    place: HTMLElement, experience: string, network: { url: string; connect: Connect },
    private readonly timeline: Timeline, private readonly handles: LineHandles, private readonly text: string,
    private restart?: RestartState
  ) {
    const send = (event: InteractionEvent) => this.session.send(event);
    place.replaceChildren(this.canvas);
    this.phone = new Phone(this.canvas, {
      openRow: (source, row) => this.push(`${source} ${row}`),
      back: (isPresented) => send({ navigate: {
        operation: isPresented ? "dismiss" : "pop",
      } }),
      closeFloor: () => send({ floor: { command: "close" } }),
    });
    this.session = new PresentedSession(
      { sessionId: this.id, surface: surface(), clientName: "playground", experience },
      { urls: [network.url], connect: network.connect });
    this.asks = new EffectHandler(place, send,
      (source, to, animated) => this.input?.scroll(source, to, animated));
    this.screen = new Screen(this.phone.renderer, surface, new Accessibility());
    this.session.onsend = (event, at) => {
      if (!event.tick) timeline.add({ ...eventMoment(event), at });
    };
    this.session.oneffect = (effect) => this.asks.carryOut(effect, this.session.snapshot);
    this.session.onupdate = (update) => this.receive(update);
    this.screen.open(this.session);
    this.unfollow = followPage(this.session.session);
  }

  get snapshot(): Snapshot {
    return this.session.snapshot;
  }

  send(event: InteractionEvent): void {
    this.session.send(event);
  }

  get restartState(): RestartState {
    if (this.restart) return this.restart;
    const offsets = [...this.phone.lists].map(([source, { list: { port } }]) =>
      [source, port.scrollTop] as const);
    const selection = this.snapshot.settings?.find((each) => each.selection)?.selection;
    return {
      offsets: new Map(offsets), tab: selection?.selected ?? 0, focused: this.handles.focused,
    };
  }

  /** Returns whether the experience has this part. */
  has(part: "floor" | "navigation"): boolean {
    return this.snapshot.settings?.some((setting) => setting[part]) ?? false;
  }

  /** Pushes a page, if the experience has a navigation stack. */
  push(route = `page ${this.pushed + 1}`): void {
    if (!this.has("navigation")) return;
    this.pushed += 1;
    this.send({ navigate: { operation: "push", route } });
  }

  networkIsBack(): void {
    this.session.session.networkChanged();
  }

  close(): void {
    this.unfollow();
    this.screen.close();
    this.session.close();
    this.asks.close();
    this.input?.detach();
  }

  private receive(update: SessionUpdate): void {
    switch (update.kind) {
      case "opened": {
        const { snapshot = {}, triggerLines = [] } = update.opened;
        const isFirst = !this.input;
        if (!this.input) {
          this.phone.open(snapshot);
          this.input = new Input(
            gestureSurface(
              this.canvas, this.phone, () => this.snapshot, (event) => this.send(event)));
        }
        const { focused } = this.handles;
        this.handles.read(triggerLines, this.text);
        const lines = this.phone.mark(triggerLines, (source, offset) =>
          this.handles.has(source, offset));
        this.handles.attach(lines);
        this.handles.focus(focused);
        this.settle();
        if (isFirst && this.restart) this.takeOver(this.restart);
        break;
      }
      case "directive":
        this.timeline.add(directiveMoment(update.directive));
        this.settle();
        break;
      case "notice":
        this.timeline.add({
          kind: "connection", text: `event refused: ${update.notice.reason ?? ""}`, bad: true,
        });
        break;
      case "state": case "storeFailed": break;
    }
    this.onupdate(update);
  }

  /** Takes over the state of the session before, once the lists are on the page. */
  private takeOver({ offsets, tab, focused }: RestartState): void {
    if (tab > 0) this.send({ selectTab: { tab } });
    requestAnimationFrame(() => setTimeout(() => {
      for (const [source, y] of offsets) if (y > 0) this.input?.scroll(source, { y }, false);
      this.handles.focus(focused);
      this.restart = undefined;
    }));
  }

  private settle(): void {
    const { snapshot } = this;
    this.phone.update(snapshot);
    this.asks.update(snapshot);
  }
}

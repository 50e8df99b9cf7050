import type { Event } from "../contract/messages";
import type { Scene } from "../presenter/scene";
import type { Renderer } from "./renderer";

/** A session joined with its presenter, as a screen needs it: what to show, and whom to tell. */
export interface InteractionSource {
  /** Called whenever something else than time has changed the scene. */
  onchange: () => void;
  /** Everything to draw now; what the engine waits to hear by now has been reported to it. */
  scene(): Scene;
  /** When the scene changes next, ms of session time; undefined at rest. */
  readonly nextChange: number | undefined;
  /** Something happens now on the client: it shows at once, then the engine hears of it. */
  send(event: Event): void;
}

/** A screen that a session moves: frames are drawn only while something moves. */
export class Screen {
  private source: InteractionSource | undefined;
  private frame = 0;
  /** Called after each frame, with the time that it took, ms. */
  onframe: (time: number) => void = () => {};

  constructor(readonly renderer: Renderer) {}

  /** Shows a session from now on, in place of the one before. */
  open(source: InteractionSource): void {
    this.close();
    this.source = source;
    source.onchange = () => this.ask();
    this.ask();
  }

  /** Shows no session any more; the elements stay as they are. */
  close(): void {
    if (this.source) this.source.onchange = () => {};
    this.source = undefined;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private ask(): void {
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    const { source } = this;
    if (!source) return;
    const start = performance.now();
    this.renderer.show(source.scene());
    if (source.nextChange === undefined) this.renderer.rest();
    else this.ask();
    this.onframe(performance.now() - start);
  }
}

import type { Environment, Event } from "../contract/messages";
import type { Scene } from "../presenter/scene";
import type { Renderer } from "./renderer";
import { reportSurface, surfaceOf } from "./surface";

/** A session joined with its presenter, as a screen needs it: what to show, and whom to tell. */
export interface InteractionSource {
  /** The surface as the engine knows it; absent where the engine is told of none. */
  readonly environment?: Environment;
  /** Called whenever something else than time has changed the scene. */
  onchange: () => void;
  /** Everything to draw now; what the engine waits to hear by now has been reported to it. */
  scene(): Scene;
  /** When the scene changes next, ms of session time; undefined at rest. */
  readonly nextChange: number | undefined;
  /** Something happens now on the client: it shows at once, then the engine hears of it. */
  send(event: Event): void;
}

/**
 * A screen that a session moves: frames are drawn only while something moves. The session hears of
 * the screen's size, insets, direction and other wishes of its user, and of its lists' contents.
 */
export class Screen {
  private source: InteractionSource | undefined;
  private surface: ReturnType<typeof reportSurface> | undefined;
  private frame = 0;
  /** Called after each frame, with the time that it took, ms. */
  onframe: (time: number) => void = () => {};

  /** @param measure Returns the surface as it is now. Default: {@link surfaceOf} the canvas. */
  constructor(
    readonly renderer: Renderer,
    private readonly measure = () => surfaceOf(renderer.canvas),
  ) {}

  /** Shows a session from now on, in place of the one before. */
  open(source: InteractionSource): void {
    this.close();
    this.source = source;
    source.onchange = () => this.ask();
    if (source.environment) this.surface = reportSurface(this.renderer, source, this.measure);
    this.ask();
  }

  /** Shows no session any more; the elements stay as they are. */
  close(): void {
    if (this.source) this.source.onchange = () => {};
    this.source = undefined;
    this.surface?.close();
    this.surface = undefined;
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
    this.surface?.follow();
    if (source.nextChange === undefined) this.renderer.rest();
    else this.ask();
    this.onframe(performance.now() - start);
  }
}

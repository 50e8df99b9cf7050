import type { Effect, InteractionEvent, Snapshot, Surface } from "../contract/messages";
import type { PresentedScene } from "../presenter/scene";
import type { Renderer } from "./renderer";
import { reportSurface, surfaceOf } from "./surface";

/** The interface between a screen and a presented session. */
export interface InteractionSource {
  /** The surface, as last reported to the engine; absent if none is reported. */
  readonly surface?: Surface;
  /** The newest state received from the engine. */
  readonly snapshot?: Snapshot;
  /** Called for each effect, for those that a screen reader speaks (rule U4). */
  onspeech?: (effect: Effect) => void;
  /** Called after each change of the scene for another reason than time. */
  onchange: () => void;
  /** Returns the scene to draw now. Sends the reports that are due. */
  scene(): PresentedScene;
  /** The session time of the scene's next change, ms; undefined at rest. */
  readonly nextChange: number | undefined;
  /** Reports an event that happens now, and presents its immediate consequences. */
  send(event: InteractionEvent): void;
}

/** The accessibility of a screen, such as `Accessibility` of the package's `accessibility`. */
export interface ScreenAccessibility {
  /** Updates the nodes after a scene of the source. */
  show(renderer: Renderer, source: InteractionSource): void;
}

/**
 * Draws a session's scene, in frames only while something moves. Reports the surface and the
 * content sizes of lists to the session.
 */
export class Screen {
  private source: InteractionSource | undefined;
  private surface: ReturnType<typeof reportSurface> | undefined;
  private frame = 0;
  /** Called after each frame with its duration, ms. */
  onframe: (time: number) => void = () => {};

  /**
   * @param measure Returns the current surface. Default: {@link surfaceOf} the canvas.
   * @param accessibility Makes the nodes accessible. Default: the app does.
   */
  constructor(
    readonly renderer: Renderer,
    private readonly measure = () => surfaceOf(renderer.canvas),
    private readonly accessibility?: ScreenAccessibility,
  ) {}

  /** Shows a session in place of the previous one. */
  open(source: InteractionSource): void {
    this.close();
    this.source = source;
    source.onchange = () => this.ask();
    if (source.surface) this.surface = reportSurface(this.renderer, source, this.measure);
    this.ask();
  }

  /** Stops showing the session; the elements stay as they are. */
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
    this.accessibility?.show(this.renderer, source);
    this.surface?.follow();
    if (source.nextChange === undefined) this.renderer.clearWillChange();
    else this.ask();
    this.onframe(performance.now() - start);
  }
}

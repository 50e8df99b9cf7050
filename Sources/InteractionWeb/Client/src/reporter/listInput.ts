import type { Point } from "../presenter/scene";
import { ListEvent, ListGesture, Port } from "./listGesture";

/** A list on the page: its gesture, its box that scrolls, and the time that passes for it. */
export class ListInput {
  readonly gesture: ListGesture;
  /** Read when a gesture begins, not in its frames. */
  private size = { height: 1, end: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;

  constructor(
    source: string, private readonly box: HTMLElement, isSideways: boolean,
    private readonly send: (event: ListEvent) => void,
  ) {
    this.gesture = new ListGesture(source, isSideways);
  }

  down(position: Point, time: number, drags: boolean): void {
    this.measure();
    this.do((gesture) => gesture.down(position, this.port, time, drags));
  }

  /** Returns whether the browser must not scroll. */
  move(position: Point, time: number, drags: boolean): boolean {
    return this.do((gesture) => gesture.move(position, this.port, time, drags));
  }

  up(time: number): void {
    this.do((gesture) => gesture.up(time));
  }

  cancel(time: number): void {
    this.do((gesture) => gesture.cancel(time));
  }

  /** Returns whether the browser must not scroll. */
  wheel(delta: number, time: number): boolean {
    if (!this.gesture.isWheeling) this.measure();
    return this.do((gesture) => gesture.wheel(delta, this.port, time));
  }

  scrolled(time: number): void {
    this.do((gesture) => gesture.scrolled(this.port, time));
  }

  scrollEnded(): void {
    this.do((gesture) => gesture.scrollEnded());
  }

  scrollTo({ x, y }: Partial<Point>, isAnimated: boolean): void {
    this.do((gesture) => gesture.willScroll(performance.now(), isAnimated));
    this.box.scrollTo({
      ...(x !== undefined && { left: x }), ...(y !== undefined && { top: y }),
      behavior: isAnimated ? "smooth" : "auto",
    });
  }

  leave(): void {
    this.do((gesture) => gesture.leave());
  }

  private measure(): void {
    const { clientHeight, scrollHeight } = this.box;
    this.size = { height: Math.max(clientHeight, 1), end: scrollHeight - clientHeight };
  }

  private get port(): Port {
    const { box, size } = this;
    // Read when asked for: in the frames of a movement that would force a layout.
    return { ...size, get offset() { return { x: box.scrollLeft, y: box.scrollTop }; } };
  }

  private do<Result>(act: (gesture: ListGesture) => Result): Result {
    const { gesture } = this;
    const result = act(gesture);
    for (const event of gesture.take()) this.send(event);
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    const tick = (time: number) => this.do(() => gesture.tick(this.port, time));
    if (gesture.isAnimating) this.frame = requestAnimationFrame(tick);
    const wake = gesture.nextWake;
    if (wake !== undefined) {
      const now = performance.now();
      this.timer = setTimeout(() => tick(performance.now()), Math.max(wake - now, 0) + 1);
    }
    return result;
  }
}

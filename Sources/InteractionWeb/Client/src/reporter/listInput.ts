import type { Point } from "../presenter/scene";
import { ListEvent, ListGesture, ListMetrics } from "./listGesture";

/** A list on the page: its gesture, its box, and its animation frames. */
export class ListInput {
  readonly gesture: ListGesture;
  private size = { height: 1, end: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;

  constructor(
    source: string, private readonly box: HTMLElement, isSideways: boolean,
    private readonly send: (event: ListEvent) => void,
  ) {
    this.gesture = new ListGesture(source, isSideways);
  }

  scrollTo({ x, y }: Partial<Point>, isAnimated: boolean): void {
    if (isAnimated) {
      this.measure();
      this.do((gesture, port) => gesture.willScroll({ x, y }, port, performance.now()));
    }
    this.box.scrollTo({
      ...(x !== undefined && { left: x }), ...(y !== undefined && { top: y }),
      behavior: isAnimated ? "smooth" : "auto",
    });
  }

  /** Measures the box's height and extent, at the start of a gesture. */
  measure(): void {
    const { clientHeight, scrollHeight } = this.box;
    this.size = { height: Math.max(clientHeight, 1), end: scrollHeight - clientHeight };
  }

  private get port(): ListMetrics {
    const { box, size } = this;
    // A getter: reading it in every frame would force a layout.
    return { ...size, get offset() { return { x: box.scrollLeft, y: box.scrollTop }; } };
  }

  /** Passes an input to the gesture, sends its events, and returns the result. */
  do<Result>(act: (gesture: ListGesture, port: ListMetrics) => Result): Result {
    const { gesture } = this;
    const result = act(gesture, this.port);
    for (const event of gesture.take()) this.send(event);
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    const tick = (time: number) => this.do((_, port) => gesture.tick(port, time));
    if (gesture.isAnimating) this.frame = requestAnimationFrame(tick);
    const wake = gesture.nextWake;
    if (wake !== undefined) {
      const now = performance.now();
      this.timer = setTimeout(() => tick(performance.now()), Math.max(wake - now, 0) + 1);
    }
    return result;
  }
}

import type { Point } from "../presenter/scene";
import type { ListView } from "./view";

/** A scrolling box with its content, which can be pulled down past its top. */
export class ListPort implements ListView {
  offset: Point = { x: 0, y: 0 };
  /** Where the box stands: negative while the browser lets it bounce. */
  private top = 0;

  /**
   * @param port - The box, which scrolls as the platform has it.
   * @param content - What scrolls in it: its only child.
   */
  constructor(readonly port: HTMLElement, readonly content: HTMLElement) {
    // The layout is up to date when this event comes.
    port.addEventListener("scroll", () => {
      const { scrollLeft: x, scrollTop: y } = port;
      // A list that the client pulls has a box that stands at its top.
      const isPulled = y === 0 && this.top >= 0 && this.offset.y < 0;
      this.offset = { x, y: isPulled ? this.offset.y : y };
      this.top = y;
    }, { passive: true });
  }

  show({ x, y }: Point): void {
    const { offset, port, content } = this;
    // A box that bounces has moved its content by itself.
    const pull = y < 0 ? Math.min(this.top, 0) - y : 0;
    content.style.transform = pull ? `translateY(${pull}px)` : "";
    this.offset = { x, y };
    const top = Math.max(y, 0);
    // What the user has just scrolled is not scrolled again; platforms round to device pixels.
    if (Math.abs(top - Math.max(offset.y, 0)) >= 1 || Math.abs(x - offset.x) >= 1) {
      port.scrollTo({ left: x, top, behavior: "auto" });
    }
  }
}

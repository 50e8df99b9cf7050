import type { Point } from "../presenter/scene";
import type { ListView } from "./view";

/** A scrolling box with its content, which supports overscroll at the top. */
export class ScrollBox implements ListView {
  offset: Point = { x: 0, y: 0 };
  /** The box's scroll position; negative while the browser lets it bounce. */
  private top = 0;

  /**
   * @param port - The box, which scrolls natively.
   * @param content - Its only child, which scrolls.
   */
  constructor(readonly port: HTMLElement, readonly content: HTMLElement) {
    // The layout is up to date in this event.
    port.addEventListener("scroll", () => {
      const { scrollLeft: x, scrollTop: y } = port;
      // While the client overscrolls a list, its box is at the top.
      const isPulled = y === 0 && this.top >= 0 && this.offset.y < 0;
      this.offset = { x, y: isPulled ? this.offset.y : y };
      this.top = y;
    }, { passive: true });
  }

  show({ x, y }: Point): void {
    const { offset, port, content } = this;
    // A bouncing box moves its content itself.
    const pull = y < 0 ? Math.min(this.top, 0) - y : 0;
    content.style.transform = pull ? `translateY(${pull}px)` : "";
    this.offset = { x, y };
    const top = Math.max(y, 0);
    // Avoids scrolling back what the user has just scrolled; platforms round to device pixels.
    if (Math.abs(top - Math.max(offset.y, 0)) >= 1 || Math.abs(x - offset.x) >= 1) {
      port.scrollTo({ left: x, top, behavior: "auto" });
    }
  }
}

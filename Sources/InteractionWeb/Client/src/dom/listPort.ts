import type { Point } from "../presenter/scene";
import type { ListView } from "./view";

/** A scrolling box with its content, which can be pulled down past its top. */
export class ListPort implements ListView {
  offset: Point = { x: 0, y: 0 };

  /**
   * @param port - The box, which scrolls as the platform has it.
   * @param content - What scrolls in it: its only child.
   */
  constructor(readonly port: HTMLElement, readonly content: HTMLElement) {
    // The layout is up to date when this event comes.
    port.addEventListener("scroll", () => {
      const { scrollLeft: x, scrollTop: y } = port;
      this.offset = y === 0 && this.offset.y < 0 ? { x, y: this.offset.y } : { x, y };
    }, { passive: true });
  }

  show({ x, y }: Point): void {
    const { offset, port, content } = this;
    if ((y < 0) !== (offset.y < 0) || y < 0) {
      content.style.transform = y < 0 ? `translateY(${-y}px)` : "";
    }
    this.offset = { x, y };
    const top = Math.max(y, 0);
    // What the user has just scrolled is not scrolled again; platforms round to device pixels.
    if (Math.abs(top - Math.max(offset.y, 0)) >= 1 || Math.abs(x - offset.x) >= 1) {
      port.scrollTo({ left: x, top, behavior: "auto" });
    }
  }
}

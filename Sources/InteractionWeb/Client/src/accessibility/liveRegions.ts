import type { Announce } from "../contract/messages";

/** The time for which a text stays in its region, ms: longer than any screen reader needs. */
const LIFETIME = 10_000;

/** The live regions whose new texts a screen reader speaks (rule U4). */
export class LiveRegions {
  private readonly status = region("status", "polite");
  private readonly alert = region("alert", "assertive");

  /** Keeps the regions in an element: only changes of known regions are spoken. */
  show(parent: HTMLElement): void {
    if (this.status.parentNode !== parent) parent.append(this.status, this.alert);
  }

  /** Speaks a text. */
  speak({ text = "", interrupts }: Announce): void {
    const line = document.createElement("div");
    line.textContent = text;
    (interrupts ? this.alert : this.status).append(line);
    setTimeout(() => line.remove(), LIFETIME);
  }
}

function region(role: string, live: string): HTMLElement {
  const node = document.createElement("div");
  node.setAttribute("role", role);
  node.setAttribute("aria-live", live);
  // Speaks each new line alone, also one with the same text.
  node.setAttribute("aria-atomic", "false");
  Object.assign(node.style, {
    position: "absolute", left: "0", top: "0", width: "1px", height: "1px", overflow: "hidden",
    clipPath: "inset(50%)", whiteSpace: "nowrap",
  });
  return node;
}

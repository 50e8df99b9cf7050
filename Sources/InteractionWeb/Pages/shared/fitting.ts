import { find } from "./dom";

/** Scales the phone to its place, now and when the place changes. */
export function fitPhone(): void {
  new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    const scale = Math.min(1, (width - 8) / 403, (height - 8) / 840);
    find("phone", HTMLElement).style.setProperty("--scale", String(Math.max(scale, 0.4)));
  }).observe(find("fitting", HTMLElement));
}

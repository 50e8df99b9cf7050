import { find, make } from "../shared/dom";
import { directiveMoment, eventMoment } from "../shared/words";
import type { Timeline } from "../shared/timeline";
import { Film } from "./film";
import type { FilmContent } from "./film";

/** Plays a film, with a button and a slider. */
export class Player {
  private readonly button = find("play", HTMLButtonElement);
  private readonly slider = find("position", HTMLInputElement);
  private readonly shown = find("time", HTMLOutputElement);
  private film: Film | undefined;
  private content: FilmContent | undefined;
  /** The time of the last frame while the film plays; undefined while it is paused. */
  private lastFrame: number | undefined;

  constructor(private readonly place: HTMLElement, private readonly timeline: Timeline) {
    this.button.addEventListener("click", () => {
      if (this.lastFrame === undefined) this.play();
      else this.pause();
    });
    this.slider.addEventListener("input", () => {
      this.pause();
      if (this.content) this.seek(this.content.start + Number(this.slider.value));
    });
  }

  /** Shows a film at its start; plays it unless the user prefers reduced motion. */
  open(content: FilmContent): void {
    this.content = content;
    this.button.disabled = this.slider.disabled = false;
    this.slider.max = String(Math.round(content.end - content.start));
    this.seek(content.start);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.pause();
    else this.play();
  }

  private play(): void {
    const { content } = this;
    if (!content) return;
    if (!this.film || this.film.time >= content.end) this.seek(content.start);
    this.button.textContent = "Pause";
    this.lastFrame = performance.now();
    this.askFrame();
  }

  private pause(): void {
    this.button.textContent = "Play";
    this.lastFrame = undefined;
  }

  private askFrame(): void {
    requestAnimationFrame((now) => {
      const { film, content, lastFrame } = this;
      if (!film || !content || lastFrame === undefined) return;
      // A hidden page gets no frames; the film goes on where it was.
      const step = Math.min(Math.max(now - lastFrame, 0), 100);
      this.lastFrame = now;
      this.seek(Math.min(film.time + step, content.end));
      if (film.time >= content.end) this.pause();
      else this.askFrame();
    });
  }

  /** Shows a time; an earlier one begins the film anew. */
  private seek(time: number): void {
    const { content } = this;
    if (!content) return;
    if (!this.film || time < this.film.time) {
      this.film?.close();
      this.timeline.clear();
      this.film = new Film(this.place, content);
      this.film.onstep = (step) => this.timeline.add(
        step.kind === "event" ? eventMoment(step.event) : directiveMoment(step.directive));
    }
    this.film.advance(time);
    const passed = time - content.start;
    this.slider.value = String(Math.round(passed));
    this.shown.textContent = `${(passed / 1000).toFixed(1)} s`;
  }
}

/** Returns the words of a film's name, such as `Second floor`. */
export function title(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1).replace(/-/g, " ");
}

/** Makes the button that opens a film. */
export function filmButton(name: string, summary: string, open: () => void): HTMLElement {
  return make("li", {}, make("button", { type: "button", "aria-pressed": "false", click: open },
    make("strong", {}, title(name)), make("span", {}, summary)));
}

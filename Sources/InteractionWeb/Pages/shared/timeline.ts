import { make } from "./dom";

/** The kind of an entry, for the filter. */
export type TimelineEntryKind = "scrolls" | "touches" | "others" | "directives" | "connection";

/** An entry of a timeline. */
export interface TimelineEntry {
  readonly kind: TimelineEntryKind;
  /** The session time, ms; undefined shows none. */
  readonly at?: number;
  readonly text: string;
  /** The key of a run: consecutive entries of a run share a line with the newest one's text. */
  readonly run?: string;
  /** True for an error. */
  readonly bad?: boolean;
}

interface Line {
  moment: TimelineEntry;
  count: number;
  row: HTMLLIElement | undefined;
}

const names: readonly [TimelineEntryKind, string][] = [
  ["scrolls", "Scrolling"], ["touches", "Touches"], ["others", "Other events"],
  ["directives", "Directives"], ["connection", "Connection"],
];
const ways: Record<TimelineEntryKind, string> = {
  scrolls: "→", touches: "→", others: "→", directives: "←", connection: "·",
};
/** The minimum time between two redraws, ms: readable, and rare enough not to cost frames. */
const interval = 120;
/** The maximum number of lines. */
export const limit = 400;

/** A session's timeline, the newest entry first; paused while it has the pointer or the focus. */
export class Timeline {
  private readonly list = make("ol", { class: "moments", tabindex: 0, "aria-label": "Moments" });
  private readonly waiting = make("p", { class: "waiting", hidden: true });
  private fresh: Line[] = [];
  private newest: Line | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private holds = 0;
  private hidden = new Set<TimelineEntryKind>();

  /** @param place - The card whose body is the timeline. */
  constructor(private readonly place: HTMLElement) {
    place.classList.add("timeline");
    place.append(this.filters(), this.list, this.waiting);
    for (const [start, end] of [["pointerenter", "pointerleave"], ["focus", "blur"]] as const) {
      this.list.addEventListener(start, () => { this.holds += 1; });
      this.list.addEventListener(end, () => {
        this.holds = Math.max(0, this.holds - 1);
        this.draw();
      });
    }
  }

  /** Adds an entry, which is drawn soon. */
  add(moment: TimelineEntry): void {
    const newest = this.newest;
    if (moment.run !== undefined && newest?.moment.run === moment.run) {
      newest.moment = moment;
      newest.count += 1;
      if (newest.row && !this.fresh.includes(newest)) this.fresh.push(newest);
    } else {
      this.newest = { moment, count: 1, row: undefined };
      this.fresh.push(this.newest);
      if (this.fresh.length > 2 * limit) this.fresh.splice(0, limit);
    }
    this.timer ??= setTimeout(() => this.draw(), interval);
  }

  /** Removes all entries. */
  clear(): void {
    this.fresh = [];
    this.newest = undefined;
    this.list.replaceChildren();
    this.waiting.hidden = true;
  }

  private draw(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.holds > 0) {
      this.waiting.textContent = `Paused while you read; ${this.fresh.length} new.`;
      this.waiting.hidden = this.fresh.length === 0;
      return;
    }
    this.waiting.hidden = true;
    for (const line of this.fresh.splice(0)) this.show(line);
    while (this.list.childElementCount > limit) this.list.lastElementChild?.remove();
  }

  private show(line: Line): void {
    const { moment, count } = line;
    if (!line.row) {
      line.row = make("li", { "data-kind": moment.kind, class: moment.bad ? "bad" : undefined },
        make("time"), make("span", { class: "way", "aria-hidden": "true" }, ways[moment.kind]),
        make("span"));
      this.list.prepend(line.row);
    }
    const [time, , text] = line.row.children;
    if (time) time.textContent = moment.at === undefined ? "" : (moment.at / 1000).toFixed(3);
    if (text) text.textContent = count > 1 ? `${moment.text} (${count})` : moment.text;
  }

  private filters(): HTMLElement {
    return make("fieldset", { class: "filters" }, make("legend", { class: "unseen" }, "Show"),
      ...names.map(([kind, name]) => {
        const box = make("input", { type: "checkbox", checked: true });
        box.addEventListener("change", () => {
          if (box.checked) this.hidden.delete(kind);
          else this.hidden.add(kind);
          this.place.dataset.hides = [...this.hidden].join(" ");
        });
        return make("label", {}, box, name);
      }));
  }
}

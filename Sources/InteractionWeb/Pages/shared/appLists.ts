import { ScrollBox } from "../../Client/src/dom/scrollBox";
import { tint } from "./appPages";
import { make } from "./dom";

/** A list of the app: its node, and its scrolling part. */
export interface AppList {
  readonly source: string;
  readonly isSideways: boolean;
  readonly node: HTMLElement;
  readonly list: ScrollBox;
}

/** The number of rows of a list: several screens. */
const rows = 40;

/** Creates a list of rows. `open` is called with the number of a tapped row. */
export function rowList(source: string, isBelowBanner: boolean, open: (row: number) => void): AppList {
  const content = make("div", { class: "content" });
  for (let number = 0; number < rows; number += 1) {
    const row = make("div", { class: "row" },
      make("span", { class: `number ${tint(number)}` }, String(number + 1)),
      make("span", { class: "bar" }), make("span", { class: "bar" }));
    row.addEventListener("click", () => open(number + 1));
    content.append(row);
  }
  return list(source, false, isBelowBanner ? "app-list below-banner" : "app-list", content);
}

/** The number of pages of a banner, and of their repetitions: the contract's default. */
const pages = { count: 5, repeated: 100 };

/** Returns whether a list is a banner: only by its ID in the bundled experiences. */
export function isBanner(source: string): boolean {
  return /banner|carousel/.test(source);
}

/**
 * Creates a banner of pages of the screen's width, repeated so often that no user reaches an end.
 */
export function banner(source: string): AppList {
  const content = make("div", { class: "content" });
  for (let index = 0; index < pages.count * pages.repeated; index += 1) {
    const number = index % pages.count;
    content.append(make("div", { class: `slide ${tint(number + 1)}` },
      `${number + 1} / ${pages.count}`));
  }
  return list(source, true, "app-list banner", content);
}

function list(source: string, isSideways: boolean, kind: string, content: HTMLElement): AppList {
  const port = make("div", {
    class: "port", tabindex: 0, role: "group", "aria-label": `List ${source}`,
    "data-source": source,
  }, content);
  const node = make("div", { class: kind }, port);
  return { source, isSideways, node, list: new ScrollBox(port, content) };
}

/** Marks the offsets of trigger lines: they reach the bar's edge at that offset. */
export function mark({ list: { content } }: AppList, offsets: readonly number[]): void {
  content.querySelectorAll(".trigger").forEach((line) => line.remove());
  let former = 0;
  for (const offset of offsets) {
    if (Math.abs(offset) < 20 || Math.abs(offset - former) < 12) continue;
    former = offset;
    const line = make("div", { class: "trigger", "aria-hidden": "true" },
      make("span", {}, `${Math.round(Math.abs(offset) * 10) / 10} pt`));
    line.style.top = `${offset}px`;
    content.append(line);
  }
}

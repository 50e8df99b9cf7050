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
  // A scrolled list cannot be pulled.
  port.addEventListener("scroll", () => node.classList.toggle("scrolled", port.scrollTop > 0),
    { passive: true });
  return { source, isSideways, node, list: new ScrollBox(port, content) };
}

/** A trigger line that is drawn over a list. */
export interface MarkedLine {
  readonly source: string;
  readonly offset: number;
  readonly node: HTMLElement;
  readonly label: HTMLElement;
}

/**
 * Draws the trigger lines at these offsets. A positive one is on the content, and reaches the bar's
 * edge at its offset; a negative one stays in its place, and the pulled list's top reaches it.
 *
 * @param isKept - Returns whether a line is drawn even if it is near the top or another line.
 */
export function mark(
  { source, node, list: { content } }: AppList, offsets: readonly number[],
  isKept: (offset: number) => boolean
): MarkedLine[] {
  node.querySelectorAll(".trigger, .pulls").forEach((line) => line.remove());
  const pulls = make("div", { class: "pulls" });
  const marked: MarkedLine[] = [];
  let former = 0;
  for (const offset of offsets) {
    if (!isKept(offset) && (Math.abs(offset) < 20 || Math.abs(offset - former) < 12)) continue;
    former = offset;
    const label = make("span", {}, `${Math.round(Math.abs(offset) * 10) / 10} pt`);
    const line = make("div", { class: "trigger", "aria-hidden": "true" }, label);
    line.style.top = `${Math.abs(offset)}px`;
    (offset < 0 ? pulls : content).append(line);
    marked.push({ source, offset, node: line, label });
  }
  if (pulls.childElementCount > 0) node.append(pulls);
  return marked;
}

import { ListPort } from "../../Client/src/dom/listPort";
import { tint } from "./appPages";
import { make } from "./dom";

/** A list of the app's: its node, and what scrolls in it. */
export interface AppList {
  readonly source: string;
  readonly isSideways: boolean;
  readonly node: HTMLElement;
  readonly list: ListPort;
}

/** How many rows a list has: some screens of them. */
const rows = 40;

/** A list of rows. `open` is called with the number of a row that was tapped. */
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

/** How many pages a banner has, and how often they are repeated: the contract's default. */
const pages = { count: 5, repeated: 100 };

/**
 * Whether a list is a banner, which only the experience says: the bundled ones call it so.
 */
export function isBanner(source: string): boolean {
  return /banner|carousel/.test(source);
}

/** A banner of pages side by side, of the screen's width, repeated so that no user sees its ends. */
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
  return { source, isSideways, node, list: new ListPort(port, content) };
}

/** Marks the offsets at which the engine decides something: they reach the bar's edge then. */
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

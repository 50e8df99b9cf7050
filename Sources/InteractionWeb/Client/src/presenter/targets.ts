// Views that directives move, by paths that every client resolves for itself.

export const tabBar = "tab_bar";
export const tabBarSnapshot = "tab_bar/snapshot";
export const navigationBar = "navigation_bar";
export const listSnapshot = "list/snapshot";
export const floor = "floor";
export const floorImage = "floor/image";
export const floorTip = "floor/tip";
export const floorPage = "floor/page";
/** The tabs' pages as a whole, on which a finger swipes (rule X7). */
export const pages = "pages";
/** The edge from which a finger pulls the top page away (rule N5). */
export const edge = "edge";
/** Where a finger pans a page of the style scan (rule N5). */
export const scan = "scan";
export const window = "window";
export const windowSnapshot = "window/snapshot";
export const incomingPage = "page/incoming";
export const outgoingPage = "page/outgoing";
export const pageMask = "page/mask";
export const pageBlur = "page/blur";
export const pageFill = "page/fill";
export const keyView = "page/key";
export const upperPart = "page/upper";
export const lowerPart = "page/lower";

/** The list that reports as `source`. */
export const list = (source: string) => path("list", source);

/** Whether a target is a list. */
export function isList(target: string): boolean {
  return target.startsWith("list/");
}

/** A tab's page. */
export const page = (tab: number) => path("page", tab);

/** The tab whose page a target is, if it is one: that of `page/3` is 3. */
export function tabPage(target: string): number | undefined {
  const found = /^page\/(\d+)$/.exec(target);
  return found ? Number(found[1]) : undefined;
}

/** A view of a tab's item: the item itself, or its `icon`, `title` and the like. */
export const tab = (index: number, ...part: string[]) => path("tab", index, ...part);

/** A toggle's strip, or its one view where it has none; or one of the pictures that change. */
export const toggle = (id: string, ...part: string[]) => path("toggle", id, ...part);

/** A page above the root at rest, counted from 0: `stack/0`; or what darkens the views under it. */
export const stacked = (index: number, ...part: string[]) => path("stack", index, ...part);

function path(...parts: (string | number)[]): string {
  return parts.join("/");
}

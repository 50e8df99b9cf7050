// Views that directives move, as paths that each client resolves to its own views.

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
/** The screen edge from which a finger pulls the top page away (rule N5). */
export const edge = "edge";
/** The area in which a finger pans a page of the style scan (rule N5). */
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

/** Returns the target of the list that reports as `source`. */
export const list = (source: string) => path("list", source);

/** Returns whether a target is a list. */
export function isList(target: string): boolean {
  return target.startsWith("list/");
}

/** Returns the target of a tab's page. */
export const page = (tab: number) => path("page", tab);

/** Returns the tab of a page's target, such as 3 for `page/3`; undefined for other targets. */
export function tabPage(target: string): number | undefined {
  const found = /^page\/(\d+)$/.exec(target);
  return found ? Number(found[1]) : undefined;
}

/** Returns the target of a tab's item, or of a part of it, such as its `icon` or `title`. */
export const tab = (index: number, ...part: string[]) => path("tab", index, ...part);

/** Returns the target of a toggle, or of one of the two pictures of a transition. */
export const toggle = (id: string, ...part: string[]) => path("toggle", id, ...part);

/**
 * Returns the target of a page above the root at rest, counted from 0, such as `stack/0`, or of its
 * mask.
 */
export const stacked = (index: number, ...part: string[]) => path("stack", index, ...part);

function path(...parts: (string | number)[]): string {
  return parts.join("/");
}

import type { NavigationChange, Page } from "../contract/messages";
import { same } from "../contract/equality";
import { incomingPage, outgoingPage } from "./targets";

/** A page that comes or goes: the root, or one above it, which is counted from 0. */
export interface RolePage {
  /** How many pages above the root lie under it. */
  level: number;
  /** The page; undefined for the root. */
  page?: Page | undefined;
}

/** Which pages come and go while pages above the root change. */
export interface PageRoles {
  outgoing: RolePage;
  incoming: RolePage;
  /** Whether the page that leaves lies above the one that comes. */
  isBack: boolean;
}

/** Between two states of the pages. */
export function rolesBetween(old: Page[], now: Page[]): PageRoles {
  return { outgoing: top(old), incoming: top(now), isBack: now.length < old.length };
}

/** While a finger moves pages that have not changed yet. */
export function rolesOf({ operation, route, style }: NavigationChange, pages: Page[]): PageRoles {
  const presented = operation === "present";
  if (presented || operation === "push") {
    return rolesBetween(pages, [...pages, { route, style, presented: presented || undefined }]);
  }
  return rolesBetween(pages, pages.slice(0, -1));
}

function top(pages: Page[]): RolePage {
  return { level: Math.max(pages.length - 1, 0), page: pages[pages.length - 1] };
}

/** The page that lies lower. */
export function lower({ isBack, incoming, outgoing }: PageRoles): RolePage {
  return isBack ? incoming : outgoing;
}

/** The target that shows `page`, if one does. */
export function targetOf(roles: PageRoles, page: RolePage): string | undefined {
  if (same(page, roles.incoming)) return incomingPage;
  return same(page, roles.outgoing) ? outgoingPage : undefined;
}

import type { NavigationChange, NavigationPage } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import { incomingPage, outgoingPage } from "./targets";

/** A page of a page transition: the root, or a page above it, counted from 0. */
export interface TransitionPage {
  /** The number of pages between it and the root. */
  level: number;
  /** The page; undefined for the root. */
  page?: NavigationPage | undefined;
}

/** The incoming and the outgoing page of a page transition. */
export interface PageTransitionRoles {
  outgoing: TransitionPage;
  incoming: TransitionPage;
  /** True if the outgoing page is the upper one. */
  isBack: boolean;
}

/** Returns the roles of a transition from one stack of pages to another. */
export function rolesBetween(old: NavigationPage[], now: NavigationPage[]): PageTransitionRoles {
  return { outgoing: top(old), incoming: top(now), isBack: now.length < old.length };
}

/** Returns the roles of an interactive transition, whose pages have not changed yet. */
export function rolesOf({ operation, route, style }: NavigationChange, pages: NavigationPage[]): PageTransitionRoles {
  const presented = operation === "present";
  if (presented || operation === "push") {
    return rolesBetween(pages, [...pages, { route, style, presented: presented || undefined }]);
  }
  return rolesBetween(pages, pages.slice(0, -1));
}

function top(pages: NavigationPage[]): TransitionPage {
  return { level: Math.max(pages.length - 1, 0), page: pages[pages.length - 1] };
}

/** Returns the lower page. */
export function lower({ isBack, incoming, outgoing }: PageTransitionRoles): TransitionPage {
  return isBack ? incoming : outgoing;
}

/** Returns the upper page. */
export function upper({ isBack, incoming, outgoing }: PageTransitionRoles): TransitionPage {
  return isBack ? outgoing : incoming;
}

/** Returns the target of `page`; undefined if it is not part of the transition. */
export function targetOf(roles: PageTransitionRoles, page: TransitionPage): string | undefined {
  if (deepEqual(page, roles.incoming)) return incomingPage;
  return deepEqual(page, roles.outgoing) ? outgoingPage : undefined;
}

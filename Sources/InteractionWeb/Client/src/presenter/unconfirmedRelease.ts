import type { ScrollLink, Setting } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import type { DirectiveChanges } from "./change";
import { aspectOf, isAnimating } from "./model";

/**
 * Releases whose hold expired before the engine's decision arrived (rule D7). The engine reverts
 * such a decision once it learns of the expiry: until then neither the decision nor the links are
 * presented.
 */
export interface UnconfirmedRelease {
  /** The links of these releases. */
  links: ScrollLink[];
  /** The settings before the late decision. */
  settings: Setting[];
}

export const noUnconfirmedRelease: UnconfirmedRelease = { links: [], settings: [] };

/** Adds the links of a release. */
export function added(known: UnconfirmedRelease, links: ScrollLink[]): UnconfirmedRelease {
  const news = links.filter((link) => !known.links.some((each) => deepEqual(each, link)));
  return { ...known, links: [...known.links, ...news] };
}

/** Returns the releases after a directive, whose settings are now `settings`. */
export function received(
  known: UnconfirmedRelease,
  { previousSettings, mayAnimate, settings: news }: DirectiveChanges,
  settings: Setting[],
): UnconfirmedRelease {
  let { links, settings: hidden } = known;
  if (news.some(isHeld)) hidden = [];
  if (!mayAnimate) {
    // Links to a finger that has been released.
    const late = news.flatMap(linksOf).filter(({ dragTarget }) => dragTarget);
    links = added(known, late).links;
    if (news.some(isAnimating)) {
      const aspects = news.filter((each) => isHeld(each) || each.selection).map(aspectOf);
      hidden = previousSettings.filter((each) => aspects.includes(aspectOf(each)));
    }
  }
  const current = [...settings, ...hidden].flatMap(linksOf);
  links = links.filter((link) => current.some((each) => deepEqual(each, link)));
  return { links, settings: hidden };
}

/** Returns whether a release may wait for the setting. */
function isHeld({ floor, transition, navigation }: Setting): boolean {
  return Boolean(floor ?? transition ?? navigation);
}

function linksOf({ links, transition, navigation }: Setting): ScrollLink[] {
  return links?.links ?? (transition ?? navigation)?.links ?? [];
}

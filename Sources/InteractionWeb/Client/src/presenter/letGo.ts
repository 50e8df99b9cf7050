import type { ScrollLink, Setting } from "../contract/messages";
import { same } from "../contract/equality";
import type { Change } from "./change";
import { aspectOf, isUnderWay } from "./model";

/**
 * What the client has let go of before the verdict reached it (rule D7). The engine takes such a
 * verdict back once it hears of that: until then neither the verdict nor the links show.
 */
export interface LetGo {
  /** What has followed a finger. */
  links: ScrollLink[];
  /** The settings from before the verdict. */
  settings: Setting[];
}

export const nothing: LetGo = { links: [], settings: [] };

/** The same, with what a finger has moved until now. */
export function added(known: LetGo, links: ScrollLink[]): LetGo {
  const news = links.filter((link) => !known.links.some((each) => same(each, link)));
  return { ...known, links: [...known.links, ...news] };
}

/** The same, once a directive has changed settings to `settings`. */
export function received(
  known: LetGo,
  { former, mayAnimate, news }: Change,
  settings: Setting[],
): LetGo {
  let { links, settings: hidden } = known;
  if (news.some(isHeld)) hidden = [];
  if (!mayAnimate) {
    // The finger that they are for has let go by now.
    const late = news.flatMap(linksOf).filter(({ dragTarget }) => dragTarget);
    links = added(known, late).links;
    if (news.some(isUnderWay)) {
      const aspects = news.filter((each) => isHeld(each) || each.selection).map(aspectOf);
      hidden = former.filter((each) => aspects.includes(aspectOf(each)));
    }
  }
  const current = [...settings, ...hidden].flatMap(linksOf);
  links = links.filter((link) => current.some((each) => same(each, link)));
  return { links, settings: hidden };
}

/** Whether a release may wait for it. */
function isHeld({ floor, transition, navigation }: Setting): boolean {
  return Boolean(floor ?? transition ?? navigation);
}

function linksOf({ links, transition, navigation }: Setting): ScrollLink[] {
  return links?.links ?? (transition ?? navigation)?.links ?? [];
}

import type { ScrollLink, Setting } from "../contract/messages";
import { same } from "../contract/equality";
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

/** What a finger has moved until now is let go of, too. */
export function letGoOf(known: LetGo, links: ScrollLink[]): LetGo {
  const news = links.filter((link) => !known.links.some((each) => same(each, link)));
  return { ...known, links: [...known.links, ...news] };
}

/** What is left once a directive has changed settings to `settings`; late is a verdict on it. */
export function heard(
  known: LetGo,
  news: Setting[],
  isLate: boolean,
  before: Setting[],
  settings: Setting[],
): LetGo {
  let { links, settings: former } = known;
  if (news.some(isHeld)) former = [];
  if (isLate) {
    // The finger that they are for has let go by now.
    const late = news.flatMap(linksOf).filter(({ dragTarget }) => dragTarget);
    links = letGoOf(known, late).links;
    if (news.some(isUnderWay)) {
      const aspects = news.filter((each) => isHeld(each) || each.selection).map(aspectOf);
      former = before.filter((each) => aspects.includes(aspectOf(each)));
    }
  }
  const current = [...settings, ...former].flatMap(linksOf);
  links = links.filter((link) => current.some((each) => same(each, link)));
  return { links, settings: former };
}

/** What shows of the news. */
export function seen({ settings }: LetGo, news: Setting[]): Setting[] {
  const late = settings.map(aspectOf);
  return news.filter((each) => !late.includes(aspectOf(each)));
}

/** Whether a release may wait for it. */
function isHeld({ floor, transition, navigation }: Setting): boolean {
  return Boolean(floor ?? transition ?? navigation);
}

function linksOf({ links, transition, navigation }: Setting): ScrollLink[] {
  return links?.links ?? (transition ?? navigation)?.links ?? [];
}

import type {
  BadgeState,
  BarLayout,
  FloorLayout,
  FloorState,
  NavigationState,
  ScrollLink,
  SelectionState,
  Setting,
  ToggleState,
  TransitionState,
} from "../contract/messages";
import { deepEqual } from "../contract/equality";
import { noUnconfirmedRelease } from "./unconfirmedRelease";
import type { UnconfirmedRelease } from "./unconfirmedRelease";
import { aspectOf } from "./model";
import { isKnown } from "./elementValues";

/** The settings of a snapshot, by type. */
export interface VisibleState {
  selection?: SelectionState | undefined;
  layout?: BarLayout | undefined;
  toggles: ToggleState[];
  floor?: FloorState | undefined;
  floorLayout?: FloorLayout | undefined;
  badges: BadgeState[];
  transition?: TransitionState | undefined;
  navigation?: NavigationState | undefined;
  floorLinks: ScrollLink[];
  /** The links to the finger that drags the tabs' pages. */
  tabLinks: ScrollLink[];
  /** The links to the finger that drags a page above the root. */
  pageLinks: ScrollLink[];
  /** All links to lists and fingers. */
  links: ScrollLink[];
  /** The navigation state during an interactive transition. */
  pulledPages?: NavigationState | undefined;
}

/** Returns the state to present. */
export function visibleState(settings: Setting[], letGo: UnconfirmedRelease = noUnconfirmedRelease): VisibleState {
  const shown = settings.map(
    (each) => letGo.settings.find((former) => aspectOf(former) === aspectOf(each)) ?? each,
  );
  const known = (links: ScrollLink[] = []) =>
    links.filter((link) => isKnown(link.property) && !letGo.links.some((each) => deepEqual(each, link)));
  const all: Setting = Object.assign({}, ...shown);
  const { transition, navigation } = all;
  const floorLinks = known(all.links?.links);
  const tabLinks = isInteractive(transition) ? known(transition?.links) : [];
  const pageLinks = isInteractive(navigation) ? known(navigation?.links) : [];
  return {
    ...all,
    toggles: settings.flatMap(({ toggle }) => toggle ?? []),
    badges: settings.flatMap(({ badge }) => badge ?? []),
    floorLinks,
    tabLinks,
    pageLinks,
    links: [...floorLinks, ...tabLinks, ...pageLinks],
    pulledPages: isInteractive(navigation) ? navigation : undefined,
  };
}

/** Returns whether the page transition is interactive. */
export function isInteractive(pages: TransitionState | NavigationState | undefined): boolean {
  return pages?.phase === "interactive";
}

/** Returns a link's value while its list or its finger is at `y`. */
export function linkValue(link: ScrollLink, y: number): number {
  const { startOffset = 0, endOffset = 0, startValue = 0, endValue = 0 } = link;
  const span = endOffset - startOffset;
  if (span === 0) return endValue;
  const progress = Math.min(Math.max((y - startOffset) / span, 0), 1);
  return startValue + (endValue - startValue) * progress;
}

/**
 * Returns a link's value with reduced motion, without the values between start and end: only a view
 * that moves as far as its finger still follows it.
 */
export function reducedLinkValue(link: ScrollLink, y: number): number {
  const { dragTarget, property, startOffset = 0, endOffset = 0, startValue = 0, endValue = 0 } = link;
  const span = endOffset - startOffset;
  const distance = Math.abs(endValue - startValue);
  // Centres are sums, with rounding errors.
  const movesAsFar = dragTarget && Math.abs(distance - Math.abs(span)) < 0.01;
  if (movesAsFar) return linkValue(link, y);
  if (!dragTarget && !/opacity$/.test(property!)) return linkValue(link, 0);
  return span === 0 || (y - startOffset) / span > 0.5 ? endValue : startValue;
}

import type {
  BadgeState,
  BarLayout,
  Directive,
  FloorLayout,
  FloorState,
  NavigationState,
  ScrollLink,
  SelectionState,
  Setting,
  ToggleState,
  TransitionState,
} from "../contract/messages";
import { same } from "../contract/equality";
import { nothing } from "./let-go";
import type { LetGo } from "./let-go";
import { isKnown } from "./values";

/** What a setting is about, the key under which a client keeps it: `selection`, `badge 2`. */
export type Aspect = string;

/** The look of the toggle of this name. */
export function toggleAspect(id: string | undefined): Aspect {
  return `toggle ${id ?? ""}`;
}

/** The badge of a tab. */
export function badgeAspect(tab: number | undefined): Aspect {
  return `badge ${tab ?? 0}`;
}

/** What a setting is about; undefined for something of a later contract. */
export function aspectOf(setting: Setting): Aspect | undefined {
  if (setting.toggle) return toggleAspect(setting.toggle.id);
  if (setting.badge) return badgeAspect(setting.badge.tab);
  return Object.keys(setting).find((key) => key !== "generation");
}

/** Whether the engine waits for the end of the animation that brings a setting. */
export function isUnderWay({ floor, transition, navigation }: Setting): boolean {
  return (
    floor?.phase === "opening" ||
    floor?.phase === "closing" ||
    (transition ?? navigation)?.phase === "running"
  );
}

/** What a client that only applies directives knows (rule D1). */
export class ClientModel {
  private lastDirective = 0;

  /** A client that has received these settings and nothing since. */
  constructor(
    /** The newest setting of every aspect; another list after each change. */
    public settings: Setting[],
  ) {
    this.settings = settings.filter(aspectOf);
  }

  /** Applies a directive; one that is not newer than what is known changes nothing. */
  apply({ sequence = 0, replacesAll, settings = [] }: Directive): void {
    const isNewer = sequence > this.lastDirective;
    this.lastDirective = Math.max(this.lastDirective, sequence);
    if (replacesAll) {
      if (isNewer) this.settings = settings.filter(aspectOf);
      return;
    }
    for (const setting of settings) {
      const aspect = aspectOf(setting);
      this.settings = this.settings.map((known) =>
        aspectOf(known) === aspect && (setting.generation ?? 0) > (known.generation ?? 0)
          ? setting
          : known,
      );
    }
  }
}

/** Settings, each at its place. */
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
  /** What follows the finger that drags the tabs' pages. */
  tabLinks: ScrollLink[];
  /** What follows the finger that drags a page above the root. */
  pageLinks: ScrollLink[];
  /** Everything that follows a list or a finger. */
  links: ScrollLink[];
  /** The pages above the root while a finger moves them. */
  pulledPages?: NavigationState | undefined;
}

/** What shows of settings. */
export function visibleState(settings: Setting[], letGo: LetGo = nothing): VisibleState {
  const shown = settings.map(
    (each) => letGo.settings.find((former) => aspectOf(former) === aspectOf(each)) ?? each,
  );
  const known = (links: ScrollLink[] = []) =>
    links.filter((link) => isKnown(link.property) && !letGo.links.some((each) => same(each, link)));
  const all: Setting = Object.assign({}, ...shown);
  const { selection, layout, floor, floorLayout, transition, navigation } = all;
  const floorLinks = known(all.links?.links);
  const tabLinks = isInteractive(transition) ? known(transition?.links) : [];
  const pageLinks = isInteractive(navigation) ? known(navigation?.links) : [];
  return {
    selection,
    layout,
    floor,
    floorLayout,
    transition,
    navigation,
    toggles: settings.flatMap(({ toggle }) => toggle ?? []),
    badges: settings.flatMap(({ badge }) => badge ?? []),
    floorLinks,
    tabLinks,
    pageLinks,
    links: [...floorLinks, ...tabLinks, ...pageLinks],
    pulledPages: isInteractive(navigation) ? navigation : undefined,
  };
}

/** Whether a finger moves the pages. */
export function isInteractive(pages: TransitionState | NavigationState | undefined): boolean {
  return pages?.phase === "interactive";
}

/** A link's value while its list, or its finger, stands at `y`. */
export function linkValue(link: ScrollLink, y: number): number {
  const { startOffset = 0, endOffset = 0, startValue = 0, endValue = 0 } = link;
  const span = endOffset - startOffset;
  if (span === 0) return endValue;
  const progress = Math.min(Math.max((y - startOffset) / span, 0), 1);
  return startValue + (endValue - startValue) * progress;
}

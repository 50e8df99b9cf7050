import type { AnimatedProperty, ScrollLink } from "../contract/messages";
import { same } from "../contract/equality";
import { easeOut } from "./easing";
import { remaining } from "./fingers";
import type { Fingers, Lag } from "./fingers";
import type { Motion, Performance } from "./motion";
import { rolesOf } from "./pageRoles";
import type { PageRoles } from "./pageRoles";
import { ScreenLayout } from "./screenLayout";
import type { Track } from "./timeline";
import { restingValue } from "./values";
import { linkValue } from "./visibleState";
import type { VisibleState } from "./visibleState";

/**
 * The values on the screen: the state that shows, the animations that play, and the views that
 * follow fingers and lists. Times are whole µs, as in the contract.
 */
export class ShownScreen {
  /** The animations that play, the oldest first; a view has a part in one of them only. */
  performances: Performance[] = [];
  /** The links whose views were elsewhere when they began to follow a finger. */
  detachedLinks: DetachedLink[] = [];
  layout = new ScreenLayout([]);

  constructor(
    public state: VisibleState,
    /** Changed in place; all else is replaced. */
    public fingers: Fingers,
    /** The newest time that the presenter has been told. */
    public now: number,
  ) {}

  /** The same, which stays as it is: a change is compared with it. */
  copy(): ShownScreen {
    const { fingers, now, state } = this;
    const copy = Object.assign(new ShownScreen(state, fingers, now), this);
    copy.fingers = fingers.copy();
    return copy;
  }
}

/** A link that has not caught up with its finger. */
export interface DetachedLink {
  link: ScrollLink;
  /** The distance between the view and the place that the link gives it. */
  lag: Lag;
}

/**
 * The value of a property that moves: by an animation, a finger or a list; undefined where none
 * moves it.
 */
export function shown(
  screen: ShownScreen,
  property: AnimatedProperty,
  target: string,
): number | undefined {
  const { performances, now, state } = screen;
  for (const { motions, start } of performances) {
    for (const motion of motions) {
      const value = motion.moves({ target, property }) ? motion.value(now - start) : undefined;
      if (value !== undefined) return value;
    }
  }
  const found = state.links.filter((link) => link.target === target && link.property === property);
  const link = found[found.length - 1];
  return link && followedValue(screen, link, now);
}

/** The value that a link gives its property. */
export function followedValue(
  { fingers, detachedLinks }: ShownScreen,
  link: ScrollLink,
  now: number,
): number {
  const detached = detachedLinks.find((each) => same(each.link, link));
  return linkValue(link, fingers.value(link, now)) - remaining(detached?.lag, now);
}

/** The pages that come and go, by an animation or under a finger. */
export function currentRoles({ performances, state }: ShownScreen): PageRoles | undefined {
  const [roles] = performances.flatMap((each) => each.roles ?? []).slice(-1);
  if (roles) return roles;
  const { change, pages = [] } = state.pulledPages ?? {};
  return change?.operation && rolesOf(change, pages);
}

/** The tracks of motions that nothing moves any more. */
export function waysBack(screen: ShownScreen, motions: Motion[]): Track[] {
  return motions.flatMap((each) => wayBack(screen, each, restingValue(each.property)) ?? []);
}

/** The track from the value that a property shows to another one; undefined if it shows that. */
export function wayBack(
  screen: ShownScreen,
  { target = "", property }: { target?: string; property?: AnimatedProperty },
  value: number | undefined,
): Track | undefined {
  const from = property && shown(screen, property, target);
  if (!property || from === undefined || value === undefined || from === value) return undefined;
  return way(target, property, from, value);
}

/** The track of a view that goes back from one value to another. */
export function way(
  target: string,
  property: AnimatedProperty,
  from: number,
  value: number,
): Track {
  return {
    target,
    property,
    keyframes: [
      { position: 0, value: from },
      { position: 1, value },
    ],
    delay: 0,
    duration: returnTime,
    easing: (time, duration) => easeOut(time / duration),
    iterations: 1,
    direction: "normal",
    fill: "both",
  };
}

/** How long what a finger has left takes to go back, µs. */
const returnTime = 250_000;

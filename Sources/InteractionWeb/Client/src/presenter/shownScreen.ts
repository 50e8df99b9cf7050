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
 * The presented values: the state, the running animations, and the views that follow fingers and
 * lists. Times are whole µs, as in the contract.
 */
export class ShownScreen {
  /** The running animations, the oldest first. At most one involves a given view. */
  performances: Performance[] = [];
  /** The links whose views were elsewhere when they began to follow a finger. */
  detachedLinks: DetachedLink[] = [];
  layout = new ScreenLayout([]);

  constructor(
    public state: VisibleState,
    /** Mutated in place; all else is replaced. */
    public fingers: Fingers,
    /** The newest time of any input. */
    public now: number,
  ) {}

  /** Returns a copy, to compare later changes with. */
  copy(): ShownScreen {
    const { fingers, now, state } = this;
    const copy = Object.assign(new ShownScreen(state, fingers, now), this);
    copy.fingers = fingers.copy();
    return copy;
  }
}

/** A link whose view still lags behind its finger. */
export interface DetachedLink {
  link: ScrollLink;
  /** The distance between the view and the link's value. */
  lag: Lag;
}

/** Returns the value of a property that an animation or a link moves; undefined if none does. */
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

/** Returns the value of a link. */
export function followedValue(
  { fingers, detachedLinks }: ShownScreen,
  link: ScrollLink,
  now: number,
): number {
  const detached = detachedLinks.find((each) => same(each.link, link));
  return linkValue(link, fingers.value(link, now)) - remaining(detached?.lag, now);
}

/**
 * Returns the pages of the current page transition, animated or interactive; undefined if there is
 * none.
 */
export function currentRoles({ performances, state }: ShownScreen): PageRoles | undefined {
  const [roles] = performances.flatMap((each) => each.roles ?? []).slice(-1);
  if (roles) return roles;
  const { change, pages = [] } = state.pulledPages ?? {};
  return change?.operation && rolesOf(change, pages);
}

/** Returns the tracks that move views to rest, in place of `motions`. */
export function waysBack(screen: ShownScreen, motions: Motion[]): Track[] {
  return motions.flatMap((each) => wayBack(screen, each, restingValue(each.property)) ?? []);
}

/** Returns the track from a property's presented value to `value`; undefined if they are equal. */
export function wayBack(
  screen: ShownScreen,
  { target = "", property }: { target?: string; property?: AnimatedProperty },
  value: number | undefined,
): Track | undefined {
  const from = property && shown(screen, property, target);
  if (!property || from === undefined || value === undefined || from === value) return undefined;
  return way(target, property, from, value);
}

/** Creates the track of a return animation. */
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

/** The duration of return animations, µs. */
const returnTime = 250_000;

import type { AnimatedProperty, ScrollLink } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import { easeOut } from "./easing";
import { remaining } from "./trackedInput";
import type { TrackedInput, CatchUpOffset } from "./trackedInput";
import type { PropertyAnimation, PlayingAnimation } from "./motion";
import { rolesOf } from "./pageTransitionRoles";
import type { PageTransitionRoles } from "./pageTransitionRoles";
import { ScreenLayout } from "./screenLayout";
import type { Track } from "./timeline";
import { restingValue } from "./elementValues";
import { linkValue, reducedLinkValue } from "./visibleState";
import type { VisibleState } from "./visibleState";

/**
 * The presented values: the state, the running animations, and the views that follow fingers and
 * lists. Times are whole µs, as in the contract.
 */
export class PresentationState {
  /** The running animations, the oldest first. At most one involves a given view. */
  animations: PlayingAnimation[] = [];
  /** The links whose views were elsewhere when they began to follow a finger. */
  laggingLinks: LaggingLink[] = [];
  layout = new ScreenLayout([]);
  /** True if the surface of the layout has reduced motion. */
  reducesMotion = false;

  constructor(
    public state: VisibleState,
    /** Mutated in place; all else is replaced. */
    public fingers: TrackedInput,
    /** The newest time of any input. */
    public now: number,
  ) {}

  /** Returns a copy, to compare later changes with. */
  copy(): PresentationState {
    const { fingers, now, state } = this;
    const copy = Object.assign(new PresentationState(state, fingers, now), this);
    copy.fingers = fingers.copy();
    return copy;
  }
}

/** A link whose view still lags behind its finger. */
export interface LaggingLink {
  link: ScrollLink;
  /** The distance between the view and the link's value. */
  lag: CatchUpOffset;
}

/** Returns the value of a property that an animation or a link moves; undefined if none does. */
export function presentedValue(
  screen: PresentationState,
  property: AnimatedProperty,
  target: string,
): number | undefined {
  const { animations, now, state } = screen;
  for (const { motions, start } of animations) {
    for (const motion of motions) {
      const value = motion.moves({ target, property }) ? motion.value(now - start) : undefined;
      if (value !== undefined) return value;
    }
  }
  const found = state.links.filter((link) => link.target === target && link.property === property);
  const link = found[found.length - 1];
  return link && linkedValue(screen, link, now);
}

/** Returns the value of a link. */
export function linkedValue(
  { fingers, laggingLinks, reducesMotion }: PresentationState,
  link: ScrollLink,
  now: number,
): number {
  const input = fingers.value(link, now);
  if (reducesMotion) return reducedLinkValue(link, input);
  const detached = laggingLinks.find((each) => deepEqual(each.link, link));
  return linkValue(link, input) - remaining(detached?.lag, now);
}

/**
 * Returns the pages of the current page transition, animated or interactive; undefined if there is
 * none.
 */
export function currentRoles({ animations, state }: PresentationState): PageTransitionRoles | undefined {
  const [roles] = animations.flatMap((each) => each.roles ?? []).slice(-1);
  if (roles) return roles;
  const { change, pages = [] } = state.pulledPages ?? {};
  return change?.operation && rolesOf(change, pages);
}

/** Returns the tracks that move views to rest, in place of `motions`. */
export function returnTracks(screen: PresentationState, motions: PropertyAnimation[]): Track[] {
  return motions.flatMap((each) => returnTrackTo(screen, each, restingValue(each.property)) ?? []);
}

/** Returns the track from a property's presented value to `value`; undefined if they are equal. */
export function returnTrackTo(
  screen: PresentationState,
  { target = "", property }: { target?: string; property?: AnimatedProperty },
  value: number | undefined,
): Track | undefined {
  const from = property && presentedValue(screen, property, target);
  if (!property || from === undefined || value === undefined || from === value) return undefined;
  return returnTrack(target, property, from, value);
}

/** Creates the track of a return animation. */
export function returnTrack(
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

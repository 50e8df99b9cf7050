import type { AnimatedProperty } from "../contract/messages";
import type { ToggleState } from "../contract/messages";
import type { Aspect } from "./model";
import type { PageTransitionRoles } from "./pageTransitionRoles";
import { duration, isEndless, isReversed, valueAt } from "./timeline";
import type { Capture, Staging, Timeline, Track } from "./timeline";

/** A property of a view. */
export interface AnimatedViewProperty {
  target: string;
  property: AnimatedProperty;
}

/** The animation of one property of one view. */
export class PropertyAnimation implements AnimatedViewProperty {
  constructor(
    readonly target: string,
    readonly property: AnimatedProperty,
    /** The timeline's tracks for the property, by delay. */
    private readonly tracks: Track[],
    /** The first track, changed to start at the presented value; absent if it starts at its own. */
    private readonly start?: Track,
  ) {}

  /**
   * Returns the motion with the presented `value` in place of the first keyframe, also during the
   * delay.
   */
  from(value: number | undefined): PropertyAnimation {
    const [track] = this.tracks;
    if (value === undefined || !track) return this;
    const { keyframes, fill } = track;
    const first = keyframes[isReversed(track, 0) ? keyframes.length - 1 : 0]?.position;
    return new PropertyAnimation(this.target, this.property, this.tracks, {
      ...track,
      keyframes: keyframes.map((each) => (each.position === first ? { ...each, value } : each)),
      fill: fill === "forwards" || fill === "both" ? "both" : "backwards",
    });
  }

  /** True if a track repeats forever. */
  get isEndless(): boolean {
    return this.tracks.some(isEndless);
  }

  /** Returns whether both animate the same property. */
  moves({ target, property }: AnimatedViewProperty): boolean {
    return this.target === target && this.property === property;
  }

  /**
   * Returns the value `time` µs after the timeline's start; undefined for the layout's own. Of
   * several tracks the last one that has started determines it; before all of them the first.
   */
  value(time: number): number | undefined {
    const [first] = this.tracks;
    if (!first) return undefined;
    if (this.start && time < first.delay + first.duration) return valueAt(this.start, time);
    let playing = first;
    for (const track of this.tracks) if (track.delay <= time) playing = track;
    return valueAt(playing, time);
  }
}

/** The origin of an animation. */
export type AnimationOrigin =
  /** A directive, by its sequence number. */
  | { kind: "directive"; number: number }
  /** A predicted tap on this tab (rule T14). */
  | { kind: "tap"; tab: number }
  /** The presenter itself: a released view returns to its place (rule D7). */
  | { kind: "release" }
  /** A badge's state, which loops an animation (rules B4, D5). */
  | { kind: "loop" };

/** A timeline that is playing. Immutable. */
export interface PlayingAnimation {
  origin: AnimationOrigin;
  /** The aspect whose state it leads to; undefined for none. */
  aspect: Aspect | undefined;
  start: number;
  /** The end; Infinity if it repeats forever. */
  end: number;
  /** True if the final values hold until the engine ends the state. */
  holds: boolean;
  motions: PropertyAnimation[];
  captures: Capture[];
  /** The number that identifies its captures. */
  captureNumber: number;
  staging: Staging[];
  /** The pages of a page transition. */
  roles?: PageTransitionRoles | undefined;
  /** The toggle's previous state. */
  previousToggle?: ToggleState | undefined;
}

/** Creates the performance of a whole timeline. */
export function playingAnimation(
  origin: AnimationOrigin,
  aspect: Aspect | undefined,
  { tracks, captures, staging }: Timeline,
  start: number,
  holds = false,
): PlayingAnimation {
  const motions = motionsOf(tracks);
  return {
    origin,
    aspect,
    start,
    end: motions.some((each) => each.isEndless) ? Infinity : start + duration(tracks),
    holds,
    motions,
    captures,
    captureNumber: origin.kind === "directive" ? origin.number : 0,
    staging,
  };
}

function motionsOf(tracks: Track[]): PropertyAnimation[] {
  const byPlace = new Map<string, Track[]>();
  for (const track of tracks) {
    const place = `${track.target} ${track.property}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), track]);
  }
  const motions = [...byPlace.values()].map(
    (some) =>
      new PropertyAnimation(some[0]!.target, some[0]!.property, some.sort((one, other) => one.delay - other.delay)),
  );
  // Captures are part of the scene and do not move with the window.
  return motions.filter(
    ({ target, property }) =>
      property !== "center_x" ||
      !motions.some((each) => each.moves({ target, property: "screen_center_x" })),
  );
}

/** Returns whether a performance involves a view. */
export function involves({ motions, captures, staging }: PlayingAnimation, target: string): boolean {
  return [...motions, ...captures, ...staging].some((each) => each.target === target);
}

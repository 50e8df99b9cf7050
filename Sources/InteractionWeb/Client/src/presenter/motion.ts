import type { AnimatedProperty } from "../contract/messages";
import type { ToggleState } from "../contract/messages";
import type { Aspect } from "./model";
import type { PageRoles } from "./pageRoles";
import { duration, isEndless, isReversed, valueAt } from "./timeline";
import type { Capture, Staging, Timeline, Track } from "./timeline";

/** A property of a view. */
export interface Moved {
  target: string;
  property: AnimatedProperty;
}

/** One property of one view while a timeline plays. */
export class Motion implements Moved {
  constructor(
    readonly target: string,
    readonly property: AnimatedProperty,
    /** The timeline's tracks of this property, in order of time. */
    private readonly tracks: Track[],
    /** The first iteration of the first track, where it starts from the value shown. */
    private readonly start?: Track,
  ) {}

  /**
   * The same from `value`, which the property shows now: that replaces the first keyframe, also
   * during the delay.
   */
  from(value: number | undefined): Motion {
    const [track] = this.tracks;
    if (value === undefined || !track) return this;
    const { keyframes, fill } = track;
    const first = keyframes[isReversed(track, 0) ? keyframes.length - 1 : 0]?.position;
    return new Motion(this.target, this.property, this.tracks, {
      ...track,
      keyframes: keyframes.map((each) => (each.position === first ? { ...each, value } : each)),
      fill: fill === "forwards" || fill === "both" ? "both" : "backwards",
    });
  }

  /** Whether it goes on for ever. */
  get isEndless(): boolean {
    return this.tracks.some(isEndless);
  }

  /** Whether another one moves the same. */
  moves({ target, property }: Moved): boolean {
    return this.target === target && this.property === property;
  }

  /**
   * The value `time` µs after the timeline's start; undefined for the layout's own. Of several
   * tracks the one that plays counts; between them the one before it, and before all of them the
   * first.
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

/** Who wants a timeline to play. */
export type Origin =
  /** The engine, by the directive of this number. */
  | { kind: "directive"; number: number }
  /** A tap on this tab that the engine has not heard of (rule T14). */
  | { kind: "tap"; tab: number }
  /** The presenter: what a finger moved goes back (rule D7). */
  | { kind: "release" }
  /** The state of a badge, whatever brought it (rules B4, D5). */
  | { kind: "loop" };

/** A timeline that plays. It is never changed, but replaced. */
export interface Performance {
  origin: Origin;
  /** The state that it leads to; undefined if it leads nowhere. */
  aspect: Aspect | undefined;
  start: number;
  /** When it is over; Infinity for never. */
  end: number;
  /** Whether its last values hold until the engine says that it is over. */
  holds: boolean;
  motions: Motion[];
  captures: Capture[];
  /** The number of the pictures. */
  captureNumber: number;
  staging: Staging[];
  /** The pages that come and go. */
  roles?: PageRoles | undefined;
  /** What a toggle showed before. */
  former?: ToggleState | undefined;
}

/** A performance of a whole timeline. */
export function performance(
  origin: Origin,
  aspect: Aspect | undefined,
  { tracks, captures, staging }: Timeline,
  start: number,
  holds = false,
): Performance {
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

function motionsOf(tracks: Track[]): Motion[] {
  const byPlace = new Map<string, Track[]>();
  for (const track of tracks) {
    const place = `${track.target} ${track.property}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), track]);
  }
  const motions = [...byPlace.values()].map(
    (some) =>
      new Motion(some[0]!.target, some[0]!.property, some.sort((one, other) => one.delay - other.delay)),
  );
  // A scene's pictures do not move with the window.
  return motions.filter(
    ({ target, property }) =>
      property !== "center_x" ||
      !motions.some((each) => each.moves({ target, property: "screen_center_x" })),
  );
}

/** Whether a view has a part in a performance. */
export function involves({ motions, captures, staging }: Performance, target: string): boolean {
  return [...motions, ...captures, ...staging].some((each) => each.target === target);
}

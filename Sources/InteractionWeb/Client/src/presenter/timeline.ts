import type {
  AnimatedProperty,
  Capture as ContractCapture,
  Fill,
  Keyframe,
  PlaybackDirection,
  Staging as ContractStaging,
  StagingLevel,
  Timeline as ContractTimeline,
  Track as ContractTrack,
} from "../contract/messages";
import { easing } from "./easing";
import type { Easing } from "./easing";
import { rect } from "./geometry";
import type { Point, Rect } from "./geometry";
import { isKnown } from "./elementValues";

/**
 * An animation of one or more properties that starts, runs and ends as a unit (rule D2): the
 * contract's message without unknown parts. Times are µs.
 */
export interface Timeline {
  tracks: Track[];
  captures: Capture[];
  staging: Staging[];
}

/** The animation of one property of one target. */
export interface Track {
  target: string;
  property: AnimatedProperty;
  keyframes: Required<Keyframe>[];
  delay: number;
  duration: number;
  easing: Easing;
  /** The number of iterations; 0 for an endless track. */
  iterations: number;
  direction: PlaybackDirection | undefined;
  fill: Fill | undefined;
}

/** A snapshot image that an animation moves in place of its view. */
export interface Capture {
  target: string;
  subject: string;
  frame: Rect;
}

/** The staging of a view while an animation runs. */
export interface Staging {
  target: string;
  level: StagingLevel | undefined;
  origin: Point;
  perspective: number;
}

/** Converts a timeline. Tracks with unknown properties or easings are dropped. */
export function timeline(found: ContractTimeline): Timeline {
  return {
    tracks: (found.tracks ?? []).flatMap(track),
    captures: captures(found.captures),
    staging: staging(found.staging),
  };
}

/** Converts captures. */
export function captures(found: ContractCapture[] = []): Capture[] {
  return found.map(({ target = "", subject = "", frame }) => ({
    target,
    subject,
    frame: rect(frame),
  }));
}

/** Converts the staging of views. */
export function staging(found: ContractStaging[] = []): Staging[] {
  return found.map(({ target = "", level, originX = 0, originY = 0, perspective = 0 }) => ({
    target,
    level,
    origin: { x: originX, y: originY },
    perspective,
  }));
}

function track(found: ContractTrack): Track[] {
  const curve = easing(found);
  if (!curve || !isKnown(found.property)) return [];
  return [
    {
      target: found.target ?? "",
      property: found.property,
      keyframes: (found.keyframes ?? []).map(({ position = 0, value = 0 }) => ({ position, value })),
      delay: found.delayUs ?? 0,
      duration: found.durationUs ?? 0,
      easing: curve,
      iterations: found.iterations ?? 0,
      direction: found.direction,
      fill: found.fill,
    },
  ];
}

/** Returns whether a track runs forever. */
export function isEndless({ iterations, duration }: Track): boolean {
  return iterations === 0 && duration > 0;
}

/**
 * Returns the end of the last track, µs after the timeline's start; an endless track counts as one
 * iteration.
 */
export function duration(tracks: Track[]): number {
  return tracks.reduce((length, track) => Math.max(length, end(track)), 0);
}

function end({ delay, duration, iterations }: Track): number {
  return delay + duration * Math.max(iterations, 1);
}

/**
 * Returns a property's value `time` µs after the timeline's start; undefined for the layout's own
 * value, before the start and after the end unless the fill says otherwise.
 */
export function valueAt(track: Track, time: number): number | undefined {
  const { delay, duration, fill, iterations } = track;
  if (time < delay) {
    if (fill !== "backwards" && fill !== "both") return undefined;
    return valueAtProgress(track, isReversed(track, 0) ? 1 : 0);
  }
  if (iterations > 0 && time >= end(track)) {
    if (fill !== "forwards" && fill !== "both") return undefined;
    return valueAtProgress(track, isReversed(track, iterations - 1) ? 0 : 1);
  }
  // Not over yet, so the duration is positive unless it runs forever.
  if (duration <= 0) return valueAtProgress(track, 1);
  const [iteration, rest] = [Math.floor((time - delay) / duration), (time - delay) % duration];
  const passed = isReversed(track, iteration) ? duration - rest : rest;
  return valueAtProgress(track, passed >= duration ? 1 : track.easing(passed, duration));
}

/** Returns whether an iteration, from 0, runs backwards. */
export function isReversed({ direction }: Track, iteration: number): boolean {
  switch (direction) {
    case "reverse":
      return true;
    case "alternate":
      return iteration % 2 === 1;
    case "alternate_reverse":
      return iteration % 2 === 0;
    default:
      return false;
  }
}

/**
 * Returns the value at a progress; outside 0 … 1 it extrapolates the nearest segment, or holds the
 * value after a jump at the start.
 */
function valueAtProgress({ keyframes }: Track, progress: number): number {
  const last = keyframes[keyframes.length - 1];
  if (!last) return 0;
  if (keyframes.length === 1 || progress === 1) return last.value;
  let upper = 1;
  while (upper < keyframes.length - 1 && progress >= keyframes[upper]!.position) upper++;
  const [from, to] = [keyframes[upper - 1]!, keyframes[upper]!];
  const span = to.position - from.position;
  if (!(span > 0)) return progress < from.position ? from.value : to.value;
  return from.value + ((to.value - from.value) * (progress - from.position)) / span;
}

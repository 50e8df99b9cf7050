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
import { isKnown } from "./values";

/**
 * An animation of one or more properties that starts, runs and ends as one (rule D2), as the
 * contract has it but for what is unknown, which is left out. Times are µs.
 */
export interface Timeline {
  tracks: Track[];
  captures: Capture[];
  staging: Staging[];
}

/** One property of one target over time. */
export interface Track {
  target: string;
  property: AnimatedProperty;
  keyframes: Required<Keyframe>[];
  delay: number;
  duration: number;
  easing: Easing;
  /** How often it runs; 0 means for ever. */
  iterations: number;
  direction: PlaybackDirection | undefined;
  fill: Fill | undefined;
}

/** A picture of a view that an animation moves in the view's place. */
export interface Capture {
  target: string;
  subject: string;
  frame: Rect;
}

/** How a view is arranged while an animation runs. */
export interface Staging {
  target: string;
  level: StagingLevel | undefined;
  origin: Point;
  perspective: number;
}

/** A timeline as it plays. A track that moves something unknown, or in an unknown way, is not. */
export function timeline(found: ContractTimeline): Timeline {
  return {
    tracks: (found.tracks ?? []).flatMap(track),
    captures: captures(found.captures),
    staging: staging(found.staging),
  };
}

/** Pictures that are taken. */
export function captures(found: ContractCapture[] = []): Capture[] {
  return found.map(({ target = "", subject = "", frame }) => ({
    target,
    subject,
    frame: rect(frame),
  }));
}

/** How views are arranged. */
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

/** Whether a track goes on for ever. */
export function isEndless({ iterations, duration }: Track): boolean {
  return iterations === 0 && duration > 0;
}

/** When the last of the tracks ends, µs after the timeline's start; for ever counts as once. */
export function duration(tracks: Track[]): number {
  return tracks.reduce((length, track) => Math.max(length, end(track)), 0);
}

function end({ delay, duration, iterations }: Track): number {
  return delay + duration * Math.max(iterations, 1);
}

/**
 * A property's value `time` µs after the timeline's start; undefined while the layout's own value
 * shows, which is before the start and after the end unless the track's fill says otherwise.
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
  // Not yet over, so the duration is positive unless it runs for ever.
  if (duration <= 0) return valueAtProgress(track, 1);
  const [iteration, rest] = [Math.floor((time - delay) / duration), (time - delay) % duration];
  const passed = isReversed(track, iteration) ? duration - rest : rest;
  return valueAtProgress(track, passed >= duration ? 1 : track.easing(passed, duration));
}

/** Whether an iteration, from 0, runs backwards. */
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
 * The value at a part of the way; beyond the ends it goes on along the nearest segment, before a
 * jump at the start with the value that the jump ends.
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

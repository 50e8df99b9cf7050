import type { Track as ContractTrack } from "../contract/messages";

/** Returns the progress `time` µs after the start of an iteration of `duration` µs. */
export type Easing = (time: number, duration: number) => number;

/** Returns a track's easing; undefined for an unknown one of a later contract. */
export function easing({ bezier, spring, steps }: ContractTrack): Easing | undefined {
  if (bezier) {
    const { x1 = 0, y1 = 0, x2 = 0, y2 = 0 } = bezier;
    return (time, duration) => cubicBezier(x1, y1, x2, y2, time / duration);
  }
  if (spring) {
    const { dampingRatio = 0, durationUs = 0, initialVelocity = 0 } = spring;
    return (time) => springProgress(dampingRatio, durationUs, initialVelocity, time);
  }
  if (steps === undefined) return undefined;
  const count = Math.max(steps, 1);
  return (time, duration) => Math.floor((time * count) / duration) / count;
}

/** The ease-out curve. */
export function easeOut(part: number): number {
  return cubicBezier(0, 0, 0.58, 1, part);
}

/** Returns the progress on a Bézier curve at a fraction of the duration, 0 … 1 (rule M1). */
function cubicBezier(x1: number, y1: number, x2: number, y2: number, part: number): number {
  if (part <= 0) return 0;
  if (part >= 1) return 1;
  // Bisection: x grows monotonically, and 60 steps exhaust the precision at any slope.
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (coordinate(x1, x2, middle) < part) low = middle;
    else high = middle;
  }
  return coordinate(y1, y2, (low + high) / 2);
}

function coordinate(first: number, second: number, t: number): number {
  const u = 1 - t;
  return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t;
}

/**
 * Returns the progress of a spring `time` µs after its start, with UIKit's parameters (rule M2): 0
 * at the start, 1 at rest, more during overshoot.
 */
function springProgress(zeta: number, duration: number, velocity: number, time: number): number {
  // ln(1500) / (duration · ζ) is the community's formula; Apple's own is unpublished.
  const omega = 7.313220387090301 / ((duration / 1e6) * zeta);
  if (!(omega > 0 && omega < Infinity) || time <= 0) return time > 0 ? 1 : 0;
  const t = time / 1e6;
  if (zeta < 1) {
    const damped = omega * Math.sqrt(1 - zeta * zeta);
    const amplitude = (zeta * omega - velocity) / damped;
    return (
      1 - Math.exp(-zeta * omega * t) * (Math.cos(damped * t) + amplitude * Math.sin(damped * t))
    );
  }
  if (zeta === 1) return 1 - Math.exp(-omega * t) * (1 + (omega - velocity) * t);
  const root = Math.sqrt(zeta * zeta - 1);
  const [slow, fast] = [omega * (zeta - root), omega * (zeta + root)];
  const slowPart = (fast - velocity) / (fast - slow);
  return 1 - slowPart * Math.exp(-slow * t) - (1 - slowPart) * Math.exp(-fast * t);
}

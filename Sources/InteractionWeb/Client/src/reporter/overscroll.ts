// The physics of overscroll and deceleration, as in native scroll views.

const STIFFNESS = 0.55;
/** The duration of a bounce, ms. */
const SPRING_BACK = 400;
/** The fraction of a velocity that remains after a millisecond. */
const FRICTION = 0.998;
/** The velocity below which a list is at rest, pt/ms. */
const RESTING_VELOCITY = 0.01;

/** Returns the overscroll of a list of this height for a finger's travel beyond its top, pt. */
function rubberBand(travel: number, height: number): number {
  return (1 - 1 / ((travel * STIFFNESS) / height + 1)) * height;
}

/** Returns the offset for a finger's downward travel from its position at the list's top. */
export function offsetAfter(travel: number, height: number): number {
  return travel > 0 ? -rubberBand(travel, height) : 0 - travel;
}

/** Returns the finger's travel for an offset. */
export function travelFor(offset: number, height: number): number {
  if (offset >= 0) return 0 - offset;
  return ((1 / (1 + offset / height) - 1) * height) / STIFFNESS;
}

/** Returns the offset `time` ms after a release at a negative offset; 0 at the end. */
export function bounce(from: number, time: number): number {
  const left = Math.max(1 - time / SPRING_BACK, 0);
  return from * left ** 3 || 0;
}

/** Returns the distance of a deceleration after `time` ms, pt; the initial velocity is in pt/ms. */
export function decelerationDistance(velocity: number, time: number): number {
  return velocity * ((FRICTION ** time - 1) / Math.log(FRICTION));
}

/** Returns the duration of a deceleration, ms. */
export function decelerationDuration(velocity: number): number {
  return Math.max(Math.log(RESTING_VELOCITY / Math.abs(velocity)) / Math.log(FRICTION), 0) || 0;
}

// How a list gives way beyond its top, and moves on by itself; as scroll views of phones do.

const STIFFNESS = 0.55;
/** How long a pulled list takes to its place, ms. */
const SPRING_BACK = 400;
/** What is left of a velocity after a millisecond. */
const FRICTION = 0.998;
/** The velocity at which a list stands, pt/ms. */
const STANDING = 0.01;

/** How far a list of this height shows that a finger has dragged so far beyond its top, pt. */
function rubberBand(travel: number, height: number): number {
  return (1 - 1 / ((travel * STIFFNESS) / height + 1)) * height;
}

/** The offset of a list whose finger has travelled so far downwards from where it is at its top. */
export function offsetAfter(travel: number, height: number): number {
  return travel > 0 ? -rubberBand(travel, height) : 0 - travel;
}

/** How far a finger has travelled where a list stands at an offset. */
export function travelTo(offset: number, height: number): number {
  if (offset >= 0) return 0 - offset;
  return ((1 / (1 + offset / height) - 1) * height) / STIFFNESS;
}

/** Where a list stands so many ms after it was let go of at a negative offset; 0 at the end. */
export function springBack(from: number, time: number): number {
  const left = Math.max(1 - time / SPRING_BACK, 0);
  return from * left ** 3 || 0;
}

/** How far a list has gone so many ms after it was let go of with a velocity, pt/ms. */
export function coast(velocity: number, time: number): number {
  return velocity * ((FRICTION ** time - 1) / Math.log(FRICTION));
}

/** How long a list coasts, ms. */
export function coastingTime(velocity: number): number {
  return Math.max(Math.log(STANDING / Math.abs(velocity)) / Math.log(FRICTION), 0) || 0;
}

import type { Point } from "./geometry";

/** A value for each axis. */
export interface Vector {
  /** To the right; a turn about the horizontal axis. */
  x: number;
  /** Downwards; a turn about the vertical axis. */
  y: number;
  /** Towards the eye; a turn in the plane. */
  z: number;
}

/** A view's shadow. */
export interface Shadow {
  /** Opacity, 0 … 1. */
  opacity: number;
  /** How far it lies to the right and below, pt. */
  offset: Point;
  /** How far it is blurred, pt: the standard deviation. */
  radius: number;
}

/** What shows of a view: an ellipse. */
export type Mask =
  /** A circle of this diameter about the view's middle, pt. */
  | { kind: "circle"; diameter: number }
  /** An ellipse about the view's origin, pt. */
  | { kind: "ellipse"; width: number; height: number };

/**
 * How a view differs from its place in the layout; the defaults are no difference.
 *
 * From the outside in, its transform is the translation to the right and downwards, the
 * perspective, the translation towards the eye, the turns about the horizontal and the vertical
 * axis and in the plane, and the scale.
 */
export interface Values {
  /** Opacity, 0 … 1. */
  opacity: number;
  /** Distance from the layout's place, pt. */
  translation: Vector;
  /** Turns, rad. */
  rotation: Vector;
  /** Size relative to the layout's. */
  scale: number;
  /** Width relative to the layout's, on top of `scale`. */
  scaleX: number;
  /** Height relative to the layout's, on top of `scale`. */
  scaleY: number;
  /** The point that turning and scaling leave in place, as parts of width and height. */
  origin: Point;
  /** Perspective of the third dimension, as m34 of a Core Animation transform; 0 is none. */
  perspective: number;
  /** The view's shadow. */
  shadow: Shadow;
  /** What shows of it; absent for all. */
  mask?: Mask;
  /** How far its content is scrolled, pt. */
  contentOffset: Point;
  /** The frame of its sequence of pictures, from 0; absent where it does not play. */
  imageFrame?: number;
}

/** No difference. */
export function values(): Values {
  return {
    opacity: 1,
    translation: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0 },
    scale: 1,
    scaleX: 1,
    scaleY: 1,
    origin: { x: 0.5, y: 0.5 },
    perspective: 0,
    shadow: { opacity: 0, offset: { x: 0, y: 0 }, radius: 0 },
    contentOffset: { x: 0, y: 0 },
  };
}

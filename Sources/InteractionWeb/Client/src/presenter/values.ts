import type { AnimatedProperty } from "../contract/messages";
import { center } from "./geometry";
import type { Point, Rect } from "./geometry";

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

/** No difference, but for some. */
export function values(others: Partial<Values> = {}): Values {
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
    ...others,
  };
}

/** The same, to be changed. */
export function copied(values: Values): Values {
  return {
    ...values,
    translation: { ...values.translation },
    rotation: { ...values.rotation },
    shadow: { ...values.shadow, offset: { ...values.shadow.offset } },
  };
}

/**
 * Sets one property of values that were copied.
 *
 * @param frame Where the layout puts the view, for the properties that give its middle.
 */
export function set(
  values: Values,
  property: AnimatedProperty,
  value: number,
  frame: Rect | undefined,
): void {
  const { translation, rotation, shadow } = values;
  // Where its name ends with one.
  const axis = property.slice(-1) as "x" | "y";
  if (/^translate/.test(property)) translation[axis] = value;
  if (/^rotation/.test(property)) rotation[property === "rotation" ? "z" : axis] = value;
  if (/^shadow_offset/.test(property)) shadow.offset[axis] = value;
  if (/center/.test(property)) translation[axis] = frame ? value - center(frame)[axis] : 0;
  switch (property) {
    case "opacity":
      return void (values.opacity = value);
    case "scale":
      return void (values.scale = value);
    case "scale_x":
      return void (values.scaleX = value);
    case "scale_y":
      return void (values.scaleY = value);
    case "content_offset_y":
      return void (values.contentOffset = { x: values.contentOffset.x, y: value });
    case "frame":
      return void (values.imageFrame = value);
    case "shadow_opacity":
      return void (shadow.opacity = value);
    case "shadow_radius":
      return void (shadow.radius = value);
    case "mask_diameter":
      return void (values.mask = { kind: "circle", diameter: value });
    case "mask_width":
      return void (values.mask = { ...ellipse(values), width: value });
    case "mask_height":
      return void (values.mask = { ...ellipse(values), height: value });
  }
}

function ellipse({ mask }: Values): Mask & { kind: "ellipse" } {
  return mask?.kind === "ellipse" ? mask : { kind: "ellipse", width: 0, height: 0 };
}

/** The layout's own value of a property; undefined where that is a place, or nothing. */
export function restingValue(property: AnimatedProperty): number | undefined {
  if (/opacity$|scale/.test(property)) return property === "shadow_opacity" ? 0 : 1;
  return /center|frame|mask|unspecified/.test(property) ? undefined : 0;
}

/** Whether this client knows a property. What it does not, its codec has left out. */
export function isKnown(property: AnimatedProperty | undefined): property is AnimatedProperty {
  return property !== undefined && property !== "unspecified";
}

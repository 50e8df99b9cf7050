import type { AnimatedProperty } from "../contract/messages";
import { center } from "./geometry";
import type { Point, Rect } from "./geometry";

/** A value for each axis. */
export interface Vector {
  /** The component to the right; for rotations, about the horizontal axis. */
  x: number;
  /** The downward component; for rotations, about the vertical axis. */
  y: number;
  /** The component towards the viewer; for rotations, in the plane. */
  z: number;
}

/** A view's shadow. */
export interface Shadow {
  /** Opacity, 0 … 1. */
  opacity: number;
  /** The offset to the right and downwards, pt. */
  offset: Point;
  /** The blur radius, pt: a standard deviation. */
  radius: number;
}

/** An elliptic mask: the visible part of a view. */
export type Mask =
  /** A circle of this diameter around the view's centre, pt. */
  | { kind: "circle"; diameter: number }
  /** An ellipse around the view's origin, pt. */
  | { kind: "ellipse"; width: number; height: number };

/**
 * The differences of a view from its place in the layout; the defaults are none.
 *
 * From the outermost inwards, its transform is the translation in the plane, the perspective, the
 * translation along z, the rotations about the horizontal, the vertical and the z axis, and the
 * scale.
 */
export interface ElementValues {
  /** Opacity, 0 … 1. */
  opacity: number;
  /** The translation from the layout's place, pt. */
  translation: Vector;
  /** The rotation, rad. */
  rotation: Vector;
  /** The scale relative to the layout's size. */
  scale: number;
  /** The horizontal scale, multiplied with `scale`. */
  scaleX: number;
  /** The vertical scale, multiplied with `scale`. */
  scaleY: number;
  /** The fixed point of rotation and scale, in fractions of width and height. */
  origin: Point;
  /** The perspective, as m34 of a Core Animation transform; 0 for none. */
  perspective: number;
  /** The view's shadow. */
  shadow: Shadow;
  /** The mask; absent for none. */
  mask?: Mask;
  /** The content offset, pt. */
  contentOffset: Point;
  /** The frame of an image sequence, from 0; absent if it does not play. */
  imageFrame?: number;
}

/** Returns the default values, with some replaced. */
export function values(others: Partial<ElementValues> = {}): ElementValues {
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

/** Returns a copy that may be changed. */
export function copied(values: ElementValues): ElementValues {
  return {
    ...values,
    translation: { ...values.translation },
    rotation: { ...values.rotation },
    shadow: { ...values.shadow, offset: { ...values.shadow.offset } },
  };
}

/**
 * Sets one property of copied values.
 *
 * @param frame The view's frame in the layout, for properties that set the centre.
 */
export function set(
  values: ElementValues,
  property: AnimatedProperty,
  value: number,
  frame: Rect | undefined,
): void {
  const { translation, rotation, shadow } = values;
  // Only for names that end with an axis.
  const axis = property.slice(-1) as "x" | "y";
  const [, part = ""] = property.split("_");
  if (/^translate/.test(property)) translation[axis] = value;
  if (/^rotation/.test(property)) rotation[property === "rotation" ? "z" : axis] = value;
  if (/^shadow_offset/.test(property)) shadow.offset[axis] = value;
  if (/center/.test(property)) translation[axis] = frame ? value - center(frame)[axis] : 0;
  if (property === "opacity" || property === "scale") values[property] = value;
  if (property === "scale_x") values.scaleX = value;
  if (property === "scale_y") values.scaleY = value;
  if (property === "content_offset_y") values.contentOffset = { x: values.contentOffset.x, y: value };
  if (property === "frame") values.imageFrame = value;
  if (/^shadow_(op|rad)/.test(property)) shadow[part as "opacity" | "radius"] = value;
  if (property === "mask_diameter") values.mask = { kind: "circle", diameter: value };
  else if (/^mask/.test(property)) values.mask = { ...ellipse(values), [part]: value };
}

function ellipse({ mask }: ElementValues): Mask & { kind: "ellipse" } {
  return mask?.kind === "ellipse" ? mask : { kind: "ellipse", width: 0, height: 0 };
}

/**
 * Returns the value in the layout; undefined if it is a position on the screen, or there is none.
 */
export function restingValue(property: AnimatedProperty): number | undefined {
  if (/opacity$|scale/.test(property)) return property === "shadow_opacity" ? 0 : 1;
  return /center|frame|mask|unspecified/.test(property) ? undefined : 0;
}

/** Returns whether this client knows a property; the codec has dropped unknown ones. */
export function isKnown(property: AnimatedProperty | undefined): property is AnimatedProperty {
  return property !== undefined && property !== "unspecified";
}

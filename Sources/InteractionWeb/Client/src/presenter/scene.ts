import type { Content } from "./content";
import type { Rect } from "./geometry";
import { values } from "./values";
import type { Values } from "./values";

export type { Content, Picture, Text } from "./content";
export type { Point, Rect } from "./geometry";
export type { Mask, Shadow, Values, Vector } from "./values";

/**
 * Everything there is to draw at one moment, in drawing order: what comes first lies underneath.
 *
 * A renderer copies the values onto its views and decides nothing; it must not change a scene. While
 * only time passes, elements that do not move are the same objects in each scene, and so are contents
 * and frames of those that move.
 */
export interface Scene {
  /** What there is to draw, each target at most once. */
  elements: Element[];
}

/** One view, with all that it shows. */
export interface Element {
  /** The view, as a path such as `tab/0/badge`. */
  target: string;
  /** The element that it moves, fades and hides with. */
  parent?: string;
  /** Where the layout puts it on the screen, pt; absent where only the app knows. */
  frame?: Rect;
  /** What it shows. */
  content: Content;
  /** Whether it does not show, whatever its values. */
  isHidden: boolean;
  /** How it differs from its place in the layout. */
  values: Values;
}

/** An element of a view of the app, in its place. */
export function element(target: string, others: Partial<Element> = {}): Element {
  return { target, content: { kind: "view" }, isHidden: false, values: values(), ...others };
}

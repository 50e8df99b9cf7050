import type { ElementContent } from "./elementContent";
import type { Rect } from "./geometry";
import { values } from "./elementValues";
import type { ElementValues } from "./elementValues";

export type { ElementContent, ImageContent, TextContent } from "./elementContent";
export type { Point, Rect } from "./geometry";
export type { Mask, Shadow, ElementValues, Vector } from "./elementValues";

/**
 * The content of one frame, as elements in drawing order, bottom first.
 *
 * A renderer copies the values onto its views and decides nothing; it must not change a scene.
 * While only time passes, elements that do not move are the same objects in each scene, and so are
 * contents and frames of those that move.
 */
export interface PresentedScene {
  /** The elements; at most one for each target. */
  elements: PresentedElement[];
}

/** One view with its content and values. */
export interface PresentedElement {
  /** The view, a target path such as `tab/0/badge`. */
  target: string;
  /** The element whose view contains this one; absent for none. */
  parent?: string;
  /** The frame in the layout, in screen coordinates, pt; absent if only the app knows it. */
  frame?: Rect;
  /** The content. */
  content: ElementContent;
  /** True if it is hidden, whatever its values. */
  isHidden: boolean;
  /** The differences from its place in the layout. */
  values: ElementValues;
}

/** Creates the element of a view of the app, in its place. */
export function element(target: string, others: Partial<PresentedElement> = {}): PresentedElement {
  return { target, content: { kind: "view" }, isHidden: false, values: values(), ...others };
}

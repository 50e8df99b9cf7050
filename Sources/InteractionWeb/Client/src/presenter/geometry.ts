// Geometry in points; y grows downwards.
import type { Rect as ContractRect } from "../contract/messages";

/** A position, or a distance to the right and downwards. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle; its origin is the top left corner. */
export type Rect = Required<ContractRect>;

/** Returns the rectangle with every number; empty, at the origin, if it is absent. */
export function rect(found: ContractRect | undefined): Rect {
  return { x: found?.x ?? 0, y: found?.y ?? 0, width: found?.width ?? 0, height: found?.height ?? 0 };
}

/** Returns a rectangle's centre. */
export function center({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

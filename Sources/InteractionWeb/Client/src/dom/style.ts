// Conversions of values to CSS.
import type { Rect, ElementValues } from "../presenter/scene";

/** Returns a view's transform; empty for none. */
export function transform(values: ElementValues): string {
  const { translation, rotation, perspective } = values;
  const [x, y] = [values.scale * values.scaleX, values.scale * values.scaleY];
  let css = "";
  if (translation.x !== 0 || translation.y !== 0) {
    css += `translate(${translation.x}px,${translation.y}px)`;
  }
  if (perspective !== 0) css += `matrix3d(1,0,0,0,0,1,0,0,0,0,1,${perspective},0,0,0,1)`;
  if (translation.z !== 0) css += `translateZ(${translation.z}px)`;
  if (rotation.x !== 0) css += `rotateX(${rotation.x}rad)`;
  if (rotation.y !== 0) css += `rotateY(${rotation.y}rad)`;
  if (rotation.z !== 0) css += `rotate(${rotation.z}rad)`;
  if (x !== 1 || y !== 1) css += `scale(${x},${y})`;
  return css;
}

/** Returns the fixed point of rotation and scale. */
export function origin({ origin }: ElementValues): string {
  return `${origin.x * 100}% ${origin.y * 100}%`;
}

/** Returns a view's shadow; empty for none. */
export function shadow({ shadow: { opacity, offset, radius } }: ElementValues): string {
  // A CSS blur radius is twice the standard deviation.
  return opacity === 0 ? "" : `${offset.x}px ${offset.y}px ${2 * radius}px rgb(0 0 0/${opacity})`;
}

/** Returns a view's mask; empty for none. */
export function mask({ mask, origin }: ElementValues): string {
  if (mask === undefined) return "";
  if (mask.kind === "circle") return `circle(${mask.diameter / 2}px at 50% 50%)`;
  const [x, y] = [origin.x * 100, origin.y * 100];
  return `ellipse(${mask.width / 2}px ${mask.height / 2}px at ${x}% ${y}%)`;
}

/** Returns a colour of six hexadecimal digits; `other` if it is not one. */
export function color(hex: string | undefined, other: string): string {
  return hex !== undefined && /^[0-9a-f]{6}$/i.test(hex) ? `#${hex}` : other;
}

/** Places a node at a frame, relative to its parent's corner. */
export function place(node: HTMLElement, { x, y, width, height }: Rect, parent?: Rect): void {
  const { style } = node;
  style.position = "absolute";
  style.left = `${x - (parent?.x ?? 0)}px`;
  style.top = `${y - (parent?.y ?? 0)}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** Removes the styles that scenes set on a node, except its place. */
export function clear({ style }: HTMLElement): void {
  for (const name of ["transform", "opacity", "clip-path", "box-shadow", "z-index", "visibility"]) {
    style.removeProperty(name);
  }
}

/** Creates a box that covers its parent. */
export function layer(...children: Node[]): HTMLElement {
  const node = document.createElement("div");
  Object.assign(node.style, { position: "absolute", inset: "0" });
  node.append(...children);
  return node;
}

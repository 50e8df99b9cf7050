// Values as CSS has them.
import type { Rect, Values } from "../presenter/scene";

/** A view's transform; empty if there is none. */
export function transform(values: Values): string {
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

/** The point that turning and scaling leave in place. */
export function origin({ origin }: Values): string {
  return `${origin.x * 100}% ${origin.y * 100}%`;
}

/** A view's shadow; empty if there is none. */
export function shadow({ shadow: { opacity, offset, radius } }: Values): string {
  // A blur of CSS is twice the standard deviation.
  return opacity === 0 ? "" : `${offset.x}px ${offset.y}px ${2 * radius}px rgb(0 0 0/${opacity})`;
}

/** What shows of a view; empty for all. */
export function mask({ mask, origin }: Values): string {
  if (mask === undefined) return "";
  if (mask.kind === "circle") return `circle(${mask.diameter / 2}px at 50% 50%)`;
  const [x, y] = [origin.x * 100, origin.y * 100];
  return `ellipse(${mask.width / 2}px ${mask.height / 2}px at ${x}% ${y}%)`;
}

/** A colour of six hexadecimal digits; `other` where it is none. */
export function color(hex: string | undefined, other: string): string {
  return hex !== undefined && /^[0-9a-f]{6}$/i.test(hex) ? `#${hex}` : other;
}

/** Puts an element where the layout has it, counted from its parent's corner. */
export function place(node: HTMLElement, { x, y, width, height }: Rect, parent?: Rect): void {
  const { style } = node;
  style.position = "absolute";
  style.left = `${x - (parent?.x ?? 0)}px`;
  style.top = `${y - (parent?.y ?? 0)}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** Takes away what scenes set on a node, but for its place. */
export function clear({ style }: HTMLElement): void {
  for (const name of ["transform", "opacity", "clip-path", "box-shadow", "z-index", "visibility"]) {
    style.removeProperty(name);
  }
}

/** A box that covers its parent. */
export function layer(...children: Node[]): HTMLElement {
  const node = document.createElement("div");
  Object.assign(node.style, { position: "absolute", inset: "0" });
  node.append(...children);
  return node;
}

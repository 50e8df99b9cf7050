import type { Rect } from "../presenter/scene";
import { clear, place } from "./style";
import type { ListView } from "./view";

/**
 * Returns a snapshot of a node: a static copy.
 *
 * @param frame - The node's frame on the screen.
 * @param part - The captured part of the screen.
 * @param lists - The lists that may be in the node, since a copy loses their offsets.
 */
export function capture(
  node: HTMLElement, frame: Rect | undefined, part: Rect, lists: Iterable<ListView>
): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  clear(copy);
  if (frame) place(copy, frame, part);
  for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
  for (const { port, content, offset } of lists) {
    const [box, moved] = [port, content].map((each) => counterpart(each, node, copy));
    if (!box || !moved) continue;
    box.style.overflow = "hidden";
    moved.style.transform = `translate(${-offset.x}px,${-offset.y}px)`;
  }
  const picture = document.createElement("div");
  picture.append(copy);
  picture.style.overflow = "hidden";
  picture.style.pointerEvents = "none";
  picture.setAttribute("aria-hidden", "true");
  picture.inert = true;
  return picture;
}

/** Returns the element of the copy that corresponds to `element` in the original. */
function counterpart(
  element: Element, original: Element, copy: HTMLElement,
): HTMLElement | undefined {
  if (element === original) return copy;
  const [from, to] = [original, copy].map((each) => each.querySelectorAll<HTMLElement>("*"));
  return to![[...from!].indexOf(element as HTMLElement)];
}

import type { Rect } from "../presenter/scene";
import { clear, place } from "./style";
import type { ListView } from "./view";

/**
 * A picture of what a node shows: a copy that nothing changes any more.
 *
 * @param frame - Where the node stands on the screen.
 * @param part - Which part of the screen the picture shows.
 * @param lists - The lists that may stand in the node: a copy does not know how far they scrolled.
 */
export function capture(
  node: HTMLElement, frame: Rect | undefined, part: Rect, lists: Iterable<ListView>
): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  clear(copy);
  if (frame) place(copy, frame, part);
  for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
  for (const { port, content, offset } of lists) {
    const [box, moved] = [counterpart(port, node, copy), counterpart(content, node, copy)];
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

/** The node of the copy that stands where `node` stands in the original. */
function counterpart(node: Node, original: Node, copy: Node): HTMLElement | undefined {
  const path: number[] = [];
  for (let each: Node = node; each !== original;) {
    const parent: Node | null = each.parentNode;
    if (!parent) return undefined;
    path.unshift(Array.prototype.indexOf.call(parent.childNodes, each));
    each = parent;
  }
  let found: Node | undefined = copy;
  for (const index of path) found = found?.childNodes[index];
  return found instanceof HTMLElement ? found : undefined;
}

import type { Element, Point, Rect } from "../presenter/scene";
import { drawn, reel } from "./content";
import type { Library } from "./content";
import { clear, color, mask, origin, place, shadow, transform } from "./style";

/** A list that scrolls on the page, for a renderer. */
export interface ListView {
  /** The box of the list, in its element's node. */
  readonly port: HTMLElement;
  /** What scrolls in it. */
  readonly content: HTMLElement;
  /** How far it is scrolled, pt; negative while it is pulled down. Read without a layout. */
  readonly offset: Point;
  /** Scrolls it to where a scene has it. */
  show(offset: Point): void;
}

/** How an element's node is kept. */
export interface Placing {
  /** Whether the app places the node: then a scene only moves, turns and fades it from there. */
  byApp?: boolean;
  /** Whether the app draws what the node shows. */
  drawnByApp?: boolean;
  /** Whether the node stays on the page, hidden, while no scene has its element. */
  isKept?: boolean;
}

/** Draws what only the app can draw of a content, or of a frame of its pictures. */
export type Draw = (node: HTMLElement, element: Element) => void;

/** The node of an element, with what was set on it last. */
export class View {
  element: Element | undefined;
  list: ListView | undefined;
  private parent: Rect | undefined;
  private index = -1;
  private nodes: Node[] | undefined;
  private isMoving = false;

  constructor(readonly node: HTMLElement, readonly placing: Placing = {}) {}

  /**
   * Sets what differs from the scene before.
   *
   * @param parent - Where the node's container stands.
   * @param index - Its place in the drawing order.
   */
  show(element: Element, parent: Rect | undefined, index: number, library: Library & { draw?: Draw }) {
    const former = this.element;
    const { style } = this.node;
    if (index !== this.index) style.zIndex = String((this.index = index));
    const isPlaced = element.frame === former?.frame && parent === this.parent;
    if (element.frame && !this.placing.byApp && !isPlaced) place(this.node, element.frame, parent);
    this.parent = parent;
    this.move(former !== undefined && element.values !== former.values);
    if (element === former) return;
    this.element = element;
    if (element.isHidden !== former?.isHidden) {
      style.visibility = element.isHidden ? "hidden" : "";
    }
    if (element.values !== former?.values) this.setValues(element, former);
    const { imageFrame } = element.values;
    if (element.content !== former?.content) this.draw(element, library);
    else if (imageFrame !== former.values.imageFrame) library.draw?.(this.node, element);
    this.scroll(element, former);
  }

  /** As the layout has it: no scene has its element any more. */
  reset(): void {
    this.move(false);
    this.element = undefined;
    this.index = -1;
    clear(this.node);
  }

  /** Its values change in each frame now, or no more. */
  move(isMoving: boolean): void {
    if (isMoving === this.isMoving) return;
    this.isMoving = isMoving;
    this.node.style.willChange = isMoving ? "transform,opacity" : "";
  }

  private setValues({ values }: Element, former: Element | undefined): void {
    const { style } = this.node;
    const before = former?.values;
    if (values.opacity !== (before?.opacity ?? 1)) style.opacity = String(values.opacity);
    // CSS strings are compared by the browser; what they are made of is cheap.
    const matrix = transform(values);
    style.transform = matrix;
    if (matrix !== "") style.transformOrigin = origin(values);
    if (values.shadow !== before?.shadow) style.boxShadow = shadow(values);
    if (values.mask || before?.mask) style.clipPath = mask(values);
  }

  private draw(element: Element, library: Library & { draw?: Draw }): void {
    const { content } = element;
    if (content.kind === "color") this.node.style.backgroundColor = color(content.color, "#fff");
    if (!this.placing.drawnByApp) {
      for (const node of this.nodes ?? []) node.parentNode?.removeChild(node);
      this.nodes = drawn(element, library);
      this.node.prepend(...(this.nodes ?? []));
    }
    library.draw?.(this.node, element);
  }

  private scroll({ content, values: { contentOffset: at } }: Element, former: Element | undefined) {
    const before = former?.values.contentOffset;
    const moving = reel(content, this.nodes);
    if (moving) moving.style.transform = at.y === 0 ? "" : `translateY(${-at.y}px)`;
    // A list stands where its user left it until a scene says otherwise.
    if (this.list && before && (at.x !== before.x || at.y !== before.y)) this.list.show(at);
  }
}

import type { PresentedElement, Point, Rect } from "../presenter/scene";
import { drawContent, stripContent } from "./content";
import type { ContentProvider } from "./content";
import { clear, color, mask, origin, place, shadow, transform } from "./style";

/** A scrolling list on the page, for a renderer. */
export interface ListView {
  /** The list's box, in its element's node. */
  readonly port: HTMLElement;
  /** The scrolling content. */
  readonly content: HTMLElement;
  /** The offset, pt; negative during overscroll at the top. Forces no layout. */
  readonly offset: Point;
  /** Scrolls to a scene's offset. */
  show(offset: Point): void;
}

/** The placing of an element's node. */
export interface NodeOptions {
  /** True if the app places the node: a scene then only transforms and fades it from there. */
  byApp?: boolean;
  /** True if the app draws the node's content. */
  drawnByApp?: boolean;
  /** True if the node stays on the page, hidden, while no scene contains its element. */
  isKept?: boolean;
}

/** Draws content that only the app can draw, or a frame of an image sequence. */
export type DrawContent = (node: HTMLElement, element: PresentedElement) => void;

/** The node of an element, with the values last set on it. */
export class View {
  element: PresentedElement | undefined;
  list: ListView | undefined;
  private parent: Rect | undefined;
  private index = -1;
  private nodes: Node[] | undefined;
  private isMoving = false;

  constructor(readonly node: HTMLElement, readonly placing: NodeOptions = {}) {}

  /**
   * Applies the differences from the previous scene.
   *
   * @param parent - The frame of the node's container.
   * @param index - The position in drawing order.
   */
  show(
    element: PresentedElement, parent: Rect | undefined, index: number,
    library: ContentProvider & { draw?: DrawContent },
  ) {
    const former = this.element;
    const { style } = this.node;
    if (index !== this.index) style.zIndex = String((this.index = index));
    const isPlaced = element.frame === former?.frame && parent === this.parent;
    if (element.frame && !this.placing.byApp && !isPlaced) place(this.node, element.frame, parent);
    this.parent = parent;
    this.setWillChange(former !== undefined && element.values !== former.values);
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

  /** Returns to the layout's values, once no scene contains the element. */
  reset(): void {
    this.setWillChange(false);
    this.element = undefined;
    this.index = -1;
    clear(this.node);
  }

  /** Hints to the browser whether the values change in every frame. */
  setWillChange(isMoving: boolean): void {
    if (isMoving === this.isMoving) return;
    this.isMoving = isMoving;
    this.node.style.willChange = isMoving ? "transform,opacity" : "";
  }

  private setValues({ values }: PresentedElement, former: PresentedElement | undefined): void {
    const { style } = this.node;
    const before = former?.values;
    if (values.opacity !== (before?.opacity ?? 1)) style.opacity = String(values.opacity);
    // The browser compares CSS strings; creating them is cheap.
    const matrix = transform(values);
    style.transform = matrix;
    if (matrix !== "") style.transformOrigin = origin(values);
    if (values.shadow !== before?.shadow) style.boxShadow = shadow(values);
    if (values.mask || before?.mask) style.clipPath = mask(values);
  }

  private draw(element: PresentedElement, library: ContentProvider & { draw?: DrawContent }): void {
    const { content } = element;
    if (content.kind === "color") this.node.style.backgroundColor = color(content.color, "#fff");
    if (!this.placing.drawnByApp) {
      for (const node of this.nodes ?? []) node.parentNode?.removeChild(node);
      this.nodes = drawContent(element, library);
      this.node.prepend(...(this.nodes ?? []));
    }
    library.draw?.(this.node, element);
  }

  private scroll({ content, values: { contentOffset: at } }: PresentedElement, former: PresentedElement | undefined) {
    const before = former?.values.contentOffset;
    const moving = stripContent(content, this.nodes);
    if (moving) moving.style.transform = at.y === 0 ? "" : `translateY(${-at.y}px)`;
    // A list keeps the user's offset until a scene changes it.
    if (this.list && before && (at.x !== before.x || at.y !== before.y)) this.list.show(at);
  }
}

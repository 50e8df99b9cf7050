import type { PresentedElement, PresentedScene } from "../presenter/scene";
import { capture } from "./capture";
import type { ContentProvider } from "./content";
import { layer } from "./style";
import { View } from "./view";
import type { DrawContent, ListView, NodeOptions } from "./view";

/** The options of a renderer. */
export interface RendererOptions extends ContentProvider {
  /**
   * Creates the node of an element without one; null omits the element. Default: a box. An app that
   * places the node itself inserts it here.
   */
  make?(element: PresentedElement): HTMLElement | [HTMLElement, NodeOptions] | null | undefined;
  /** Redraws a node's content, such as another frame of its image sequence. */
  draw?: DrawContent;
}

/**
 * Copies scenes onto the elements of a page, and decides nothing. A frame writes styles and reads
 * nothing that forces a layout.
 */
export class Renderer {
  private readonly screen: View;
  private readonly window = new View(layer(), { byApp: true });
  private readonly root = new View(layer(), { byApp: true });
  private readonly views = new Map<string, View>();
  /** The shown views, by target. */
  private shown = new Map<string, View>();
  /** The scrolling lists, by `list/SOURCE`. */
  readonly lists = new Map<string, ListView>();

  /** @param canvas - The element that covers the screen; 1 px is 1 pt. */
  constructor(readonly canvas: HTMLElement, private readonly drawing: RendererOptions = {}) {
    this.screen = new View(canvas);
    this.window.node.append(this.root.node);
    canvas.append(this.window.node);
  }

  /** Registers the app's node for a target. A later one replaces it. */
  register(target: string, node: HTMLElement, placing?: NodeOptions): void {
    this.views.set(target, new View(node, { ...placing, isKept: true }));
  }

  /** Registers the node of a page above the root, for every target that shows the page. */
  registerPage(route: string, node: HTMLElement, placing?: NodeOptions): void {
    this.register(`page ${route}`, node, placing);
  }

  /** Registers the scrolling list in the node of `list/SOURCE`. */
  registerList(source: string, list: ListView): void {
    this.lists.set(`list/${source}`, list);
  }

  /** The container of everything below the pages. */
  get rootNode(): HTMLElement {
    return this.root.node;
  }

  /** Returns the node that shows a target. */
  node(target: string): HTMLElement | undefined {
    return this.shown.get(target)?.node;
  }

  /** Shows a scene. Call it in an animation frame. */
  show(scene: PresentedScene): void {
    const former = this.shown;
    // Snapshots first: they capture the previous scene.
    this.takePictures(scene);
    this.shown = new Map();
    const known = new Set<View>();
    scene.elements.forEach((element, index) => {
      const view = this.find(element);
      // Of two elements with the same view the first one counts.
      if (!view || known.has(view)) return;
      known.add(view);
      const holder = this.holder(element);
      this.shown.set(element.target, view);
      if (view !== this.root && view !== this.window) this.put(view, holder);
      view.list = this.lists.get(element.target);
      view.show(element, holder.element?.frame, index, this.drawing);
    });
    for (const view of former.values()) if (!known.has(view)) this.removeView(view);
  }

  /** Stops the hints for animated nodes until the next scene. */
  clearWillChange(): void {
    for (const view of this.shown.values()) view.setWillChange(false);
  }

  /** Removes everything from the page. */
  clear(): void {
    this.canvas.replaceChildren();
    this.shown.clear();
    this.views.clear();
  }

  private find(element: PresentedElement): View | undefined {
    if (element.target === "window") return this.window;
    if (element.content.kind === "root") return this.root;
    const key = this.key(element);
    const known = this.views.get(key);
    if (known || element.content.kind === "capture") return known;
    const made = this.drawing.make?.(element);
    if (made === null) return undefined;
    // `make` may have registered it.
    const view = this.views.get(key)
      ?? (Array.isArray(made) ? new View(made[0], made[1])
        : new View(made ?? document.createElement("div")));
    view.node.dataset.target ??= element.target;
    this.views.set(key, view);
    return view;
  }

  private key({ target, content }: PresentedElement): string {
    if (content.kind === "page") return `page ${content.route}`;
    return content.kind === "capture" ? target + JSON.stringify(content) : target;
  }

  /** Returns the view that contains an element. */
  private holder({ target, parent }: PresentedElement): View {
    const holder = parent === undefined ? undefined : this.shown.get(parent);
    if (holder && holder !== this.window) return holder;
    if (target === "window/snapshot") return this.screen;
    return belongsToRoot(target) ? this.root : this.window;
  }

  private put({ node, placing }: View, { node: holder }: View): void {
    if (node.parentNode === holder || (node.parentNode && placing.byApp)) return;
    holder.append(node);
  }

  private takePictures(scene: PresentedScene): void {
    for (const element of scene.elements) {
      const { content } = element;
      const key = this.key(element);
      if (content.kind !== "capture" || this.views.has(key)) continue;
      const subject = scene.elements.find(({ target }) => target === content.of);
      const view = (subject && this.find(subject))
        ?? (content.of === "window" ? this.window : this.shown.get(content.of));
      if (!view) continue;
      const frame = view.element?.frame ?? subject?.frame ?? content.frame;
      this.views.set(key, new View(capture(view.node, frame, content.frame, this.lists.values())));
    }
  }

  private removeView(view: View): void {
    const { element, node, placing } = view;
    view.reset();
    // The root and the window always stay, and so do nodes that only the app can place.
    if (view === this.root || view === this.window || !element?.frame) return;
    if (placing.isKept) {
      node.style.visibility = "hidden";
    } else {
      node.remove();
      this.views.delete(this.key(element));
    }
  }
}

/** Returns whether a view belongs below the pages, for elements without a parent. */
function belongsToRoot(target: string): boolean {
  return /^(page\/\d+$|floor$|tab_bar$|navigation_bar$|(list|tab|toggle)\/)/.test(target)
    && target !== "list/snapshot";
}

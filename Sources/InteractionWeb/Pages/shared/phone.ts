import type { Setting, Snapshot, TriggerLines } from "../../Client/src/contract/messages";
import { Renderer } from "../../Client/src/dom/renderer";
import type { NodeOptions } from "../../Client/src/dom/view";
import type { PresentedElement } from "../../Client/src/presenter/scene";
import { floorPage, floorPicture, header, plainPage, pushedPage } from "./appPages";
import { banner, isBanner, mark, rowList } from "./appLists";
import type { AppList, MarkedLine } from "./appLists";
import { make } from "./dom";
import { glyph } from "./glyphs";
import { readable } from "./readable";

/** The user's actions that neither a list nor a finger reports. */
export interface PhoneActions {
  /** A row of a list was tapped. */
  openRow(source: string, row: number): void;
  /** The back button of a page was tapped. */
  back(isPresented: boolean): void;
  closeFloor(): void;
}

/** A phone that shows an app of simple shapes, for any experience. */
export class Phone {
  readonly renderer: Renderer;
  readonly lists = new Map<string, AppList>();
  private readonly presented = new Set<string>();
  /** The toggle in the bar. */
  private firstToggle: string | undefined;
  private floor: HTMLElement | undefined;
  /** The container of the navigation bar, which is in a scene only while it follows the list. */
  private barHolder: HTMLElement | undefined;
  private isFloorOpen = false;
  private layout: Setting["layout"];

  /** @param canvas - The surface, usually 375 × 812 px. */
  constructor(canvas: HTMLElement, private readonly actions?: PhoneActions) {
    this.renderer = new Renderer(canvas, {
      make: (element) => this.make(element),
      picture: (name) => glyph(name),
      draw: (node, element) => this.draw(node, element),
    });
  }

  /** Creates the tabs' pages and lists of an opened session. */
  open(snapshot: Snapshot): void {
    for (const setting of snapshot.settings ?? []) this.readSetting(setting);
    const floorSource = this.floorSource(snapshot);
    (this.layout?.items ?? []).forEach(({ text = "", lists = [] }, tab) => {
      const isInFront = floorSource !== undefined && lists.includes(floorSource);
      const page = lists.length === 0 ? plainPage(text, tab)
        : make("div", { class: isInFront ? "app-page clear" : "app-page" });
      const hasBanner = lists.some(isBanner);
      for (const source of [...lists].sort((a, b) => +isBanner(a) - +isBanner(b))) {
        const list = isBanner(source) ? banner(source)
          : rowList(source, hasBanner, (row) => this.actions?.openRow(source, row));
        this.lists.set(source, list);
        page.append(list.node);
        this.renderer.register(`list/${source}`, list.node);
        this.renderer.registerList(source, list.list);
      }
      if (lists.length > 0) page.append(this.bar(isInFront ? "" : text, isInFront));
      this.renderer.register(`page/${tab}`, page);
    });
    this.update(snapshot);
  }

  /**
   * Draws trigger lines, unless a list has too many.
   *
   * @param isKept - Returns whether a line is drawn even if it is near another one.
   */
  mark(
    lines: readonly TriggerLines[], isKept: (source: string, offset: number) => boolean
  ): MarkedLine[] {
    return lines.flatMap(({ source = "", lines: marked = [] }) => {
      const list = this.lists.get(source);
      if (!list || marked.length > 12) return [];
      return mark(list, marked.map(({ offset = 0 }) => offset), (offset) => isKept(source, offset));
    });
  }

  /** Moves the focus to the floor that has opened, and back. */
  update(snapshot: Snapshot): void {
    for (const { floor, navigation } of snapshot.settings ?? []) {
      if (floor) {
        if (floor.phase === "open") this.setFloorOpen(true);
        // The list is hidden while the floor opens or closes.
        if (floor.phase === "closed") this.setFloorOpen(false);
        this.barHolder?.classList.toggle("away", floor.hidesViews === true);
      }
      for (const page of navigation?.pages ?? []) {
        if (page.presented) this.presented.add(page.route ?? "");
      }
    }
  }

  private readSetting({ layout, toggle }: Setting): void {
    if (layout) this.layout = layout;
    if (toggle) this.firstToggle ??= toggle.id ?? "";
  }

  private floorSource({ settings = [] }: Snapshot): string | undefined {
    const links = settings.find((each) => each.links)?.links?.links ?? [];
    const source = links.find(({ target = "" }) => target.startsWith("floor/"))?.source;
    return settings.some((each) => each.floor) ? source ?? this.layout?.items?.[0]?.lists?.[0] : source;
  }

  private bar(title: string, isNavigationBar: boolean): HTMLElement {
    const bar = header(title);
    if (!isNavigationBar) return bar;
    this.renderer.register("navigation_bar", bar, { byApp: true });
    return this.barHolder = make("div", { class: "bar-holder" }, bar);
  }

  private setFloorOpen(isOpen: boolean): void {
    if (isOpen === this.isFloorOpen) return;
    this.isFloorOpen = isOpen;
    if (!this.actions) return;
    const node = isOpen ? this.floor : this.lists.values().next().value?.list.port;
    // A hidden element cannot take the focus: the next frame shows it first.
    requestAnimationFrame(() => setTimeout(() => node?.focus({ preventScroll: true })));
  }

  private make({ target, content, frame }: PresentedElement): HTMLElement | [HTMLElement, NodeOptions] | undefined {
    if (content.kind === "page") {
      const isPresented = this.presented.has(content.route);
      return pushedPage(content.route, isPresented, () => this.actions?.back(isPresented));
    }
    const tab = /^tab\/(\d+)$/.exec(target)?.[1];
    if (tab !== undefined) {
      const name = `Tab ${Number(tab) + 1}`;
      return [make("div", { class: "tab", "data-tab": tab, "aria-label": name }), { isKept: true }];
    }
    if (/^stack\/\d+\/mask$|^page\/mask$/.test(target)) return make("div", { class: "page-mask" });
    if (target.startsWith("toggle/")) return this.toggle(target, frame !== undefined);
    switch (target) {
      case "tab_bar":
        return make("div", { class: "tab-bar", "aria-label": "Tabs" });
      case "floor/page":
        return [this.floor = floorPage(() => this.actions?.closeFloor()), { isKept: true }];
      case "floor/image": return [floorPicture(), { drawnByApp: true, isKept: true }];
      case "page/blur": return make("div", { class: "page-blur" });
      case "page/fill": return make("div", { class: "page-fill" });
      case "navigation_bar": {
        const bar = make("div", { class: "navigation-bar" }, header(""));
        bar.style.position = "absolute";
        return bar;
      }
      default: return this.other(target, frame !== undefined);
    }
  }

  private other(target: string, isPlaced: boolean): HTMLElement {
    const list = /^list\/(.+)$/.exec(target)?.[1];
    if (list !== undefined && list !== "snapshot") {
      const made = rowList(list, false, (row) => this.actions?.openRow(list, row));
      this.lists.set(list, made);
      this.renderer.registerList(list, made.list);
      return made.node;
    }
    const node = make("div");
    if (!isPlaced) {
      node.className = "others-view";
      node.textContent = target;
      node.style.position = "absolute";
    }
    return node;
  }

  /**
   * Returns the toggle's node. The bar's big logo has room for the first toggle; others are above
   * the list.
   */
  private toggle(target: string, isPlaced: boolean): HTMLElement | [HTMLElement, NodeOptions] {
    const name = target.split("/")[1] ?? "";
    if (isPlaced && name === this.firstToggle) return make("div");
    const node = make("div", { class: "beside" });
    node.style.position = "absolute";
    this.renderer.rootNode.append(node);
    return [node, { byApp: true, isKept: true }];
  }

  /** Raises the contrast of small titles, for which an experience's colours may be too pale. */
  private makeReadable(node: HTMLElement): void {
    const background = `#${this.layout?.backgroundColor || "ffffff"}`;
    for (const { style } of node.querySelectorAll("span")) {
      if (style.color) style.color = readable(style.color, background);
    }
  }

  /**
   * Draws the frame of an image sequence as the films do: stars that light up, a dot that turns.
   */
  private draw(node: HTMLElement, { target, content, values }: PresentedElement): void {
    if (target === "floor/image" && content.kind === "picture") {
      const words = node.querySelector("p");
      if (words) words.textContent = content.picture.isPlaying ? "★ ★ ★" : "★ ☆ ★";
    }
    if (content.kind === "text" && target.startsWith("tab/")) this.makeReadable(node);
    const { imageFrame } = values;
    const dial = node.querySelector<HTMLElement>(":scope > .dial");
    if (imageFrame === undefined) dial?.remove();
    else {
      const turning = dial ?? node.appendChild(make("div", { class: "dial" }));
      turning.style.transform = `rotate(${imageFrame * 15}deg)`;
    }
  }
}

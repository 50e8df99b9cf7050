import type { Environment, ItemLook } from "../contract/messages";
import { addBar } from "./bar";
import { same } from "../contract/equality";
import type { Fingers } from "./fingers";
import { addFloor, addFloorPage, addOtherLists } from "./floor";
import type { Rect } from "./geometry";
import type { VisibleState } from "./model";
import { involves } from "./motion";
import type { Performance } from "./motion";
import type { PageRoles } from "./page-roles";
import { addPages, addTabPages } from "./pages";
import { element } from "./scene";
import type { Element } from "./scene";
import * as targets from "./targets";
import { captures, staging } from "./timeline";
import type { Capture, Staging } from "./timeline";

/**
 * Lays out a scene: which elements there are, where, in which order, and what they show. Nothing
 * moves in it yet.
 */
export class SceneBuilder {
  readonly elements: Element[] = [];
  /** The whole screen. */
  readonly screen: Rect;
  /** How views are arranged now. */
  readonly staging: Staging[];
  /** All pictures that are taken now, with what they are taken for. */
  private readonly captures: { capture: Capture; number: number }[];

  constructor(
    readonly state: VisibleState,
    /** How the bar's items look, taps included (rule T14). */
    readonly items: ItemLook[],
    { width = 0, height = 0 }: Environment,
    readonly performances: Performance[],
    readonly fingers: Fingers,
    /** The pages that come and go above the root. */
    readonly roles: PageRoles | undefined,
  ) {
    this.screen = { x: 0, y: 0, width, height };
    const pulled = state.pulledPages;
    const played = performances.flatMap((each) => each.staging);
    // What goes back from a finger keeps what the finger had.
    const others = staging(pulled?.staging).filter((one) => !played.some((each) => same(each, one)));
    this.staging = [...played, ...others];
    this.captures = [
      ...captures(pulled?.captures).map((capture) => ({ capture, number: pulled?.number ?? 0 })),
      ...performances.flatMap((each) =>
        each.captures.map((capture) => ({ capture, number: each.captureNumber })),
      ),
    ];
  }

  add(target: string, others: Partial<Element> = {}): void {
    this.elements.push(element(target, others));
  }

  /** Whether a view has a part in what plays, or in what a finger does to the pages. */
  plays(target: string): boolean {
    return (
      this.performances.some((each) => involves(each, target)) ||
      this.state.pageLinks.some((link) => link.target === target) ||
      this.captures.some(({ capture }) => capture.target === target)
    );
  }

  /** All elements in one order: what the app alone knows comes last. */
  build(): Element[] {
    const first = this.elements.length;
    addPages(this, () => {
      addFloor(this);
      addTabPages(this);
      addOtherLists(this);
      addBar(this);
    });
    addFloorPage(this);
    if (this.plays(targets.window)) this.addWindow(first);
    this.addOthers();
    // Origins and perspectives.
    for (const { target, origin, perspective } of this.staging) {
      for (const { values } of this.elements.filter((each) => each.target === target)) {
        [values.origin, values.perspective] = [origin, perspective];
      }
    }
    return this.elements;
  }

  /** The window moves over, or under, a picture of itself (rule N1). */
  private addWindow(first: number): void {
    this.changeOuter(first, (each) => (each.parent = targets.window));
    this.elements.splice(first, 0, element(targets.window, { frame: this.screen }));
    const isBelow = this.staging.some(
      ({ target, level }) => target === targets.windowSnapshot && level === "below",
    );
    const picture = this.capture(targets.windowSnapshot);
    if (picture) this.elements.splice(isBelow ? first : this.elements.length, 0, picture);
  }

  /** Everything that a timeline or a link moves and no setting knows: the app's own views. */
  private addOthers(): void {
    const moved = [...this.performances.flatMap(({ motions }) => motions), ...this.state.links];
    for (const { target = "" } of moved) {
      if (this.elements.some((each) => each.target === target)) continue;
      const isHidden = target === targets.navigationBar && this.hidesViews;
      this.elements.push(this.capture(target) ?? element(target, { isHidden }));
    }
  }

  /** Whether list, bar and navigation bar are hidden behind their pictures. */
  get hidesViews(): boolean {
    return this.state.floor?.hidesViews ?? false;
  }

  /** Changes the elements, from a place on, that stand in no other one. */
  changeOuter(first: number, change: (element: Element) => void): void {
    for (const each of this.elements.slice(first)) if (each.parent === undefined) change(each);
  }

  /** The picture that stands at `target`, if one is taken. */
  capture(target: string): Element | undefined {
    const found = this.captures.filter(({ capture }) => capture.target === target);
    if (!found.length) return undefined;
    const { capture, number } = found[found.length - 1]!;
    const { frame, subject } = capture;
    return element(target, { frame, content: { kind: "capture", of: subject, frame, number } });
  }

  /** Whether pictures stand in for the whole of a view that does not move itself. */
  isReplaced(target: string): boolean {
    const covered = this.captures
      .filter(({ capture }) => capture.subject === target)
      .reduce((area, { capture }) => area + capture.frame.width * capture.frame.height, 0);
    const moves = this.performances.some(({ motions }) => motions.some((each) => each.target === target));
    return !moves && covered >= this.screen.width * this.screen.height;
  }
}

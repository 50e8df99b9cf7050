import type { Environment, ItemLook } from "../contract/messages";
import { same } from "../contract/equality";
import type { Fingers } from "./fingers";
import type { Rect } from "./geometry";
import { involves } from "./motion";
import type { Performance } from "./motion";
import type { PageRoles } from "./pageRoles";
import { element } from "./scene";
import type { Element } from "./scene";
import { captures, staging } from "./timeline";
import type { Capture, Staging } from "./timeline";
import type { VisibleState } from "./visibleState";

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

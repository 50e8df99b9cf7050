import type { ItemLook, Surface } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import type { TrackedInput } from "./trackedInput";
import type { Rect } from "./geometry";
import { involves } from "./motion";
import type { PlayingAnimation } from "./motion";
import type { PageTransitionRoles } from "./pageTransitionRoles";
import { element } from "./scene";
import type { PresentedElement } from "./scene";
import { captures, staging } from "./timeline";
import type { Capture, Staging } from "./timeline";
import type { VisibleState } from "./visibleState";

/** Lays out a scene without motion: its elements, with frames, order and content. */
export class SceneBuilder {
  readonly elements: PresentedElement[] = [];
  /** The whole screen. */
  readonly screen: Rect;
  /** The current staging of the views. */
  readonly staging: Staging[];
  /** The current captures, each with the number of its directive or navigation. */
  private readonly captures: { capture: Capture; number: number }[];

  constructor(
    readonly state: VisibleState,
    /** The look of the bar's items, with taps that are not confirmed yet (rule T14). */
    readonly items: ItemLook[],
    { width = 0, height = 0 }: Surface,
    readonly performances: PlayingAnimation[],
    readonly fingers: TrackedInput,
    /** The pages of a page transition. */
    readonly roles: PageTransitionRoles | undefined,
  ) {
    this.screen = { x: 0, y: 0, width, height };
    const pulled = state.pulledPages;
    const played = performances.flatMap((each) => each.staging);
    // A return animation keeps the staging of the interactive transition.
    const others = staging(pulled?.staging).filter((one) => !played.some((each) => deepEqual(each, one)));
    this.staging = [...played, ...others];
    this.captures = [
      ...captures(pulled?.captures).map((capture) => ({ capture, number: pulled?.number ?? 0 })),
      ...performances.flatMap((each) =>
        each.captures.map((capture) => ({ capture, number: each.captureNumber })),
      ),
    ];
  }

  add(target: string, others: Partial<PresentedElement> = {}): void {
    this.elements.push(element(target, others));
  }

  /** Returns whether an animation, a page link or a capture involves a view. */
  animates(target: string): boolean {
    return (
      this.performances.some((each) => involves(each, target)) ||
      this.state.pageLinks.some((link) => link.target === target) ||
      this.captures.some(({ capture }) => capture.target === target)
    );
  }

  /** True while list, bar and navigation bar are hidden behind their snapshots. */
  get hidesViews(): boolean {
    return this.state.floor?.hidesViews ?? false;
  }

  /** Changes the top-level elements from an index on. */
  changeOuter(first: number, change: (element: PresentedElement) => void): void {
    for (const each of this.elements.slice(first)) if (each.parent === undefined) change(each);
  }

  /** Returns the element of a captured snapshot; undefined if `target` is none. */
  capture(target: string): PresentedElement | undefined {
    const found = this.captures.filter(({ capture }) => capture.target === target);
    if (!found.length) return undefined;
    const { capture, number } = found[found.length - 1]!;
    const { frame, subject } = capture;
    return element(target, { frame, content: { kind: "capture", of: subject, frame, number } });
  }

  /** Returns whether snapshots cover the whole of a view that does not move itself. */
  isReplaced(target: string): boolean {
    const covered = this.captures
      .filter(({ capture }) => capture.subject === target)
      .reduce((area, { capture }) => area + capture.frame.width * capture.frame.height, 0);
    const moves = this.performances.some(({ motions }) => motions.some((each) => each.target === target));
    return !moves && covered >= this.screen.width * this.screen.height;
  }
}

import type { Element, Scene } from "./scene";

/** A scene without motion, and where in it each element stands. */
export class ScreenLayout {
  /** The index of each element, by its target. */
  readonly places: Map<string, number>;
  /** The scene while nothing plays. */
  resting: Scene;

  constructor(
    /** Every element at its place. */
    readonly elements: Element[],
  ) {
    this.places = new Map(elements.map(({ target }, place) => [target, place]));
    this.resting = { elements };
  }
}

import type { Element, Scene } from "./scene";

/** A scene without motion, with the indexes of its elements. */
export class ScreenLayout {
  /** The index of each element, by target. */
  readonly places: Map<string, number>;
  /** The scene while no animation runs. */
  resting: Scene;

  constructor(
    /** The elements in their places. */
    readonly elements: Element[],
  ) {
    this.places = new Map(elements.map(({ target }, place) => [target, place]));
    this.resting = { elements };
  }
}

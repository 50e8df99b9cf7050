import type { PresentedElement, PresentedScene } from "./scene";

/** A scene without motion, with the indexes of its elements. */
export class ScreenLayout {
  /** The index of each element, by target. */
  readonly places: Map<string, number>;
  /** The scene while no animation runs. */
  resting: PresentedScene;

  constructor(
    /** The elements in their places. */
    readonly elements: PresentedElement[],
  ) {
    this.places = new Map(elements.map(({ target }, place) => [target, place]));
    this.resting = { elements };
  }
}

import { addBar } from "./bar";
import { addFloor, addFloorPage, addOtherLists } from "./floor";
import { addPages, addTabPages } from "./pages";
import { element } from "./scene";
import type { PresentedElement } from "./scene";
import type { SceneBuilder } from "./sceneBuilder";
import * as targets from "./targets";

/** Builds the elements in drawing order. Views that only the app places come last. */
export function elements(builder: SceneBuilder): PresentedElement[] {
  const { elements, staging } = builder;
  const first = elements.length;
  addPages(builder, () => {
    addFloor(builder);
    addTabPages(builder);
    addOtherLists(builder);
  }, () => addBar(builder));
  addFloorPage(builder);
  if (builder.animates(targets.window)) addWindow(builder, first);
  addOthers(builder);
  // Applies the origins and perspectives of the staging.
  for (const { target, origin, perspective } of staging) {
    for (const { values } of elements.filter((each) => each.target === target)) {
      [values.origin, values.perspective] = [origin, perspective];
    }
  }
  return elements;
}

/** Adds the window, above or below its snapshot (rule N1). */
function addWindow(builder: SceneBuilder, first: number): void {
  const { elements, screen, staging } = builder;
  builder.changeOuter(first, (each) => (each.parent = targets.window));
  elements.splice(first, 0, element(targets.window, { frame: screen }));
  const isBelow = staging.some(
    ({ target, level }) => target === targets.windowSnapshot && level === "below",
  );
  const picture = builder.capture(targets.windowSnapshot);
  if (picture) elements.splice(isBelow ? first : elements.length, 0, picture);
}

/** Adds the remaining targets of timelines and links, which are views of the app. */
function addOthers(builder: SceneBuilder): void {
  const { elements, performances, state } = builder;
  const moved = [...performances.flatMap(({ motions }) => motions), ...state.links];
  for (const { target = "" } of moved) {
    if (elements.some((each) => each.target === target)) continue;
    const isHidden = target === targets.navigationBar && builder.hidesViews;
    elements.push(builder.capture(target) ?? element(target, { isHidden }));
  }
}

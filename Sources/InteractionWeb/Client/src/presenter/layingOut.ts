import type { ScrollLink } from "../contract/messages";
import { elements } from "./elements";
import { isBehind } from "./fingers";
import type { Moved } from "./motion";
import type { PresenterParts } from "./parts";
import type { Element, Scene } from "./scene";
import { SceneBuilder } from "./sceneBuilder";
import { ScreenLayout } from "./screenLayout";
import { currentRoles, followedValue } from "./shownScreen";
import type { ShownScreen } from "./shownScreen";
import { list } from "./targets";
import { copied, set } from "./values";

/** Updates the layout, after a change of anything but animated values. */
export function layOut({ surface, model, screen }: PresenterParts): void {
  const { fingers, performances, state } = screen;
  const { items } = model.reactions;
  const roles = currentRoles(screen);
  screen.layout = new ScreenLayout(
    elements(new SceneBuilder(state, items, surface, performances, fingers, roles)),
  );
  follow(screen);
}

/** Updates the scene at rest, after a list or a finger has moved. */
export function follow(screen: ShownScreen): void {
  // At rest nothing lags behind.
  screen.layout.resting = followed(screen, Infinity);
}

/** Returns the scene at `now`; the layout must be up to date. */
export function frame(screen: ShownScreen, now: number): Scene {
  const { layout, performances } = screen;
  const catchesUp = isCatchingUp(screen, now);
  if (!performances.length && !catchesUp) return layout.resting;
  const still = (catchesUp ? followed(screen, now) : layout.resting).elements;
  const elements = still.slice();
  for (const { motions, start } of performances) {
    for (const motion of motions) {
      const value = motion.value(now - start);
      if (value !== undefined) change(elements, still, layout, motion, value);
    }
  }
  return { elements };
}

/** Returns whether a view still catches up with its finger or list. */
export function isCatchingUp({ fingers, detachedLinks }: ShownScreen, now: number): boolean {
  return fingers.isCatchingUp(now) || detachedLinks.some(({ lag }) => isBehind(lag, now));
}

/** Returns the scene with the values of lists and links. */
function followed(screen: ShownScreen, now: number): Scene {
  const { fingers, layout, state } = screen;
  const still = layout.elements;
  const elements = still.slice();
  for (const offset of fingers.offsets) {
    const { x, y } = fingers.shown(offset, now);
    const element = changed(elements, still, layout, list(offset.source));
    if (element) element.values.contentOffset = { x, y };
  }
  for (const link of state.links) {
    change(elements, still, layout, link, followedValue(screen, link, now));
  }
  return { elements };
}

/** Sets a property of an element, in a copy of the one at rest. */
function change(
  elements: Element[],
  still: Element[],
  layout: ScreenLayout,
  { target, property }: Moved | ScrollLink,
  value: number,
): void {
  const element = changed(elements, still, layout, target);
  if (element) set(element.values, property!, value, element.frame);
}

/** Returns the element, as a copy of the one at rest. */
function changed(
  elements: Element[],
  still: Element[],
  { places }: ScreenLayout,
  target = "",
): Element | undefined {
  const place = places.get(target) ?? -1;
  const known = elements[place];
  if (!known || known !== still[place]) return known;
  return (elements[place] = { ...known, values: copied(known.values) });
}

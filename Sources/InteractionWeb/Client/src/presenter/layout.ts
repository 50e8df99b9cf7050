import type { ScrollLink } from "../contract/messages";
import { elements } from "./elements";
import { isBehind } from "./trackedInput";
import type { AnimatedViewProperty } from "./motion";
import type { PresenterState } from "./presenterState";
import type { PresentedElement, PresentedScene } from "./scene";
import { SceneBuilder } from "./sceneBuilder";
import { ScreenLayout } from "./screenLayout";
import { currentRoles, linkedValue } from "./presentationState";
import type { PresentationState } from "./presentationState";
import { list } from "./targets";
import { copied, set } from "./elementValues";

/** Updates the layout, after a change of anything but animated values. */
export function layOut({ surface, model, screen }: PresenterState): void {
  const { fingers, animations, state } = screen;
  const { items } = model.reactions;
  const roles = currentRoles(screen);
  screen.reducesMotion = surface.reducedMotion ?? false;
  screen.layout = new ScreenLayout(
    elements(new SceneBuilder(state, items, surface, animations, fingers, roles)),
  );
  updateResting(screen);
}

/** Updates the scene at rest, after a list or a finger has moved. */
export function updateResting(screen: PresentationState): void {
  // At rest nothing lags behind.
  screen.layout.resting = followed(screen, Infinity);
}

/** Returns the scene at `now`; the layout must be up to date. */
export function frame(screen: PresentationState, now: number): PresentedScene {
  const { layout, animations } = screen;
  const catchesUp = isCatchingUp(screen, now);
  if (!animations.length && !catchesUp) return layout.resting;
  const still = (catchesUp ? followed(screen, now) : layout.resting).elements;
  const elements = still.slice();
  for (const { motions, start } of animations) {
    for (const motion of motions) {
      const value = motion.value(now - start);
      if (value !== undefined) change(elements, still, layout, motion, value);
    }
  }
  return { elements };
}

/** Returns whether a view still catches up with its finger or list. */
export function isCatchingUp({ fingers, laggingLinks }: PresentationState, now: number): boolean {
  return fingers.isCatchingUp(now) || laggingLinks.some(({ lag }) => isBehind(lag, now));
}

/** Returns the scene with the values of lists and links. */
function followed(screen: PresentationState, now: number): PresentedScene {
  const { fingers, layout, state } = screen;
  const still = layout.elements;
  const elements = still.slice();
  for (const offset of fingers.offsets) {
    const { x, y } = fingers.presentedOffset(offset, now);
    const element = changed(elements, still, layout, list(offset.source));
    if (element) element.values.contentOffset = { x, y };
  }
  for (const link of state.links) {
    change(elements, still, layout, link, linkedValue(screen, link, now));
  }
  return { elements };
}

/** Sets a property of an element, in a copy of the one at rest. */
function change(
  elements: PresentedElement[],
  still: PresentedElement[],
  layout: ScreenLayout,
  { target, property }: AnimatedViewProperty | ScrollLink,
  value: number,
): void {
  const element = changed(elements, still, layout, target);
  if (element) set(element.values, property!, value, element.frame);
}

/** Returns the element, as a copy of the one at rest. */
function changed(
  elements: PresentedElement[],
  still: PresentedElement[],
  { places }: ScreenLayout,
  target = "",
): PresentedElement | undefined {
  const place = places.get(target) ?? -1;
  const known = elements[place];
  if (!known || known !== still[place]) return known;
  return (elements[place] = { ...known, values: copied(known.values) });
}

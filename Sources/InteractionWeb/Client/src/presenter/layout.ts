import type { AnimatedProperty } from "../contract/messages";
import { elements } from "./elements";
import { isBehind } from "./fingers";
import type { Element, Scene } from "./scene";
import { SceneBuilder } from "./sceneBuilder";
import { currentRoles, followedValue } from "./stage";
import type { Stage } from "./stage";
import { list } from "./targets";
import { copied, set } from "./values";

/** Works out what there is to draw, after a change of anything but values. */
export function layOut(stage: Stage): void {
  const { fingers, performances, state } = stage;
  const builder = new SceneBuilder(
    state,
    stage.reactions.items,
    stage.environment,
    performances,
    fingers,
    currentRoles(stage),
  );
  stage.layout = { elements: elements(builder) };
  const places = new Map(
    stage.layout.elements.map((each, place): [string, number] => [each.target, place]),
  );
  const at = (target = ""): number[] => {
    const place = places.get(target);
    return place === undefined ? [] : [place];
  };
  stage.follows = state.links.flatMap((link) => at(link.target).map((place) => ({ link, place })));
  stage.lists = fingers.offsets.flatMap(({ source }, offset) =>
    at(list(source)).map((place) => ({ offset, place })),
  );
  stage.acts = performances.flatMap(({ motions, start }) =>
    motions.flatMap((motion) => at(motion.target).map((place) => ({ motion, start, place }))),
  );
  follow(stage);
}

/** Works out what there is to draw at rest, after a list or a finger has moved. */
export function follow(stage: Stage): void {
  // At rest nothing catches up any more.
  stage.resting = followed(stage, Infinity);
}

/** The scene while the layout is up to date. */
export function frame(stage: Stage, now: number): Scene {
  const catchesUp = isCatchingUp(stage, now);
  if (!stage.performances.length && !catchesUp) return stage.resting;
  const still = catchesUp ? followed(stage, now) : stage.resting;
  const elements = still.elements.slice();
  for (const { motion, start, place } of stage.acts) {
    const value = motion.value(now - start);
    if (value !== undefined) change(elements, still, place, motion.property, value);
  }
  return { elements };
}

/** Whether something still catches up. */
export function isCatchingUp({ fingers, strays }: Stage, now: number): boolean {
  return fingers.isCatchingUp(now) || strays.some(({ lag }) => isBehind(lag, now));
}

/** The layout with what follows lists and fingers. */
function followed(stage: Stage, now: number): Scene {
  const { fingers, follows, layout, lists } = stage;
  const elements = layout.elements.slice();
  for (const { offset, place } of lists) {
    const { x, y } = fingers.shown(fingers.offsets[offset]!, now);
    changed(elements, layout, place).values.contentOffset = { x, y };
  }
  for (const { link, place } of follows) {
    change(elements, layout, place, link.property!, followedValue(stage, link, now));
  }
  return { elements };
}

/** Sets a property of an element in the place of a still one. */
function change(
  elements: Element[],
  still: Scene,
  place: number,
  property: AnimatedProperty,
  value: number,
): void {
  const { values, frame } = changed(elements, still, place);
  set(values, property, value, frame);
}

/** An element to be changed, not the still one. */
function changed(elements: Element[], still: Scene, place: number): Element {
  const known = elements[place]!;
  if (known !== still.elements[place]) return known;
  return (elements[place] = { ...known, values: copied(known.values) });
}

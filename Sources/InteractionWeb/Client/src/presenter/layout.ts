import { linkValue } from "./model";
import type { Element, Scene } from "./scene";
import { SceneBuilder } from "./scene-builder";
import { currentRoles } from "./stage";
import type { Stage } from "./stage";
import { list } from "./targets";
import { copied, set } from "./values";

/** Works out what there is to draw, after a change of anything but values. */
export function layOut(stage: Stage): void {
  const { fingers, performances, state } = stage;
  const elements = new SceneBuilder(
    state,
    stage.reactions.items,
    stage.environment,
    performances,
    fingers,
    currentRoles(stage),
  ).build();
  stage.layout = { elements };
  const places = new Map(elements.map((each, place): [string, number] => [each.target, place]));
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
  if (!stage.performances.length && !stage.fingers.isCatchingUp(now)) return stage.resting;
  const scene = followed(stage, now);
  for (const { motion, start, place } of stage.acts) {
    const value = motion.value(now - start);
    if (value === undefined) continue;
    const moved = changed(scene, stage, place);
    set(moved.values, motion.property, value, moved.frame);
  }
  return scene;
}

/** The layout with what follows lists and fingers. */
function followed(stage: Stage, now: number): Scene {
  const { fingers, layout } = stage;
  const scene = { elements: layout.elements.slice() };
  for (const { offset, place } of stage.lists) {
    const { x, y } = fingers.shown(fingers.offsets[offset]!, now);
    changed(scene, stage, place).values.contentOffset = { x, y };
  }
  for (const { link, place } of stage.follows) {
    const moved = changed(scene, stage, place);
    set(moved.values, link.property!, linkValue(link, fingers.value(link, now)), moved.frame);
  }
  return scene;
}

/** The element at a place, to be changed: the scene's own, not the layout's. */
function changed(scene: Scene, { layout }: Stage, place: number): Element {
  const known = scene.elements[place]!;
  if (known !== layout.elements[place]) return known;
  return (scene.elements[place] = { ...known, values: copied(known.values) });
}

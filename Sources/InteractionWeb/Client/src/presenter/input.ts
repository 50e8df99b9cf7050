import type { HoldTarget } from "../contract/messages";
import type { Point } from "./geometry";
import { follow, layOut } from "./layout";
import { performance } from "./motion";
import { start } from "./playing";
import { letGo } from "./releases";
import { copied } from "./stage";
import type { Stage } from "./stage";
import { edge, floorPage, isList, list, pages, scan } from "./targets";
import { timeline } from "./timeline";
import { visibleState } from "./visibleState";

/** A finger has tapped a tab: reacts at once where the engine is known to agree (rule T14). */
export function tap(stage: Stage, tab: number): void {
  const reaction = stage.reactions.tap(tab);
  if (!reaction) return;
  if (reaction.timeline) {
    const played = timeline(reaction.timeline);
    start(stage, performance({ kind: "tap", tab }, "selection", played, stage.now), copied(stage));
  }
  layOut(stage);
}

/** A list stands somewhere, pt. */
export function scroll(stage: Stage, source: string, position: Point): void {
  const { fingers } = stage;
  const count = fingers.offsets.length;
  fingers.scroll(source, position);
  // Only a list that is new has to be laid out.
  if (fingers.offsets.length === count) follow(stage);
  else layOut(stage);
}

/** A finger takes hold of a view: a list, `pages`, `edge`, `scan` or `floor/page`. */
export function touch(stage: Stage, target: string): void {
  const held = heldBy(target);
  if (held && stage.hold.grab(held, stage.now)) letGo(stage, held, stage.now);
  stage.fingers.forget(target);
  if (!isList(target)) stage.fingers.touch(target);
  layOut(stage);
}

/**
 * That finger has dragged so far, pt: downwards on `floor/page` and `scan`, to the right elsewhere.
 */
export function drag(stage: Stage, target: string, translation: number): void {
  const drag = stage.fingers.drag(target);
  if (drag) drag.translation = translation;
  layOut(stage);
}

/** That finger lifts. */
export function lift(stage: Stage, target: string): void {
  const held = heldBy(target);
  if (held && awaitsVerdict(stage, target)) {
    const isHeld = stage.hold.lift(held, visibleState(stage.settings), stage.now);
    if (isHeld && isList(target)) stage.fingers.holdLists();
  }
  release(stage, target);
}

/**
 * That finger is gone, such as by the system; what follows it stays where it is until the engine
 * says where to.
 */
export function release(stage: Stage, target: string): void {
  const drag = stage.fingers.drag(target);
  if (!isFollowed(stage, target)) stage.fingers.forget(target);
  else if (drag) drag.isDown = false;
  layOut(stage);
}

/**
 * Whether a release of the view is something to decide about, if the engine says so: of a list,
 * while it is pulled down in front of the floor; of what else follows a finger, while it does.
 */
function awaitsVerdict(stage: Stage, target: string): boolean {
  if (!isList(target)) return isFollowed(stage, target);
  return (
    stage.state.floor?.phase !== "open" &&
    stage.fingers.offsets.some(({ source, position }) => list(source) === target && position.y < 0)
  );
}

function isFollowed({ follows }: Stage, target: string): boolean {
  return follows.some(({ link }) => link.dragTarget === target);
}

/** What a release of the view holds, if anything (rule D7). */
function heldBy(target: string): HoldTarget | undefined {
  if (target === pages) return "tabs";
  if (target === edge || target === scan) return "back";
  return target === floorPage || isList(target) ? "floor" : undefined;
}

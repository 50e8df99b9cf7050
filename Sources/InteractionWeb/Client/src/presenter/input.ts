import type { Environment, HoldTarget } from "../contract/messages";
import { follow, layOut } from "./layout";
import { visibleState } from "./model";
import { performance } from "./motion";
import { start } from "./playing";
import { letGo } from "./releases";
import { advance } from "./reporting";
import { copied } from "./stage";
import type { Stage } from "./stage";
import { edge, floorPage, isList, list, pages, scan } from "./targets";
import { timeline } from "./timeline";

/** What a client sees happen on its screen, and a presenter has to know at once (rules D6, D7). */
export type LocalInput =
  /** A list stands at this offset, pt. */
  | { kind: "offset"; source: string; x?: number; y: number }
  /** A finger takes hold of a view: a list, `pages`, `edge`, `scan` or `floor/page`. */
  | { kind: "touch"; target: string }
  /**
   * That finger has dragged so far, pt: downwards on `floor/page` and `scan`, to the right
   * elsewhere. A drag without a touch is one.
   */
  | { kind: "drag"; target: string; translation: number }
  /** That finger lifts. */
  | { kind: "lift"; target: string }
  /** The system takes that finger away. */
  | { kind: "cancel"; target: string }
  /** The surface has changed. */
  | { kind: "environment"; environment: Environment };

/** A finger has tapped a tab: reacts at once where the engine is known to agree (rule T14). */
export function tap(stage: Stage, tab: number, now: number): void {
  advance(stage, now);
  const reaction = stage.reactions.tap(tab);
  if (!reaction) return;
  if (reaction.timeline) {
    const played = timeline(reaction.timeline);
    start(stage, performance({ kind: "tap", tab }, "selection", played, stage.now), copied(stage));
  }
  layOut(stage);
}

/** Something happened on the client's screen. */
export function report(stage: Stage, input: LocalInput, now: number): void {
  advance(stage, now);
  const { fingers } = stage;
  switch (input.kind) {
    case "offset": {
      const count = fingers.offsets.length;
      fingers.scroll(input.source, { x: input.x ?? 0, y: input.y });
      // Only a list that is new has to be laid out.
      if (fingers.offsets.length === count) return follow(stage);
      break;
    }
    case "touch":
      touch(stage, input.target);
      break;
    case "drag": {
      if (!fingers.drag(input.target)?.isDown) touch(stage, input.target);
      const drag = fingers.drag(input.target);
      if (drag) drag.translation = input.translation;
      break;
    }
    case "lift":
      lift(stage, input.target);
      break;
    case "cancel":
      release(stage, input.target);
      break;
    case "environment":
      stage.environment = input.environment;
  }
  layOut(stage);
}

function touch(stage: Stage, target: string): void {
  const held = heldBy(target);
  if (held && stage.hold.grab(held, stage.now)) letGo(stage, held, stage.now);
  stage.fingers.forget(target);
  if (!isList(target)) stage.fingers.touch(target);
}

function lift(stage: Stage, target: string): void {
  const held = heldBy(target);
  if (held && awaitsVerdict(stage, target)) {
    const isHeld = stage.hold.lift(held, visibleState(stage.settings), stage.now);
    if (isHeld && isList(target)) stage.fingers.holdLists();
  }
  release(stage, target);
}

/** What follows a finger that is gone stays where it is until the engine says where to. */
function release(stage: Stage, target: string): void {
  const drag = stage.fingers.drag(target);
  if (!isFollowed(stage, target)) stage.fingers.forget(target);
  else if (drag) drag.isDown = false;
}

/**
 * Whether a release of the view is something to decide about, if the engine says so: of a list,
 * while it is pulled down in front of the floor; of what else follows a finger, while it does.
 */
function awaitsVerdict(stage: Stage, target: string): boolean {
  if (!isList(target)) return isFollowed(stage, target);
  return (
    stage.state.floor?.phase !== "OPEN" &&
    stage.fingers.offsets.some(({ source, position }) => list(source) === target && position.y < 0)
  );
}

function isFollowed({ follows }: Stage, target: string): boolean {
  return follows.some(({ link }) => link.dragTarget === target);
}

/** What a release of the view holds, if anything (rule D7). */
function heldBy(target: string): HoldTarget | undefined {
  if (target === pages) return "TABS";
  if (target === edge || target === scan) return "BACK";
  return target === floorPage || isList(target) ? "FLOOR" : undefined;
}
